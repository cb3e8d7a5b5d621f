// Alltoall of blocks of different lengths by Lin (1995 thesis, section 4.3, figure 4.10). In the first phase each rank
// takes the part of each block that exceeds the shortest block for the same receiver, and spreads it evenly over all
// ranks. In the second phase each rank delivers what it holds. The messages of a phase have nearly the same length, so
// no long message delays the others. The thesis has a barrier between the phases; here a rank begins its second phase
// when its first has ended.
#include <vector>

#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/alltoall_cost.hpp"
#include "libnet/schedules/cost_sums.hpp"
#include "libnet/schedules/lin_balance.hpp"

namespace banyan::net {
namespace {

// Numbers of items for each pair of ranks. add() adds one item to consecutive columns of a row, cyclically; finish()
// must follow.
class item_table {
  public:
    explicit item_table(int size) : columns_(static_cast<std::size_t>(size)), items_(columns_ * columns_, 0) {}

    [[nodiscard]] std::size_t at(int row, int column) const {
        return items_[index(row) + static_cast<std::size_t>(column)];
    }
    // Adds items to all columns.
    void add_everywhere(int row, std::size_t items) { items_[index(row)] += items; }
    void add_one(int row, std::size_t begin, std::size_t columns) {
        const std::size_t end = begin + columns;
        ++items_[index(row) + begin];
        if (end < columns_) --items_[index(row) + end];
        if (end <= columns_) return;
        ++items_[index(row)];
        --items_[index(row) + end - columns_];
    }
    // Before finish(), an entry is the difference to the entry before it (modulo 2^64).
    void finish() {
        for (std::size_t i = 0; i < items_.size(); ++i)
            if (i % columns_ != 0) items_[i] += items_[i - 1];
    }

  private:
    [[nodiscard]] std::size_t index(int row) const { return static_cast<std::size_t>(row) * columns_; }
    std::size_t columns_;
    std::vector<std::size_t> items_;
};

// The lengths of all blocks and messages. O(p^2).
class balanced_lengths {
  public:
    explicit balanced_lengths(const collective_shape& shape)
        : blocks_(shape.size, shape.matrix), spread_(shape.size), deliver_(shape.size) {
        for (int to = 0; to < shape.size; ++to)
            shortest_.push_back(blocks_.shortest(to));
        for (int to = 0; to < shape.size; ++to) {
            deliver_.add_everywhere(to, shortest(to));
            for (int from = 0; from < shape.size; ++from)
                if (from != to) add_block(from, to);
        }
        spread_.finish();
        deliver_.finish();
    }

    [[nodiscard]] int size() const { return blocks_.size(); }
    [[nodiscard]] std::size_t shortest(int to) const { return shortest_[static_cast<std::size_t>(to)]; }
    [[nodiscard]] block_part through(int rank, int from, int to) const {
        return part_through(blocks_, shortest(to), from, to, rank);
    }
    // The items of the message of the first phase: what passes from `from` through `rank`, for all receivers in order.
    [[nodiscard]] std::size_t spread(int from, int rank) const { return spread_.at(from, rank); }
    // The items of the message of the second phase: the shortest block, from `rank` itself, then what passes through
    // it, for all senders in order.
    [[nodiscard]] std::size_t deliver(int rank, int to) const { return deliver_.at(to, rank); }

  private:
    // Adds part_through() of all ranks to both tables. The first parts of an uneven division have one item more.
    void add_block(int from, int to) {
        const auto ranks = static_cast<std::size_t>(size());
        const std::size_t above = blocks_.at(from, to) - shortest(to);
        spread_.add_everywhere(from, above / ranks);
        deliver_.add_everywhere(to, above / ranks);
        if (above % ranks == 0) return;
        const std::size_t first = static_cast<std::size_t>(2 * size() - from - to) % ranks;
        spread_.add_one(from, first, above % ranks);
        deliver_.add_one(to, first, above % ranks);
    }

    block_lengths blocks_;
    std::vector<std::size_t> shortest_;
    item_table spread_, deliver_;
};

class balanced_alltoall {
  public:
    explicit balanced_alltoall(const collective_shape& shape)
        : rank_(shape.rank),
          size_(shape.size),
          lengths_(shape),
          input_(begins(shape.counts)),
          output_(begins(shape.receive_counts)) {}

    schedule make() {
        const block_part own{0, input_[at(rank_ + 1)] - input_[at(rank_)]};
        out_.copy(in_input(rank_, own), in_output(rank_, own));
        spread();
        deliver();
        return out_.finish();
    }

  private:
    static std::size_t at(int i) { return static_cast<std::size_t>(i); }
    static std::vector<std::size_t> begins(std::span<const std::size_t> counts) {
        std::vector<std::size_t> sums{0};
        for (const std::size_t count : counts)
            sums.push_back(sums.back() + count);
        return sums;
    }
    [[nodiscard]] items_at in_input(int to, block_part part) const {
        return {area::input, input_[at(to)] + part.first, part.count};
    }
    [[nodiscard]] items_at in_output(int from, block_part part) const {
        return {area::output, output_[at(from)] + part.first, part.count};
    }
    // Copies to the items of `message` from item `filled` on.
    void pack(items_at from, const items_at& message, std::size_t& filled) {
        out_.copy(from, part_of(message, filled, from.count));
        filled += from.count;
    }

    void spread() {
        held_.resize(at(size_) * at(size_));
        for (int to = 0; to < size_; ++to)
            held(rank_, to) = in_input(to, lengths_.through(rank_, rank_, to));
        for (int step = 1; step < size_; ++step) {
            const int target = shifted_receiver(rank_, step, size_);
            const int source = shifted_receiver(rank_, size_ - step, size_);
            const items_at message = out_.scratch(lengths_.spread(rank_, target));
            std::size_t filled = 0;
            for (int to = 0; to < size_; ++to)
                pack(in_input(to, lengths_.through(target, rank_, to)), message, filled);
            out_.receive(source, place_held(source));
            out_.send(target, message);
            out_.wait();
        }
    }

    // Reserves the message from `source` of the first phase and notes where its parts are.
    items_at place_held(int source) {
        const items_at message = out_.scratch(lengths_.spread(source, rank_));
        std::size_t begin = 0;
        for (int to = 0; to < size_; ++to) {
            const std::size_t count = lengths_.through(rank_, source, to).count;
            held(source, to) = part_of(message, begin, count);
            begin += count;
        }
        return message;
    }

    void deliver() {
        for (int from = 0; from < size_; ++from)
            out_.copy(held(from, rank_), in_output(from, lengths_.through(rank_, from, rank_)));
        for (int step = 1; step < size_; ++step) {
            const int target = shifted_receiver(rank_, step, size_);
            const int source = shifted_receiver(rank_, size_ - step, size_);
            const items_at message = out_.scratch(lengths_.deliver(rank_, target));
            std::size_t filled = 0;
            pack(in_input(target, {0, lengths_.shortest(target)}), message, filled);
            for (int from = 0; from < size_; ++from)
                pack(held(from, target), message, filled);
            const items_at arrived = out_.scratch(lengths_.deliver(source, rank_));
            out_.receive(source, arrived);
            out_.send(target, message);
            out_.wait();
            unpack(source, arrived);
        }
    }

    void unpack(int source, const items_at& message) {
        const std::size_t direct = lengths_.shortest(rank_);
        out_.copy(part_of(message, 0, direct), in_output(source, {0, direct}));
        std::size_t begin = direct;
        for (int from = 0; from < size_; ++from) {
            const block_part part = lengths_.through(source, from, rank_);
            out_.copy(part_of(message, begin, part.count), in_output(from, part));
            begin += part.count;
        }
    }

    // The items from `from` to `to` that pass through this rank, after the first phase.
    items_at& held(int from, int to) { return held_[at(from) * at(size_) + at(to)]; }

    int rank_, size_;
    balanced_lengths lengths_;
    std::vector<std::size_t> input_, output_;  // begins of the blocks
    std::vector<items_at> held_;
    schedule_builder out_;
};

schedule alltoall_varying_balanced_schedule(const collective_shape& shape) {
    return balanced_alltoall(shape).make();
}

algorithm_cost alltoall_varying_balanced_cost(const collective_shape& shape) {
    const balanced_lengths lengths(shape);
    round_costs rounds;
    for (int step = 1; step < shape.size; ++step) {
        for (int rank = 0; rank < shape.size; ++rank)
            rounds.message(lengths.spread(rank, shifted_receiver(rank, step, shape.size)));
        rounds.end_round();
    }
    for (int step = 1; step < shape.size; ++step) {
        for (int rank = 0; rank < shape.size; ++rank)
            rounds.message(lengths.deliver(rank, shifted_receiver(rank, step, shape.size)));
        rounds.end_round();
    }
    return rounds.sum();
}

}  // namespace

const algorithm alltoall_varying_balanced{
    .kind = collective_kind::alltoall_varying,
    .name = "balanced",
    .summary = "two phases of messages of nearly equal lengths, for a few long blocks; all ranks must know all lengths",
    .standard_association = true,
    .fits = &has_all_lengths,
    .make = &alltoall_varying_balanced_schedule,
    .cost = &alltoall_varying_balanced_cost,
};

}  // namespace banyan::net

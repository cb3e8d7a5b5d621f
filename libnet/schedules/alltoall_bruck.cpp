// Alltoall by Bruck et al. (1997, "Efficient algorithms for all-to-all communications in multiport message-passing
// systems", the index operation). A block for rank + j moves by the powers of two in j, one per round. In the round of
// distance d a rank packs all blocks that have d in their j into one message to rank + d. These blocks come from
// several ranks, so with blocks of different lengths a rank must know those of all ranks.
#include <algorithm>
#include <vector>

#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/cost_sums.hpp"
#include "libnet/schedules/items_of_pairs.hpp"

namespace banyan::net {
namespace {

// The j of the blocks that move in the round of this distance.
std::vector<int> blocks_of_round(int distance, int size) {
    std::vector<int> moved;
    for (int j = distance; j < size; ++j)
        if ((j & distance) != 0) moved.push_back(j);
    return moved;
}

// Which blocks a rank has before the round of a distance. Each of them has moved by the smaller powers of two in its j.
class bruck_blocks {
  public:
    explicit bruck_blocks(const collective_shape& shape) : items_(shape) {}

    [[nodiscard]] bool are_equal() const { return items_.are_equal(); }
    // The items of block j.
    [[nodiscard]] std::size_t count(int rank, int j, int distance) const {
        const int from = shifted(rank, -(j & (distance - 1)));
        return items_.count(from, shifted(from, j));
    }
    // The items that the rank sends in the round.
    [[nodiscard]] std::size_t sent(int rank, int distance) const {
        std::size_t sum = 0;
        for (int j = distance; j < items_.size(); ++j)
            if ((j & distance) != 0) sum += count(rank, j, distance);
        return sum;
    }
    // The rank at a distance of -p .. p - 1.
    [[nodiscard]] int shifted(int rank, int distance) const {
        const int moved = rank + distance;
        return moved < 0 ? moved + items_.size() : moved < items_.size() ? moved : moved - items_.size();
    }

  private:
    items_of_pairs items_;
};

class bruck_alltoall {
  public:
    explicit bruck_alltoall(const collective_shape& shape)
        : rank_(shape.rank),
          size_(shape.size),
          blocks_(shape),
          input_(items_of_pairs(shape).sent_by(shape.rank)),
          output_(items_of_pairs(shape).received_by(shape.rank)) {}

    schedule make() {
        out_.copy(input_.block(area::input, rank_), output_.block(area::output, rank_));
        reserve();
        for (int distance = 1; distance < size_; distance *= 2)
            add_round(distance);
        return out_.finish();
    }

  private:
    void reserve() {
        std::size_t most_sent = 0, most_received = 0;
        for (int distance = 1; distance < size_; distance *= 2) {
            most_sent = std::max(most_sent, blocks_.sent(rank_, distance));
            most_received = std::max(most_received, blocks_.sent(blocks_.shifted(rank_, -distance), distance));
        }
        packed_ = out_.scratch(most_sent);
        arrived_ = out_.scratch(most_received);
        for (int j = 0; j < size_; ++j) {
            held_.push_back(input_.block(area::input, blocks_.shifted(rank_, j)));
            passed_on_.push_back(out_.scratch(most_passed_on(j)));
        }
    }

    // The items of the longest block j that this rank passes on.
    [[nodiscard]] std::size_t most_passed_on(int j) const {
        std::size_t most = 0;
        for (int distance = 1; !is_last(j, distance); distance *= 2)
            if ((j & distance) != 0) most = std::max(most, blocks_.count(rank_, j, 2 * distance));
        return most;
    }

    // True if block j has no larger power of two, so that it does not move after the round.
    static bool is_last(int j, int distance) { return j < 2 * distance; }

    // Where block j is after it has arrived in the round.
    [[nodiscard]] items_at place_of(int j, int distance) const {
        if (is_last(j, distance)) return output_.block(area::output, blocks_.shifted(rank_, -j));
        return part_of(passed_on_[index(j)], 0, blocks_.count(rank_, j, 2 * distance));
    }

    void add_round(int distance) {
        const std::vector<int> moved = blocks_of_round(distance, size_);
        std::size_t sent = 0, received = 0;
        for (const int j : moved) {
            const items_at& block = held_[index(j)];
            out_.copy(block, part_of(packed_, sent, block.count));
            sent += block.count;
        }
        const int source = blocks_.shifted(rank_, -distance);
        out_.receive(source, part_of(arrived_, 0, blocks_.sent(source, distance)));
        out_.send(blocks_.shifted(rank_, distance), part_of(packed_, 0, sent));
        out_.wait();
        for (const int j : moved) {
            items_at& block = held_[index(j)];
            block = place_of(j, distance);
            out_.copy(part_of(arrived_, received, block.count), block);
            received += block.count;
        }
    }

    static std::size_t index(int j) { return static_cast<std::size_t>(j); }

    int rank_, size_;
    bruck_blocks blocks_;
    item_blocks input_, output_;       // of all ranks
    items_at packed_{}, arrived_{};    // the messages of a round
    std::vector<items_at> held_;       // block j
    std::vector<items_at> passed_on_;  // the memory of block j between two rounds in which it moves
    schedule_builder out_;
};

schedule alltoall_bruck_schedule(const collective_shape& shape) {
    return bruck_alltoall(shape).make();
}

algorithm_cost alltoall_bruck_cost(const collective_shape& shape) {
    const bruck_blocks blocks(shape);
    round_costs rounds;
    for (int distance = 1; distance < shape.size; distance *= 2) {
        if (blocks.are_equal()) rounds.messages(static_cast<std::uint64_t>(shape.size), blocks.sent(0, distance));
        for (int rank = 0; rank < shape.size && !blocks.are_equal(); ++rank)
            rounds.message(blocks.sent(rank, distance));
        rounds.end_round();
    }
    return rounds.sum();
}

constexpr algorithm alltoall_bruck_record(collective_kind kind, std::string_view summary,
                                          bool (*fits)(const collective_shape& shape)) {
    return {
        .kind = kind,
        .name = "bruck",
        .summary = summary,
        .standard_association = true,
        .fits = fits,
        .make = &alltoall_bruck_schedule,
        .cost = &alltoall_bruck_cost,
    };
}

}  // namespace

const algorithm alltoall_bruck = alltoall_bruck_record(
    collective_kind::alltoall, "packed blocks to rank + 1, + 2, + 4, ...: few rounds, for short blocks", nullptr);
const algorithm alltoall_varying_bruck = alltoall_bruck_record(
    collective_kind::alltoall_varying,
    "packed blocks to rank + 1, + 2, + 4, ...: few rounds, for short blocks; all ranks must know all lengths",
    &has_all_lengths);

}  // namespace banyan::net

#include "libnet/schedules/scattered_scan.hpp"

#include <algorithm>

#include "libnet/schedules/item_blocks.hpp"

namespace banyan::net {
namespace {

class scattered_ranks {
  public:
    scattered_ranks(const collective_shape& shape, bool exclusive)
        : rank_(shape.rank),
          size_(shape.size),
          exclusive_(exclusive),
          blocks_(item_blocks::divided(shape.items, shape.size)) {
        const std::size_t items = blocks_.count(rank_) * static_cast<std::size_t>(size_);
        upto_ = out_.scratch(items);
        before_ = out_.scratch(exclusive ? items : 0);
    }

    schedule make() {
        exchange([&](int peer) { return blocks_.block(area::input, peer); },
                 [&](int peer) { return part(upto_, peer); });
        out_.copy(blocks_.block(area::input, rank_), part(upto_, rank_));
        for (int distance = 1; distance < size_; distance *= 2)
            combine(distance);
        const items_at& results = exclusive_ ? before_ : upto_;
        const auto has_result = [&](int rank) { return !exclusive_ || rank > 0; };
        exchange([&](int peer) { return has_result(peer) ? part(results, peer) : items_at{}; },
                 [&](int peer) { return has_result(rank_) ? blocks_.block(area::output, peer) : items_at{}; });
        if (has_result(rank_)) out_.copy(part(results, rank_), blocks_.block(area::output, rank_));
        return out_.finish();
    }

  private:
    // In round k a rank sends to rank + k and receives from rank - k. The rounds do not overlap: blocks of different
    // lengths would delay each other.
    template <class Sent, class Received>
    void exchange(const Sent& sent, const Received& received) {
        for (int k = 1; k < size_; ++k) {
            const int from = (rank_ + size_ - k) % size_, to = (rank_ + k) % size_;
            out_.receive(from, received(from));
            out_.send(to, sent(to));
            out_.wait();
        }
    }

    // One step of the doubling for all ranks, from the last rank down, so that each rank combines old items of the
    // others.
    void combine(int distance) {
        for (int rank = size_ - 1; rank >= distance; --rank) {
            const items_at left = part(upto_, rank - distance);
            if (exclusive_ && distance == 1) out_.copy(left, part(before_, rank));
            if (exclusive_ && distance > 1) out_.combine(left, part(before_, rank), part(before_, rank));
            if (!exclusive_ || rank + 2 * distance < size_) out_.combine(left, part(upto_, rank), part(upto_, rank));
        }
    }

    [[nodiscard]] items_at part(const items_at& all, int rank) const {
        const std::size_t items = blocks_.count(rank_);
        return part_of(all, static_cast<std::size_t>(rank) * items, items);
    }

    schedule_builder out_;
    int rank_, size_;
    bool exclusive_;
    item_blocks blocks_;
    items_at upto_, before_;  // the results with and without each rank's own items
};

}  // namespace

schedule scattered_scan(const collective_shape& shape, bool exclusive) {
    return scattered_ranks(shape, exclusive).make();
}

algorithm_cost scattered_scan_cost(const collective_shape& shape, bool exclusive) {
    if (shape.items == 0) return {};
    const item_blocks blocks = item_blocks::divided(shape.items, shape.size);
    const auto others = static_cast<std::uint64_t>(shape.size - 1),
               filled = static_cast<std::uint64_t>(blocks.filled());
    algorithm_cost cost{2 * (shape.size - 1), 2 * others * filled, 2 * others * blocks.total(),
                        2 * others * blocks.longest(), 0};
    if (exclusive) {  // rank 0 gets no result
        cost.messages -= filled - 1;
        cost.items -= blocks.total() - blocks.count(0);
    }
    for (int distance = 1; distance < shape.size; distance *= 2) {
        const int both = shape.size - distance, sending = std::max(0, shape.size - 3 * distance);
        const int combined = !exclusive ? both : sending + (distance > 1 ? both : 0);
        cost.path_combined += static_cast<std::uint64_t>(combined) * blocks.longest();
    }
    return cost;
}

}  // namespace banyan::net

// Reduce-scatter by recursive halving (recursive_halving.hpp), which has few rounds. The blocks are first copied to the
// order in which the halves are consecutive: the block of an index stands where the index keeps its last half. Folded
// if p is not a power of two; the first rank of a pair then works for both.
#include <algorithm>

#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/cost_sums.hpp"
#include "libnet/schedules/recursive_halving.hpp"
#include "libnet/schedules/segments.hpp"

namespace banyan::net {
namespace {

// The place of an index, and the index of a place: its bits in reverse.
int reversed(int index, const folded_cube& cube) {
    int result = 0;
    for (int bit = 0; bit < cube.dimension(); ++bit)
        result |= (index >> bit & 1) << (cube.dimension() - 1 - bit);
    return result;
}

// The blocks of the indices, place by place.
item_blocks placed_blocks_of(const item_blocks& ranks, const folded_cube& cube) {
    item_blocks placed;
    for (int place = 0; place < cube.indices(); ++place) {
        const int index = reversed(place, cube);
        placed.append(ranks.count(cube.first_rank(index), cube.first_rank(index + 1)));
    }
    return placed;
}

class halving_rank {
  public:
    explicit halving_rank(const collective_shape& shape)
        : rank_(shape.rank),
          segment_(shape.segment),
          cube_(shape.size),
          index_(cube_.index_of(shape.rank)),
          ranks_(item_blocks::of_ranks(shape)),
          placed_(placed_blocks_of(ranks_, cube_)) {}

    schedule make() {
        const items_at result{area::output, 0, ranks_.count(rank_)};
        if (rank_ != cube_.first_rank(index_)) {
            out_.send(rank_ - 1, ranks_.range(area::input, 0, ranks_.size()));
            out_.receive(rank_ - 1, result);
            return out_.finish();
        }
        const items_at work = out_.scratch(ranks_.total());
        const std::vector<halving_step> steps = halving_steps(index_, cube_.indices());
        const items_at theirs = out_.scratch(longest_received(steps));
        place_operand(work, theirs);
        halving_memory memory{work, work, theirs};
        for (const halving_step& now : steps)
            add_halving_step(out_, now, cube_.first_rank(now.partner), placed_, memory, segment_);
        const items_at mine = part_of(work, placed_.begin(reversed(index_, cube_)), 0);
        if (cube_.in_pair(rank_)) out_.send(rank_ + 1, part_of(mine, result.count, ranks_.count(rank_ + 1)));
        out_.copy(part_of(mine, 0, result.count), result);
        return out_.finish();
    }

  private:
    [[nodiscard]] std::size_t longest_received(const std::vector<halving_step>& steps) const {
        std::size_t longest = cube_.in_pair(rank_) ? ranks_.total() : 0;
        for (const halving_step& now : steps)
            longest = std::max(longest, placed_.count(now.kept.first, now.kept.last));
        return longest;
    }

    // Copies this rank's operand to `work`. In a pair, combines it with the operand of the other rank instead.
    void place_operand(const items_at& work, const items_at& theirs) {
        const bool folds = cube_.in_pair(rank_);
        if (folds) out_.receive(rank_ + 1, part_of(theirs, 0, ranks_.total()));
        out_.wait();
        for (int index = 0; index < cube_.indices(); ++index) {
            const items_at own = ranks_.range(area::input, cube_.first_rank(index), cube_.first_rank(index + 1));
            const items_at placed = part_of(work, placed_.begin(reversed(index, cube_)), own.count);
            if (folds)
                out_.combine(own, part_of(theirs, own.first, own.count), placed);
            else
                out_.copy(own, placed);
        }
    }

    schedule_builder out_;
    int rank_;
    std::size_t segment_;
    folded_cube cube_;
    int index_;
    item_blocks ranks_, placed_;
};

schedule reduce_scatter_recursive_halving_schedule(const collective_shape& shape) {
    return halving_rank(shape).make();
}

algorithm_cost reduce_scatter_recursive_halving_cost(const collective_shape& shape) {
    const folded_cube cube(shape.size);
    const item_blocks ranks = item_blocks::of_ranks(shape);
    round_costs fold, unfold;
    fold.messages(static_cast<std::uint64_t>(cube.pairs()), ranks.total());
    fold.end_round();
    for (int pair = 0; pair < cube.pairs(); ++pair)
        unfold.message(ranks.count(2 * pair + 1));
    unfold.end_round();
    const algorithm_cost folded = in_sequence(fold.sum(), halving_cost(placed_blocks_of(ranks, cube), shape.segment));
    algorithm_cost total = in_sequence(folded, unfold.sum());
    total.path_combined += fold.sum().path_items;
    return total;
}

}  // namespace

const algorithm reduce_scatter_recursive_halving{
    .kind = collective_kind::reduce_scatter,
    .name = "recursive-halving",
    .summary = "exchange halves with rank xor 1, 2, 4, ...: few rounds, for short vectors",
    .standard_association = true,
    .fits = nullptr,
    .make = &reduce_scatter_recursive_halving_schedule,
    .cost = &reduce_scatter_recursive_halving_cost,
};

}  // namespace banyan::net

#include "libnet/schedules/chain_reduce.hpp"

#include <algorithm>

#include "libnet/schedules/segments.hpp"

namespace banyan::net {
namespace {

// The part of a rank that is not the root: combines in scratch memory, or sends its own items at the end of a chain.
void pass_on(schedule_builder& out, const collective_shape& shape) {
    const items_at mine{area::input, 0, shape.items};
    const bool from_left = shape.rank < shape.root;
    const int before = from_left ? shape.rank - 1 : shape.rank + 1;
    const int next = from_left ? shape.rank + 1 : shape.rank - 1;
    if (before < 0 || before == shape.size) return send_segments(out, next, mine, shape.segment);
    const items_at chain = out.scratch(shape.items);
    const std::size_t earlier = out.transfers();
    receive_segments(out, before, chain, shape.segment);
    for (std::size_t i = 0; i < segment_count(shape.items, shape.segment); ++i) {
        const items_at own = segment_of(mine, shape.segment, i), theirs = segment_of(chain, shape.segment, i);
        out.wait_for(earlier + i + 1);
        if (from_left)
            out.combine(theirs, own, theirs);
        else
            out.combine(own, theirs, theirs);
        out.send(next, theirs);
    }
}

void combine_on_root(schedule_builder& out, const collective_shape& shape) {
    const items_at mine{area::input, 0, shape.items}, result{area::output, 0, shape.items};
    const bool has_left = shape.root > 0, has_right = shape.root + 1 < shape.size;
    const items_at left = out.scratch(has_left ? shape.items : 0), right = out.scratch(has_right ? shape.items : 0);
    const std::size_t segments = segment_count(shape.items, shape.segment);
    const auto part = [&](const items_at& items, std::size_t i) { return segment_of(items, shape.segment, i); };
    const std::size_t earlier = out.transfers();
    for (std::size_t i = 0; i < segments; ++i) {
        if (has_left) out.receive(shape.root - 1, part(left, i));
        if (has_right) out.receive(shape.root + 1, part(right, i));
    }
    for (std::size_t i = 0; i < segments; ++i) {
        out.wait_for(earlier + (i + 1) * (has_left && has_right ? 2 : 1));
        if (has_left) out.combine(part(left, i), part(mine, i), part(result, i));
        if (has_right) out.combine(part(has_left ? result : mine, i), part(right, i), part(result, i));
    }
}

}  // namespace

void add_chain_reduce(schedule_builder& out, const collective_shape& shape) {
    if (shape.size == 1)
        out.copy({area::input, 0, shape.items}, {area::output, 0, shape.items});
    else if (shape.items > 0 && shape.rank == shape.root)
        combine_on_root(out, shape);
    else if (shape.items > 0)
        pass_on(out, shape);
}

algorithm_cost chain_reduce_cost(const collective_shape& shape) {
    const auto m = std::uint64_t{shape.items};
    if (m == 0 || shape.size == 1) return {};
    const auto d = static_cast<std::uint64_t>(std::max(shape.root, shape.size - 1 - shape.root));
    const auto n = static_cast<std::uint64_t>(std::min(shape.root, shape.size - 1 - shape.root));
    const std::uint64_t s = segment_count(shape.items, shape.segment);
    const std::uint64_t longest = shape.segment == 0 ? m : std::min<std::uint64_t>(shape.segment, m);
    const auto transfer = [&](std::uint64_t one, std::uint64_t all) {
        return n == 0 ? (d - 1) * one + all : std::max((d - 1) * one + all, (n - 1) * one + 2 * all);
    };
    const std::uint64_t combined = (d - 1) * longest + (n == 0 ? m : 2 * m);
    return {static_cast<int>(transfer(1, s)), (n + d) * s, (n + d) * m, transfer(longest, m), combined};
}

}  // namespace banyan::net

// Reduce on the root alone: the root receives the items of all ranks and combines them in the order of the ranks, as
// ((v0 v1) v2) ... . While it combines, it receives the next items. p - 1 rounds.
#include <vector>

#include "libnet/schedules/algorithms.hpp"

namespace banyan::net {
namespace {

// The result so far is kept in scratch memory up to the root's own items, because input and output may be the same
// memory, and in the output from there on.
void combine_all_on_root(schedule_builder& out, const collective_shape& shape) {
    const items_at own{area::input, 0, shape.items}, result{area::output, 0, shape.items};
    const items_at so_far = out.scratch(shape.root == 0 ? 0 : shape.items);
    const items_at slots[] = {out.scratch(shape.items), out.scratch(shape.items)};
    std::vector<int> others;
    for (int rank = 0; rank < shape.size; ++rank)
        if (rank != shape.root) others.push_back(rank);
    const bool begins_with_own = shape.root == 0;
    const auto memory_of = [&](std::size_t other) {
        return other == 0 && !begins_with_own ? so_far : slots[other % 2];
    };
    const auto receive = [&](std::size_t other) {
        if (other < others.size()) out.receive(others[other], memory_of(other));
    };
    receive(0);
    receive(1);
    items_at left = own;
    std::size_t next = 0;
    if (!begins_with_own) {
        left = so_far;
        receive(2);
        next = 1;
    }
    for (int rank = 1; rank < shape.size; ++rank) {
        const items_at to = rank < shape.root ? so_far : result;
        if (rank == shape.root) {
            out.wait_for(next);
            out.combine(left, own, to);
        } else {
            out.wait_for(next + 1);
            out.combine(left, memory_of(next), to);
            receive(2 + next++);
        }
        left = to;
    }
}

schedule reduce_linear_schedule(const collective_shape& shape) {
    schedule_builder out;
    const items_at mine{area::input, 0, shape.items};
    if (shape.rank != shape.root)
        out.send(shape.root, mine);
    else if (shape.size == 1)
        out.copy(mine, {area::output, 0, shape.items});
    else if (shape.items > 0)
        combine_all_on_root(out, shape);
    return out.finish();
}

algorithm_cost reduce_linear_cost(const collective_shape& shape) {
    const auto m = std::uint64_t{shape.items};
    if (m == 0) return {};
    const auto messages = static_cast<std::uint64_t>(shape.size - 1);
    return {static_cast<int>(messages), messages, messages * m, messages * m, messages * m};
}

}  // namespace

const algorithm reduce_linear{
    .kind = collective_kind::reduce,
    .name = "linear",
    .summary = "the root receives the items of each rank and combines them: for few ranks",
    .standard_association = false,
    .fits = nullptr,
    .make = &reduce_linear_schedule,
    .cost = &reduce_linear_cost,
};

}  // namespace banyan::net

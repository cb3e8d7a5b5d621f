// Barrier of the measurements of Marinescu and Rice (1991, section 4): the signals of the even and of the odd ranks go
// up two binary trees (two_binary_tree.hpp), the roots 0 and 1 signal each other, and then signals go down both trees.
#include <vector>

#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/n_ary_tree.hpp"
#include "libnet/schedules/tree_barrier.hpp"
#include "libnet/schedules/tree_cost.hpp"
#include "libnet/schedules/two_binary_tree.hpp"

namespace banyan::net {
namespace {

schedule barrier_two_binary_trees_schedule(const collective_shape& shape) {
    schedule_builder out;
    tree_place place = two_binary_tree.place(shape.rank, shape.size);
    if (shape.rank == 0 && shape.size > 1) {  // each root has the other one as its parent
        place.parent = 1;
        std::erase(place.children, 1);
    }
    add_signals_up(out, place);
    add_signals_down(out, place);
    return out.finish();
}

struct heap_rounds {
    std::uint64_t up = 0, down = 0;
};

// The rounds of a tree of so many nodes: a root above a binary heap.
heap_rounds rounds_of_tree(int nodes) {
    if (nodes < 2) return {};
    const std::vector<tree_place> heap = places_by_level(binary_tree, nodes - 1);
    return {time_up(heap, one_round) + 1, time_down(heap, one_round) + 1};
}

algorithm_cost barrier_two_binary_trees_cost(const collective_shape& shape) {
    if (shape.size < 2) return {};
    const heap_rounds even = rounds_of_tree((shape.size + 1) / 2), odd = rounds_of_tree(shape.size / 2);
    // A larger tree takes longer. If it takes one round longer, the signals of rank 2 and of rank 1 reach rank 0 in the
    // same round, and it takes one of them a round later.
    const std::uint64_t collected = even.up == odd.up + 1 ? even.up + 1 : even.up;
    const std::uint64_t rounds = collected + 1 + even.down;
    return {static_cast<int>(rounds), 2 * static_cast<std::uint64_t>(shape.size - 1), 0, 0, 0};
}

}  // namespace

const algorithm barrier_two_binary_trees{
    .kind = collective_kind::barrier,
    .name = "two-binary-trees",
    .summary = "up and down two binary trees with the roots 0 and 1, which signal each other",
    .standard_association = true,
    .fits = nullptr,
    .make = &barrier_two_binary_trees_schedule,
    .cost = &barrier_two_binary_trees_cost,
};

}  // namespace banyan::net

// The table of all algorithms. The first of each collective fits every shape.
#include <algorithm>

#include "libnet/schedules/algorithms.hpp"

namespace banyan::net {
namespace {

// clang-format off
const algorithm* const algorithms[] = {
    &barrier_banyan_exchange,
    &barrier_dissemination,
    &barrier_binary_tree,
    &barrier_broadcast_collapse,
    &barrier_chain,
    &barrier_hypercube_tree,
    &barrier_linear,
    &barrier_n_ary_tree,
    &barrier_near_binary_tree,
    &barrier_two_binary_trees,
    &barrier_two_level,
    &broadcast_hypercube_tree,
    &broadcast_binary_tree,
    &broadcast_chain,
    &broadcast_linear,
    &broadcast_n_ary_tree,
    &broadcast_near_binary_tree,
    &broadcast_pipelined_binary_tree,
    &broadcast_scatter_allgather,
    &broadcast_scatter_banyan_exchange,
    &broadcast_two_level,
    &reduce_hypercube_tree,
    &reduce_binary_tree,
    &reduce_chain,
    &reduce_linear,
    &reduce_n_ary_tree,
    &reduce_near_binary_tree,
    &reduce_rabenseifner,
    &reduce_two_level,
    &allreduce_banyan_exchange,
    &allreduce_binary_tree,
    &allreduce_chain,
    &allreduce_linear,
    &allreduce_n_ary_tree,
    &allreduce_near_binary_tree,
    &allreduce_rabenseifner,
    &allreduce_reduce_broadcast,
    &allreduce_ring,
    &allreduce_scattered,
    &allreduce_two_level,
    &reduce_scatter_pairwise,
    &reduce_scatter_recursive_halving,
    &reduce_scatter_reduce_then_scatter,
    &reduce_scatter_ring,
    &reduce_scatter_two_level,
    &scan_doubling,
    &scan_chain,
    &scan_scattered,
    &scan_two_level,
    &exclusive_scan_doubling,
    &exclusive_scan_chain,
    &exclusive_scan_scattered,
    &exclusive_scan_two_level,
    &gather_hypercube_tree,
    &gather_binary_tree,
    &gather_chain,
    &gather_linear,
    &gather_n_ary_tree,
    &gather_near_binary_tree,
    &gather_two_level,
    &scatter_hypercube_tree,
    &scatter_binary_tree,
    &scatter_chain,
    &scatter_linear,
    &scatter_n_ary_tree,
    &scatter_near_binary_tree,
    &scatter_two_level,
    &scatter_two_level_groups,
    &allgather_bruck,
    &allgather_banyan_exchange,
    &allgather_gather_broadcast,
    &allgather_linear,
    &allgather_ring,
    &allgather_two_level,
    &alltoall_pairwise,
    &alltoall_bruck,
    &alltoall_linear,
    &alltoall_two_level,
    &alltoall_varying_pairwise,
    &alltoall_varying_balanced,
    &alltoall_varying_bruck,
    &alltoall_varying_linear,
    &alltoall_varying_two_level,
};
// clang-format on

}  // namespace

std::span<const algorithm* const> all_algorithms() {
    return algorithms;
}

const algorithm* find_algorithm(collective_kind kind, std::string_view name) {
    const auto* const found =
        std::ranges::find_if(algorithms, [&](const algorithm* a) { return a->kind == kind && a->name == name; });
    return found == std::end(algorithms) ? nullptr : *found;
}

std::vector<collective_kind> collectives_with_algorithms() {
    std::vector<collective_kind> kinds;
    for (const algorithm* a : algorithms)
        if (std::ranges::count(kinds, a->kind) == 0) kinds.push_back(a->kind);
    return kinds;
}

std::string algorithm_names(collective_kind kind) {
    std::string names;
    for (const algorithm* a : algorithms)
        if (a->kind == kind) names += (names.empty() ? "" : ", ") + std::string(a->name);
    return names;
}

}  // namespace banyan::net

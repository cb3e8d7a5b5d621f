// The table of all algorithms. The first of each collective fits every shape.
#include <algorithm>

#include "libnet/schedules/algorithms.hpp"

namespace banyan::net {
namespace {

// clang-format off
const algorithm* const table[] = {
    &barrier_dissemination,
    &broadcast_hypercube_tree,
    &broadcast_scatter_allgather,
    &broadcast_scatter_banyan_exchange,
    &broadcast_two_level,
    &reduce_hypercube_tree,
    &allreduce_banyan_exchange,
    &gather_hypercube_tree,
    &scatter_hypercube_tree,
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
    &alltoall_varying_linear,
    &alltoall_varying_balanced,
};
// clang-format on

}  // namespace

std::span<const algorithm* const> all_algorithms() {
    return table;
}

const algorithm* find_algorithm(collective_kind kind, std::string_view name) {
    const auto* const found =
        std::ranges::find_if(table, [&](const algorithm* a) { return a->kind == kind && a->name == name; });
    return found == std::end(table) ? nullptr : *found;
}

std::string algorithm_names(collective_kind kind) {
    std::string names;
    for (const algorithm* a : table)
        if (a->kind == kind) names += (names.empty() ? "" : ", ") + std::string(a->name);
    return names;
}

}  // namespace banyan::net

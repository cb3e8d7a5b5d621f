// The table of all algorithms. The first of each collective fits every shape.
#include <algorithm>

#include "libnet/schedules/algorithms.hpp"

namespace banyan::net {
namespace {

// clang-format off
const algorithm* const table[] = {
    &allreduce_banyan_exchange,
    &allreduce_linear,
    &allreduce_rabenseifner,
    &allreduce_reduce_broadcast,
    &allreduce_ring,
    &allreduce_scattered,
    &allreduce_two_level,
    &exclusive_scan_doubling,
    &exclusive_scan_chain,
    &reduce_rabenseifner,
    &reduce_two_level,
    &reduce_scatter_pairwise,
    &reduce_scatter_recursive_halving,
    &reduce_scatter_reduce_then_scatter,
    &reduce_scatter_ring,
    &scan_doubling,
    &scan_chain,
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

// Kaddoura's cost of a layout in shares: internal edges and their length.
#pragma once

#include "banyan/part/methods.hpp"
#include "libpart/geometry/exact_geometry.hpp"

namespace banyan::part {

/// Each internal edge is one message in each direction, and each cell side of it one item in each direction.
struct edge_cost {
    double per_edge;  ///< 2 lambda, seconds
    double per_side;  ///< 2 tau item_bytes, seconds

    /// The cost of a layout in seconds: lambda 2 E_i + tau bytes 2 Acost.
    [[nodiscard]] double of(const cut_tree& tree, const grid& domain) const {
        const exact_measures m = measures_of(tree, domain);
        return per_edge * static_cast<double>(m.internal_edges) + per_side * m.cut_length;
    }
};

inline edge_cost edge_cost_of(const partition_options& options) {
    return {2 * options.net.latency_s, 2 * options.net.time_per_byte_s * static_cast<double>(options.item_bytes)};
}

}  // namespace banyan::part

// The depth of the halo of a run: the one that is asked for, or that of the least predicted time.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "banyan/grid/halo_depth.hpp"
#include "banyan/net/group.hpp"
#include "banyan/part/partition.hpp"
#include "examples/thermal/kernel.hpp"

namespace thermal {

/// The deepest halo that --halo-depth takes, and the deepest that is chosen.
inline constexpr int most_halo_depth = 256;
inline constexpr int most_chosen_depth = 32;

/// The network model of the advisor: time = lambda + tau x bytes.
struct network_times {
    double lambda_s = 0;
    double tau_s_per_byte = 0;
};

struct depth_choice {
    int depth = 1;
    std::string source;                     ///< of the network times: advice, measured; none for one rank
    banyan::grid::iteration_costs costs{};  ///< the largest of all ranks
    double predicted_s = 0;                 ///< of an iteration with this depth
    std::vector<double> predictions_s{};    ///< of an iteration with depth 1, 2, ... that could be chosen
};

/// Chooses the depth for `parts`, the same on every rank. Measures sweeps over whole arrays and block by block, which
/// takes about as long as 200 sweeps over 4 million cells in the cache; and, without `network`, exchanges of four
/// depths between the ranks. Collective.
depth_choice choose_depth(const banyan::net::group& world, const banyan::part::partition& parts, variant work,
                          const std::optional<network_times>& network);

}  // namespace thermal

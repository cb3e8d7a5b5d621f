// How many processors to use: a slow processor can cost more in messages than it saves in computation.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "banyan/part/cost.hpp"
#include "banyan/part/grid.hpp"
#include "banyan/part/measured_network.hpp"
#include "banyan/part/methods.hpp"
#include "banyan/part/speeds.hpp"
#include "banyan/part/stencil.hpp"

namespace banyan::part {

/// The messages and the computation of one iteration.
struct iteration_load {
    stencil pattern = stencil::named("5");
    network net = {};
    std::int64_t item_bytes = 8;
    double seconds_per_cell_at_speed_1 = 0;
};

struct processor_choice {
    std::vector<int> processors;  ///< the chosen ones, by descending speed
    double iteration_s;           ///< predicted time with them
    /// [k - 1]: the predicted time with the k fastest processors. It is iteration_cost_s() of the partition that the
    /// method makes for them.
    std::vector<double> seconds_by_count;
};

/// Makes a partition for the 1, 2, ... p fastest processors and chooses the number with the least iteration_cost_s(),
/// the smaller number on ties. Of all sets of k processors only the k fastest are tried. Takes the time of p
/// partitions. Throws error as make_partition() and iteration_cost_s().
processor_choice choose_processors(std::string_view method, const grid& domain, const speeds& processors,
                                   const iteration_load& load, const partition_options& options = {});
/// The same on a measured network; load.net is not used.
processor_choice choose_processors(std::string_view method, const grid& domain, const speeds& processors,
                                   const iteration_load& load, const measured_network& net,
                                   const partition_options& options = {});

}  // namespace banyan::part

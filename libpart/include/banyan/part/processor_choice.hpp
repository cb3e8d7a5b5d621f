// How many processors to use: the slowest may cost more in messages than they take off the others.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "banyan/part/cost.hpp"
#include "banyan/part/grid.hpp"
#include "banyan/part/methods.hpp"
#include "banyan/part/speeds.hpp"
#include "banyan/part/stencil.hpp"

namespace banyan::part {

/// What one iteration consists of.
struct iteration_load {
    stencil pattern = stencil::named("5");
    network net = {};
    std::int64_t item_bytes = 8;
    double seconds_per_cell_at_speed_1 = 0;
};

struct processor_choice {
    std::vector<int> processors;  ///< chosen, by descending speed
    double iteration_s;           ///< predicted with these
    /// [k - 1]: predicted with the k fastest (iteration_cost_s of the method's partition for them).
    std::vector<double> seconds_by_count;
};

/// Tries the 1, 2, ... p fastest processors with the method and takes the count of least predicted iteration_cost_s,
/// the smaller count on ties. Only the k fastest are tried of all sets of k processors. p partitions. Throws error as
/// make_partition and iteration_cost_s.
processor_choice choose_processors(std::string_view method, const grid& domain, const speeds& processors,
                                   const iteration_load& load, const partition_options& options = {});

}  // namespace banyan::part

// Short runs of an application with the partition of each method: the time of its whole iterations.
//
// A processor that has waited may be faster at first: a quota of CPU time lasts for a period, and buffers of the
// network are empty. So a turn begins with iterations that are not measured, and its windows follow each other without
// a pause, as in a long run.
#pragma once

#include <optional>
#include <vector>

#include "advisor/overlap_probe.hpp"
#include "advisor/speed_probe.hpp"
#include "banyan/net/group.hpp"
#include "banyan/part/partition.hpp"

namespace banyan::advisor {

struct iteration_options {
    int turns = 3;            ///< of each method; the methods are measured in turn
    int windows = 3;          ///< samples of a turn
    double window_s = 0.05;   ///< length of a sample; at least one iteration is done
    double warm_up_s = 0.05;  ///< before the samples of a turn; at least four iterations are done
};

/// The options that take as long as `samples` samples of `sample_s` seconds of each of the three activities of
/// calibrate_overlap().
iteration_options iterations_as_long_as(const calibration_options& calibration);

/// The least number of iterations in the first turn of a method, with those that choose the lengths.
int least_iterations_of_turn();

/// Collective over `world`. Returns for each partition turns x windows samples, in the order of measurement: seconds of
/// one iteration, until the last rank has ended it. Only both_s is filled. Returns nothing, without measuring, if the
/// application measures sweeps only. Blocks; throws net::error as group calls do.
std::optional<std::vector<overlap_calibration>> measure_iterations(const net::group& world,
                                                                   const std::vector<part::partition>& partitions,
                                                                   kernel& application,
                                                                   const iteration_options& options);

}  // namespace banyan::advisor

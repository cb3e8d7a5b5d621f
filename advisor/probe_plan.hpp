// What to measure for a given grid: shapes of processors' shares and sizes of messages. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "advisor/speed_probe.hpp"
#include "banyan/part/grid.hpp"
#include "banyan/part/partition.hpp"

namespace banyan::advisor {

/// How long to measure.
struct effort {
    int rounds = 9;           ///< windows per shape and processor
    double window_s = 0.05;   ///< length of one
    double exchange_s = 1.5;  ///< the network probe
};

/// The effort that fills `seconds` when `methods` methods are surveyed: a quarter for the network, the rest in equal
/// windows for speeds and calibration. Starting programs and slow exchanges come on top.
effort effort_for(double seconds, std::size_t methods);

/// Rounds of the first speed probe, on trial shapes: fewer than effort::rounds, at least 3.
int trial_rounds(const effort& limits);

/// Shapes of equal shares of a grid for the first speed probe: the same cells as a strip of whole rows and as a nearly
/// square block, and a quarter and twice as many cells.
std::vector<shape> trial_shapes(const part::grid& domain, int processors);

/// The shape that each processor computes on; a run of cells counts as a strip of whole rows.
std::vector<shape> shapes_of(const part::partition& parts);

/// Message sizes to probe for messages up to `longest` bytes: 8, 32, 128, ... below it, and `longest` itself; at least
/// five and at most nine.
std::vector<std::size_t> probe_sizes(std::int64_t longest);

}  // namespace banyan::advisor

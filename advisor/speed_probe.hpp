// Phase one: measures the speed of every processor with the application's own kernel, on all processors together.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "banyan/advisor/probe.hpp"
#include "banyan/net/group.hpp"

namespace banyan::advisor {

struct speed_options {
    int rounds = 7;          ///< windows per shape; the least number if there is a budget
    double window_s = 0.05;  ///< seconds of a window; each has at least one sweep
    /// If above zero, windows are added until those of every processor are_precise(), or so many seconds have passed.
    double budget_s = 0;
};

/// Seconds of one sweep: [rank][shape][round]. A shape without cells has no rounds.
using sweep_times = std::vector<std::vector<std::vector<double>>>;

/// Whether the windows of one processor, in the order of measurement with its `shapes` shapes in turn, determine the
/// median of each shape to 2 %: the half-width of its 95 % interval. Windows of 0 s are those of a shape without cells.
bool are_precise(std::span<const double> windows_s, std::size_t shapes);

/// Collective over `world`. All processors sweep at the same time, in windows of equal length, with the shapes in turn.
/// `mine` are the shapes of this rank; all ranks have the same number. The result is on rank 0, and empty on the other
/// ranks. Blocks; throws net::error as group calls do.
sweep_times measure_sweeps(const net::group& world, const std::vector<shape>& mine, kernel& application,
                           const speed_options& options);

}  // namespace banyan::advisor

// What to measure for a given grid: shapes of the processors' parts, and sizes of messages. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "advisor/cell_work.hpp"
#include "advisor/speed_probe.hpp"
#include "banyan/part/grid.hpp"
#include "banyan/part/partition.hpp"

namespace banyan::advisor {

/// How long to measure.
struct effort {
    int rounds = 9;           ///< windows per shape and processor; more windows give narrower intervals
    double window_s = 0.05;   ///< seconds of one window
    double exchange_s = 1.5;  ///< seconds of the network probe
    /// If above zero, the whole survey takes about this time, in seconds: the windows of the methods are not `rounds`
    /// for each, but as many as are needed to decide which method is the fastest.
    double total_s = 0;
    /// If above zero, the first speed probe adds windows until the speeds are known to 2 %, at most for about so many
    /// seconds.
    double speed_s = 0;
    /// Whether partitions with shares that are shifted for messages (shifted_candidates.hpp) are measured too.
    bool shift_shares = false;
};

/// The effort that takes `seconds` in total for `methods` methods: a quarter for the network, the rest in equal windows
/// for speeds and calibration. The start of programs and slow exchanges take additional time.
effort effort_for(double seconds, std::size_t methods);

/// The effort of a survey that takes about `seconds`, for any number of methods. It ends earlier if the ranking is
/// decided. Slow iterations and the start of programs can make it longer. Shares are shifted.
effort adaptive_effort(double seconds);

/// Rounds of the first speed probe, which uses trial shapes: fewer than effort::rounds, at least 3. The least number
/// with effort::speed_s.
int trial_rounds(const effort& limits);

/// Shapes of equal parts of a grid for the first speed probe: a strip of whole rows and a nearly square block with the
/// same number of cells, and strips with a quarter and with twice as many.
std::vector<shape> trial_shapes(const part::grid& domain, int processors);

/// The shape of each processor's cells. A cell range counts as a strip of whole rows. If the work of the cells differs,
/// the shape has as many cells as the work of the processor, rounded, in rows that are at most as long as those of its
/// own cells; less work than half a cell counts as none.
std::vector<shape> shapes_of(const part::partition& parts, const cell_work& work = {});

/// Message sizes to measure for messages of up to `longest` bytes: 8, 32, 128, ... and `longest` itself; at least five
/// and at most nine sizes.
std::vector<std::size_t> probe_sizes(std::int64_t longest);

}  // namespace banyan::advisor

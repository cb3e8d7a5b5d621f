// The speed of a processor as a function of its number of cells: with caches, few cells are computed faster than many.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "advisor/cell_work.hpp"
#include "advisor/speed_probe.hpp"
#include "advisor/statistics.hpp"
#include "banyan/part/grid.hpp"
#include "banyan/part/partition.hpp"

namespace banyan::advisor {

/// The measured seconds per cell of one processor at some numbers of cells. Between them linear in the logarithm of the
/// number of cells, outside constant.
class speed_curve {
  public:
    struct point {
        double cells = 0;
        double seconds_per_cell = 0;
    };
    /// Points in any order, at least one, with both numbers > 0; throws std::invalid_argument otherwise.
    explicit speed_curve(std::vector<point> points);

    [[nodiscard]] double seconds_per_cell(double cells) const;
    /// The same curve of a processor that is faster by this factor, above 0.
    [[nodiscard]] speed_curve faster_by(double factor) const;
    /// Cells per second for that many cells.
    [[nodiscard]] double speed(double cells) const { return 1 / seconds_per_cell(cells); }

  private:
    void merge_equal_sizes();

    std::vector<point> points_;  // ascending cells, each number of cells once
};

/// One curve per rank, through the medians of the measured shapes. `shapes[rank]` are the shapes that times[rank]
/// measured. Throws std::invalid_argument for a rank without measurements.
std::vector<speed_curve> speed_curves(const std::vector<std::vector<shape>>& shapes, const sweep_times& times);

/// For each rank the 95 % interval of its speed in cells per second at `cells` cells: from the curves through the ends
/// of the intervals of the medians. So it is wide rather than narrow if several shapes determine the speed. Nothing for
/// a rank with fewer than 6 windows of a shape, which are too few for such an interval. Throws as speed_curves().
std::vector<std::optional<interval>> speed_intervals(const std::vector<std::vector<shape>>& shapes,
                                                     const sweep_times& times, double cells);

/// A partition, and the speeds of the processors at the shares of the work that it gives them.
struct balanced_partition {
    part::partition parts;
    std::vector<double> speeds;  ///< cells per second of each processor at its share
    bool settled = true;         ///< false if partition and speeds still changed in the last pass
    bool shifted = false;        ///< the speeds include the time of messages (share_shift.hpp)
};

/// A partition that is given, with the speeds of the processors at its shares of the work.
balanced_partition with_speeds(part::partition parts, std::span<const speed_curve> processors,
                               const cell_work& work = {});

/// Starts from equal shares and repeats until the partition does not change, at most 20 times: take the speeds at the
/// present shares of the work, and make the partition for these speeds. A method that does not divide the work
/// (method_info::divides_work) divides the cells. Throws part::error as part::make_partition().
balanced_partition balance(std::string_view method, const part::grid& domain, std::span<const speed_curve> processors,
                           const cell_work& work = {});

}  // namespace banyan::advisor

// Speed as a function of the size of a processor's share: caches make small shares faster than large ones.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "advisor/speed_probe.hpp"
#include "banyan/part/grid.hpp"
#include "banyan/part/partition.hpp"

namespace banyan::advisor {

/// Measured seconds per cell of one processor at some numbers of cells; in between linear in the logarithm of the
/// cells, outside constant.
class speed_curve {
  public:
    struct point {
        double cells = 0;
        double seconds_per_cell = 0;
    };
    /// Points in any order, at least one, both numbers > 0; throws std::invalid_argument otherwise.
    explicit speed_curve(std::vector<point> points);

    [[nodiscard]] double seconds_per_cell(double cells) const;
    /// Cells per second with that many cells.
    [[nodiscard]] double speed(double cells) const { return 1 / seconds_per_cell(cells); }

  private:
    void merge_equal_sizes();

    std::vector<point> points_;  // ascending cells, each number of cells once
};

/// One curve per rank, through the medians of the measured shapes. `shapes[rank]` are the shapes of that rank in
/// `times`. Throws std::invalid_argument for a rank without any measurement.
std::vector<speed_curve> speed_curves(const std::vector<std::vector<shape>>& shapes, const sweep_times& times);

/// A partition and the speeds that fit the shares it gives.
struct balanced_partition {
    part::partition parts;
    std::vector<double> speeds;  ///< cells per second of each processor at its own share
    bool settled = true;         ///< false: partition and speeds still went back and forth after the last pass
};

/// Repeats: speeds at the present shares, partition for these speeds - from equal shares until the shares stay the
/// same, at most 20 times. Throws part::error as part::make_partition does.
balanced_partition balance(std::string_view method, const part::grid& domain, std::span<const speed_curve> processors);

}  // namespace banyan::advisor

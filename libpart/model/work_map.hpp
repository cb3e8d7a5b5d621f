// The work of any rectangle of the grid in O(1), from prefix sums.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "banyan/part/grid.hpp"
#include "banyan/part/partition.hpp"
#include "banyan/part/work_density.hpp"

namespace banyan::part {

class work_map {
  public:
    /// Throws error as work_of_processors(). O(rows + columns), or O(cells) for a density by cells or by a function.
    work_map(const grid& domain, const work_density& density);

    /// Work of the cells [top, bottom) x [left, right), never below 0.
    [[nodiscard]] double work(std::int64_t top, std::int64_t bottom, std::int64_t left, std::int64_t right) const {
        if (sums_.empty()) return (rows_to(bottom) - rows_to(top)) * (cols_to(right) - cols_to(left));
        // Of cells without work, rounding can leave slightly less than 0.
        return std::max(0.0, sum_to(bottom, right) - sum_to(top, right) - sum_to(bottom, left) + sum_to(top, left));
    }

  private:
    [[nodiscard]] double rows_to(std::int64_t end) const {
        return row_sums_.empty() ? static_cast<double>(end) : row_sums_[static_cast<std::size_t>(end)];
    }
    [[nodiscard]] double cols_to(std::int64_t end) const {
        return col_sums_.empty() ? static_cast<double>(end) : col_sums_[static_cast<std::size_t>(end)];
    }
    [[nodiscard]] double sum_to(std::int64_t bottom, std::int64_t right) const {
        return sums_[static_cast<std::size_t>(bottom * (cols_ + 1) + right)];
    }
    template <class Work>
    void sum_cells(const grid& domain, const Work& work);

    std::int64_t cols_;
    std::vector<double> row_sums_;  // work = rows_to() x cols_to(); empty: every row counts 1
    std::vector<double> col_sums_;
    std::vector<double> sums_;  // of all cells above and to the left, (rows + 1) x (cols + 1); empty for products
};

/// The work of each processor, as work_of_processors() for the density of the map. O(processors), for layout::cells
/// O(cells).
std::vector<double> work_of_processors(const partition& parts, const work_map& map);

/// Cuts [0, cells) into weights.size() intervals with work in proportion to the weights, and returns the first cell of
/// each. Every cut is at the cell border nearest to the exact position, on ties at the lower one, unless an interval
/// would have no cell. work_to(k) is the work of the first k cells: 0 for k = 0, not decreasing. If there is no work at
/// all, every cell counts the same. weights: > 0, at most `cells` of them.
template <class WorkTo>
std::vector<std::int64_t> cuts_of_equal_work(std::int64_t cells, const std::vector<double>& weights,
                                             const WorkTo& work_to) {
    double all = 0;
    for (double weight : weights)
        all += weight;
    const bool idle = !(work_to(cells) > 0);
    const auto load = [&](std::int64_t k) { return idle ? static_cast<double>(k) : work_to(k); };
    const double total = load(cells);
    std::vector<std::int64_t> starts{0};
    double before = 0;
    for (std::size_t i = 1; i < weights.size(); ++i) {
        before += weights[i - 1];
        const double target = total * (before / all);
        std::int64_t low = starts.back() + 1;  // the cut is in low .. high
        std::int64_t high = cells - (std::ssize(weights) - static_cast<std::int64_t>(i));
        const std::int64_t least = low;
        while (low < high) {  // find the first border with at least the target
            const std::int64_t middle = low + (high - low) / 2;
            if (load(middle) < target)
                low = middle + 1;
            else
                high = middle;
        }
        const bool lower_is_nearer = low > least && target - load(low - 1) <= load(low) - target;
        starts.push_back(lower_is_nearer ? low - 1 : low);
    }
    return starts;
}

}  // namespace banyan::part

#include "advisor/cell_work.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "libpart/model/work_map.hpp"

namespace banyan::advisor {
namespace {

using form = part::work_density::form;

// All rows have equally many cells, and all columns, so this is the mean of the cells for each form of the density.
double mean_above_zero(const std::vector<double>& values) {
    const auto count = std::ranges::count_if(values, [](double value) { return value > 0; });
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(count);
}

void divide_all(std::vector<double>& values, double divisor) {
    for (double& value : values) {
        value /= divisor;
    }
}

// The same density with a mean of 1 over the cells with work. A density without such a cell stays as it is.
part::work_density with_mean_1(const part::work_density& density) {
    auto values = density.values();
    const double largest = values.empty() ? 0 : *std::ranges::max_element(values);
    if (!(largest > 0) || !std::isfinite(largest)) return density;
    divide_all(values, largest);  // no sum is too large for a double
    divide_all(values, mean_above_zero(values));
    if (density.kind() == form::rows) return part::work_density::of_rows(std::move(values));
    if (density.kind() == form::columns) return part::work_density::of_columns(std::move(values));
    return part::work_density::of_cells(std::move(values));
}

}  // namespace

struct cell_work::weighted_cells {
    part::partition_options options;
    part::work_map map;
};

cell_work::cell_work(const part::grid& domain, const part::work_density& density) {
    if (density.kind() == form::uniform) return;
    if (density.kind() == form::function)
        throw std::invalid_argument("the advisor takes no density by a function, only one by values");
    part::partition_options options;
    options.density = with_mean_1(density);
    part::work_map map(domain, options.density);
    weighted_ = std::make_shared<const weighted_cells>(weighted_cells{std::move(options), std::move(map)});
}

const part::partition_options& cell_work::options() const {
    static const part::partition_options of_equal_cells{};
    return is_uniform() ? of_equal_cells : weighted_->options;
}

double cell_work::total(const part::grid& domain) const {
    if (is_uniform()) return static_cast<double>(domain.cells());
    return weighted_->map.work(0, domain.rows(), 0, domain.cols());
}

std::vector<double> cell_work::of_processors(const part::partition& parts) const {
    if (!is_uniform()) return part::work_of_processors(parts, weighted_->map);
    std::vector<double> cells;
    for (int processor = 0; processor < parts.processors(); ++processor) {
        cells.push_back(static_cast<double>(parts.cells(processor)));
    }
    return cells;
}

}  // namespace banyan::advisor

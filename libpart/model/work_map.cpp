#include "libpart/model/work_map.hpp"

#include <fmt/format.h>

#include <cmath>
#include <span>
#include <string_view>
#include <utility>

#include "banyan/part/error.hpp"

namespace banyan::part {
namespace {

void check_value(double value, std::string_view what, std::int64_t at) {
    if (!std::isfinite(value) || value < 0)
        throw error(fmt::format("density: {} for {} {}, allowed: finite numbers of 0 and above", value, what, at));
}

void check_size(std::span<const double> values, std::int64_t wanted, std::string_view what) {
    if (std::ssize(values) != wanted)
        throw error(fmt::format("density: {} values for {} {}", values.size(), wanted, what));
}

void check_total(double total) {
    if (!(total > 0) || !std::isfinite(total))
        throw error(fmt::format("density: the total work is {}, allowed: finite numbers above 0", total));
}

std::vector<double> sums(std::span<const double> values, std::string_view what) {
    std::vector<double> result{0};
    for (double value : values) {
        check_value(value, what, std::ssize(result) - 1);
        result.push_back(result.back() + value);
    }
    check_total(result.back());
    return result;
}

}  // namespace

template <class Work>
void work_map::sum_cells(const grid& domain, const Work& work) {
    check_listed(domain);
    const auto width = static_cast<std::size_t>(cols_ + 1);
    sums_.assign(width * static_cast<std::size_t>(domain.rows() + 1), 0);
    for (std::int64_t row = 0; row < domain.rows(); ++row) {
        double* line = sums_.data() + static_cast<std::size_t>(row + 1) * width;
        double in_row = 0;
        for (std::int64_t col = 0; col < cols_; ++col) {
            const double value = work(row, col);
            check_value(value, "cell", row * cols_ + col);
            in_row += value;
            line[col + 1] = (line - width)[col + 1] + in_row;
        }
    }
    check_total(sums_.back());
}

work_map::work_map(const grid& domain, const work_density& density) : cols_(domain.cols()) {
    switch (density.kind()) {
        case work_density::form::uniform:
            return;
        case work_density::form::rows:
            check_size(density.values(), domain.rows(), "rows");
            row_sums_ = sums(density.values(), "row");
            return;
        case work_density::form::columns:
            check_size(density.values(), domain.cols(), "columns");
            col_sums_ = sums(density.values(), "column");
            return;
        case work_density::form::cells:
            check_size(density.values(), domain.cells(), "cells");
            sum_cells(domain, [&](std::int64_t row, std::int64_t col) {
                return density.values()[static_cast<std::size_t>(row * cols_ + col)];
            });
            return;
        case work_density::form::function:
            if (!density.function()) throw error("density: the function is empty");
            sum_cells(domain, density.function());
            return;
    }
}

}  // namespace banyan::part

#include "banyan/part/work_density.hpp"

#include <fmt/format.h>

#include <utility>

#include "banyan/part/error.hpp"
#include "libpart/model/work_map.hpp"

namespace banyan::part {

work_density work_density::of_rows(std::vector<double> work) {
    work_density result;
    result.kind_ = form::rows;
    result.values_ = std::move(work);
    return result;
}

work_density work_density::of_columns(std::vector<double> work) {
    work_density result;
    result.kind_ = form::columns;
    result.values_ = std::move(work);
    return result;
}

work_density work_density::of_cells(std::vector<double> work) {
    work_density result;
    result.kind_ = form::cells;
    result.values_ = std::move(work);
    return result;
}

work_density work_density::of_function(std::function<double(std::int64_t, std::int64_t)> work) {
    work_density result;
    result.kind_ = form::function;
    result.function_ = std::move(work);
    return result;
}

work_density work_density::within(const grid& whole, const block& part) const {
    const auto slice = [&](std::int64_t first, std::int64_t count) {
        if (first < 0 || count < 0 || first + count > std::ssize(values_))
            throw error(fmt::format("density: {} values, needed: {}", values_.size(), first + count));
        return std::vector<double>(values_.begin() + first, values_.begin() + first + count);
    };
    switch (kind_) {
        case form::uniform:
            break;
        case form::rows:
            return of_rows(slice(part.row, part.rows));
        case form::columns:
            return of_columns(slice(part.col, part.cols));
        case form::cells: {
            std::vector<double> cells;
            for (std::int64_t row = part.row; row < part.row + part.rows; ++row) {
                const std::vector<double> line = slice(row * whole.cols() + part.col, part.cols);
                cells.insert(cells.end(), line.begin(), line.end());
            }
            return of_cells(std::move(cells));
        }
        case form::function:
            if (!function_) return *this;  // a method then throws an error
            return of_function([work = function_, part](std::int64_t row, std::int64_t col) {
                return work(part.row + row, part.col + col);
            });
    }
    return {};
}

std::vector<double> work_of_processors(const partition& parts, const work_density& density) {
    return work_of_processors(parts, work_map(parts.domain(), density));
}

std::vector<double> work_of_processors(const partition& parts, const work_map& map) {
    std::vector<double> result(static_cast<std::size_t>(parts.processors()));
    for (const block& b : parts.blocks())
        result[static_cast<std::size_t>(b.processor)] += map.work(b.row, b.row + b.rows, b.col, b.col + b.cols);
    const std::span<const std::int32_t> owners = parts.owner_list();
    const std::int64_t cols = parts.domain().cols();
    for (std::int64_t cell = 0; cell < std::ssize(owners); ++cell)
        result[static_cast<std::size_t>(owners[static_cast<std::size_t>(cell)])] +=
            map.work(cell / cols, cell / cols + 1, cell % cols, cell % cols + 1);
    return result;
}

}  // namespace banyan::part

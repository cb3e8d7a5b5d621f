#include "banyan/part/grid.hpp"

#include <fmt/format.h>

#include "banyan/part/error.hpp"

namespace banyan::part {
namespace {

std::int64_t checked_side(const char* what, std::int64_t value) {
    if (value < 1 || value > grid::max_side)
        throw error(fmt::format("grid: {} = {}, allowed: 1 to {}", what, value, grid::max_side));
    return value;
}

}  // namespace

grid::grid(std::int64_t rows, std::int64_t cols, periodic axes)
    : rows_(checked_side("rows", rows)), cols_(checked_side("columns", cols)), axes_(axes) {}

}  // namespace banyan::part

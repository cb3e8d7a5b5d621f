// Options that advise and validate share: the grid, the methods, the checks that need more than one option.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "banyan/part/grid.hpp"

namespace banyan::tools {

struct grid_options {
    std::int64_t rows = 0;
    std::int64_t cols = 0;
    [[nodiscard]] part::grid domain() const { return {rows, cols}; }
};

/// --rows and --cols.
void add_grid_options(CLI::App& verb, grid_options& grid, bool required);

/// The methods asked for; "all" stands for every method that libpart lists for it. Throws verb_error(usage) for unknown
/// ones, for one named twice, and for none.
std::vector<std::string> checked_methods(const std::string& option, const std::vector<std::string>& asked);

/// Throws verb_error(usage) when the grid has fewer cells than `tasks`, or a side shorter than whole-row methods need.
void check_grid_holds(const grid_options& grid, int tasks);

/// Most tasks that a measurement may start.
inline constexpr int most_tasks = 1024;
/// Most cells of a grid to measure on: two arrays of doubles of it must fit the machine.
inline constexpr std::int64_t longest_side = 1 << 20;

}  // namespace banyan::tools

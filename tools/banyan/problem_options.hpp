// Options that `partition`, `advise` and `validate` share: the grid and the methods.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "banyan/part/grid.hpp"
#include "banyan/part/methods.hpp"

namespace banyan::tools {

struct axes_options {
    std::string periodic = "both";  ///< as name_of() names the axes
    bool open = false;
    [[nodiscard]] part::periodic value() const;
};

struct grid_options {
    std::int64_t rows = 0;
    std::int64_t cols = 0;
    axes_options axes{};
    [[nodiscard]] part::grid domain() const { return {rows, cols, axes.value()}; }
};

/// --rows and --cols.
void add_grid_options(CLI::App& verb, grid_options& grid, bool required);

/// --periodic and --open.
void add_axes_options(CLI::App& verb, axes_options& axes);

/// --density: the file with the work of the cells. `effect` is a sentence for the help, without a full stop.
void add_density_option(CLI::App& verb, std::string& file, const std::string& effect);

/// The methods asked for. "all" becomes the methods of `--method all` that make rectangles and take any number of
/// processors. Throws verb_error (usage) if a method is named twice.
std::vector<std::string> checked_methods(const std::string& option, const std::vector<std::string>& asked);

/// Throws verb_error (usage) if the grid has fewer cells than `tasks`.
void check_grid_holds(const grid_options& grid, int tasks);

/// Throws verb_error (usage) if the method does not take so many processors, or if it stores an owner for each cell
/// (`lists_cells`) and the grid has too many cells for this.
void check_method_fits(std::string_view option, const part::method_info& method, const part::grid& domain,
                       int processors, bool lists_cells);

/// The same for each of the methods, which checked_methods() has returned, and `tasks` processors.
void check_methods_fit(const std::string& option, const std::vector<std::string>& methods, const grid_options& grid,
                       int tasks);

/// --model: how times are predicted, "measured" or "classic".
void add_model_option(CLI::App& verb, std::string& model);

/// Most tasks that a measurement may start.
inline constexpr int most_tasks = 1024;
/// The longest side of a grid to measure on: two arrays of doubles must fit into the memory of the hosts.
inline constexpr std::int64_t longest_side = 1 << 20;

}  // namespace banyan::tools

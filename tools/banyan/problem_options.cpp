#include "tools/banyan/problem_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

#include "banyan/part/partition.hpp"
#include "tools/banyan/checks.hpp"
#include "tools/banyan/grid_text.hpp"
#include "tools/banyan/verb.hpp"

namespace banyan::tools {

void add_grid_options(CLI::App& verb, grid_options& grid, bool required) {
    auto* rows = verb.add_option("--rows", grid.rows, "Rows of the grid")->type_name("R");
    auto* cols = verb.add_option("--cols", grid.cols, "Columns of the grid")->type_name("C");
    for (CLI::Option* side : {rows, cols}) {
        side->check(whole_number(1, longest_side))->required(required);
        if (!required) side->capture_default_str();
    }
}

part::periodic axes_options::value() const {
    static constexpr std::array all{part::periodic::both, part::periodic::rows, part::periodic::columns,
                                    part::periodic::none};
    if (open) return part::periodic::none;
    return *std::ranges::find_if(all, [this](part::periodic one) { return name_of(one) == periodic; });
}

void add_axes_options(CLI::App& verb, axes_options& axes) {
    auto* periodic = verb.add_option("--periodic", axes.periodic,
                                     "Axes whose last row or column is a neighbour of the first one: both, rows, "
                                     "columns or none")
                         ->type_name("AXES")
                         ->check(one_of({"both", "rows", "columns", "none"}))
                         ->capture_default_str();
    verb.add_flag("--open", axes.open, "The same as --periodic none")->excludes(periodic);
}

void add_density_option(CLI::App& verb, std::string& file, const std::string& effect) {
    verb.add_option("--density", file,
                    "File with the work of each row, column or cell. The methods slices, bands and triangulated "
                    "balance this work, the others the cells. " +
                        effect)
        ->type_name("FILE");
}

namespace {

// Finds also a method that is named by its name and by its short name.
void refuse_same_twice(const std::string& option, const std::vector<std::string>& names) {
    std::map<std::string_view, std::string> asked_as;
    for (const auto& name : names) {
        const auto [known, is_new] = asked_as.emplace(part::find_method(name).name, name);
        if (is_new) continue;
        throw verb_error(exit_status::usage, fmt::format("{}: '{}' and '{}' are the same method, use each method once",
                                                         option, known->second, name));
    }
}

}  // namespace

std::vector<std::string> checked_methods(const std::string& option, const std::vector<std::string>& asked) {
    std::vector<std::string> methods;
    for (const auto& name : asked) {
        if (name == "all") {
            for (const auto& info : part::methods()) {
                const bool for_any_number = info.max_processors == part::speeds::max_processors;
                if (info.in_all && for_any_number && info.kind != part::layout::cells) methods.emplace_back(info.name);
            }
            continue;
        }
        methods.push_back(name);
    }
    refuse_same_twice(option, methods);
    return methods;
}

void add_model_option(CLI::App& verb, std::string& model) {
    verb.add_option("--model", model,
                    "How times are predicted: measured (short runs with each partition) or classic (Crandall's model "
                    "of two numbers, lambda and tau)")
        ->type_name("NAME")
        ->check(one_of({"measured", "classic"}))
        ->capture_default_str();
}

void check_grid_holds(const grid_options& grid, int tasks) {
    if (grid.rows * grid.cols < tasks)
        throw verb_error(
            exit_status::usage,
            fmt::format("--rows {} --cols {}: {} cells are not enough, use at least one for each of the {} tasks",
                        grid.rows, grid.cols, grid.rows * grid.cols, tasks));
}

void check_method_fits(std::string_view option, const part::method_info& method, const part::grid& domain,
                       int processors, bool lists_cells) {
    if (processors > method.max_processors)
        throw verb_error(exit_status::usage,
                         fmt::format("{} {}: {} processors are too many for this method, use at most {}", option,
                                     method.name, processors, method.max_processors));
    if (lists_cells && domain.cells() > part::max_listed_cells)
        throw verb_error(
            exit_status::usage,
            fmt::format("{} {}: stores an owner for each cell, and {} x {} = {} cells are too many, use "
                        "at most {}, or a method of rectangles, for example columns",
                        option, method.name, domain.rows(), domain.cols(), domain.cells(), part::max_listed_cells));
}

void check_methods_fit(const std::string& option, const std::vector<std::string>& methods, const grid_options& grid,
                       int tasks) {
    for (const auto& name : methods) {
        const auto& method = part::find_method(name);
        check_method_fits(option, method, grid.domain(), tasks, method.kind == part::layout::cells);
    }
}

}  // namespace banyan::tools

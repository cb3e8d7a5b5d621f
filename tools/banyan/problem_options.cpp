#include "tools/banyan/problem_options.hpp"

#include <fmt/format.h>

#include <map>
#include <string_view>

#include "banyan/part/methods.hpp"
#include "tools/banyan/checks.hpp"
#include "tools/banyan/names.hpp"
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

namespace {

// Also by a name and its short form.
void refuse_same_twice(const std::string& option, const std::vector<std::string>& names) {
    std::map<std::string_view, std::string> asked_as;
    for (const auto& name : names) {
        const auto [known, is_new] = asked_as.emplace(part::find_method(name).name, name);
        if (is_new) continue;
        const std::string both =
            known->second == name ? fmt::format("'{}'", name) : fmt::format("'{}', also as '{}',", known->second, name);
        throw verb_error(exit_status::usage, fmt::format("{}: {} is named twice, allowed is once", option, both));
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
        method_named(option, name, {"all"});
        methods.push_back(name);
    }
    refuse_same_twice(option, methods);
    if (methods.empty()) throw verb_error(exit_status::usage, fmt::format("{}: names no method", option));
    return methods;
}

void check_grid_holds(const grid_options& grid, int tasks) {
    if (grid.rows * grid.cols < tasks)
        throw verb_error(
            exit_status::usage,
            fmt::format("--rows {} --cols {}: {} cells are fewer than the {} tasks; allowed are grids of at "
                        "least one cell a task",
                        grid.rows, grid.cols, grid.rows * grid.cols, tasks));
}

}  // namespace banyan::tools

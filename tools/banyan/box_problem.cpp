#include "tools/banyan/box_problem.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "tools/banyan/checks.hpp"
#include "tools/banyan/grid_text.hpp"

namespace banyan::tools {
namespace {

// The method that takes the better one of two others is not one of `all`.
constexpr std::string_view choosing_method = "best";

bool read_all_axes(const partition_request& options) {
    const auto axes = options.axes.value();
    if (axes != part::periodic::both && axes != part::periodic::none)
        refuse_value("--periodic", name_of(axes), "both for all three axes, or none, with --planes");
    return axes == part::periodic::both;
}

part::box_stencil read_box_stencil(const partition_request& options) {
    const std::string name = options.stencil.empty() ? default_box_stencil : options.stencil;
    for (const auto pattern : {part::box_stencil::seven_points, part::box_stencil::all_27_points})
        if (name == name_of(pattern)) return pattern;
    refuse_value("--stencil", name, "7 or 27 with --planes");
}

void add_once(std::vector<asked_box_method>& methods, const asked_box_method& added) {
    const auto known = std::ranges::find(methods, added.name, &asked_box_method::name);
    if (known == methods.end())
        methods.push_back(added);
    else
        known->by_all = known->by_all && added.by_all;
}

std::vector<asked_box_method> read_box_methods(const partition_request& options) {
    const auto known = part::box_method_names();
    std::vector<asked_box_method> methods;
    for (const std::string& asked : options.methods) {
        const auto found = std::ranges::find(known, asked);
        if (found != known.end()) add_once(methods, {*found, false});
        if (found == known.end() && asked != "all")
            refuse_value("--method", asked, fmt::format("all, {} with --planes", fmt::join(known, ", ")));
        for (const std::string_view each : known)
            if (asked == "all" && each != choosing_method) add_once(methods, {each, true});
    }
    return methods;
}

void check_side(const char* option, std::int64_t side) {
    const auto allowed = whole_number(1, part::grid_3d::max_side);
    if (!allowed.takes(std::to_string(side))) refuse_value(option, std::to_string(side), allowed);
}

}  // namespace

const char* name_of(part::box_stencil pattern) {
    return pattern == part::box_stencil::seven_points ? "7" : "27";
}

std::string box_grid_text(const part::grid_3d& domain) {
    return fmt::format("{} x {} x {} {}", domain.side(0), domain.side(1), domain.side(2),
                       domain.periodic(0) ? "torus" : "open grid");
}

box_problem read_box_problem(const partition_request& options) {
    check_side("--rows", options.rows);
    check_side("--cols", options.cols);
    const bool periodic = read_all_axes(options);
    auto [processors, hosts] = read_processors(options);
    box_problem problem{
        .domain = part::grid_3d({options.planes, options.rows, options.cols}, {periodic, periodic, periodic}),
        .processors = std::move(processors),
        .hosts = std::move(hosts),
        .pattern = read_box_stencil(options),
        .methods = read_box_methods(options),
        .net = read_network(options),
        .item_bytes = options.item_bytes,
        .out = options.out};
    check_cells(fmt::format("--planes {} --rows {} --cols {}", options.planes, options.rows, options.cols),
                problem.domain.cells(), problem.processors.size(), options);
    return problem;
}

}  // namespace banyan::tools

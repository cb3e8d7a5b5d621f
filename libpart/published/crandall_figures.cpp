#include "banyan/part/papers/crandall_figures.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "banyan/part/communication.hpp"
#include "banyan/part/error.hpp"
#include "banyan/part/methods.hpp"
#include "banyan/part/papers/closed_forms.hpp"
#include "banyan/part/papers/event_horizon.hpp"

namespace banyan::part {
namespace {

constexpr std::int64_t item_bytes = 8;

struct named_arrangement {
    arrangement parts;
    const char* name;
};

constexpr auto arrangements = std::to_array<named_arrangement>({{arrangement::scatter, "scatter"},
                                                                {arrangement::interleaved_row, "interleaved row"},
                                                                {arrangement::contiguous_point, "contiguous point"},
                                                                {arrangement::contiguous_row, "contiguous row"},
                                                                {arrangement::block, "block"}});

network ethernet_of_figure_36() {
    return {2.5e-3, 1.5e-6, medium::shared, {1460, 58}};
}

speeds processors_of_figure_38() {
    return {6, 4, 4, 3, 3, 3, 2, 1};
}

/// Sides of the grid, about eight per factor of two.
std::vector<std::int64_t> grid_sides() {
    std::vector<std::int64_t> result;
    for (double side = 8; side <= 4096.5; side *= std::exp2(0.125))
        if (const std::int64_t whole = std::llround(side); result.empty() || whole > result.back())
            result.push_back(whole);
    return result;
}

curve formula_costs(const named_arrangement& how) {
    curve result{how.name, {}};
    for (std::int64_t side : grid_sides()) {
        const auto n = static_cast<double>(side);
        const auto form =
            closed_form_of(communication_pattern::five_point, how.parts, system_kind::homogeneous, {n, n, 8});
        result.points.emplace_back(n, closed_form_cost_s(*form, ethernet_of_figure_36(), item_bytes));
    }
    return result;
}

curve exact_costs(std::string name, std::string_view method, const speeds& processors) {
    curve result{std::move(name), {}};
    for (std::int64_t side : grid_sides()) {
        const partition parts = make_partition(method, {side, side}, processors);
        const communication sent = exact_communication(parts, stencil::named("5"));
        result.points.emplace_back(static_cast<double>(side),
                                   communication_cost_s(sent, ethernet_of_figure_36(), item_bytes));
    }
    return result;
}

figure messages_figure(std::string name, system_kind processors) {
    const char* kind = processors == system_kind::homogeneous ? "equal" : "unequal";
    figure result{std::move(name), std::string("Messages of the 5-point stencil, ") + kind + " processors",
                  "processors",    "messages",
                  false,           {}};
    for (const named_arrangement& how : arrangements) {
        curve line{how.name, {}};
        for (int p = 2; p <= 32; ++p)
            line.points.emplace_back(p, five_point_messages(how.parts, processors, p));
        result.curves.push_back(std::move(line));
    }
    return result;
}

curve horizons(std::string name, double time_per_byte_s) {
    curve result{std::move(name), {}};
    for (int p = 5; p <= 64; ++p)
        if (const auto side = horizon_side(p, item_bytes, {1.5e-3, time_per_byte_s}))
            result.points.emplace_back(p, static_cast<double>(*side));
    return result;
}

/// The name of the method that makes this arrangement.
std::string_view method_of(arrangement parts, bool homogeneous) {
    switch (parts) {
        case arrangement::scatter:
            return "scatter";
        case arrangement::interleaved_row:
            return "interleaved_row";
        case arrangement::contiguous_point:
            return "contiguous_point";
        case arrangement::contiguous_row:
            return "contiguous_row";
        case arrangement::block:
            break;
    }
    return homogeneous ? "homogeneous_block" : "brbd";
}

message_count counted(const named_arrangement& how, bool homogeneous) {
    const speeds processors = homogeneous ? speeds::equal(16) : processors_of_figure_38();
    partition_options options;
    options.order = distribution_order::units_in_turn;
    const partition parts = make_partition(method_of(how.parts, homogeneous), {240, 240}, processors, options);
    const system_kind kind = homogeneous ? system_kind::homogeneous : system_kind::heterogeneous;
    return {how.name, homogeneous, processors.size(), five_point_messages(how.parts, kind, processors.size()),
            static_cast<double>(exact_communication(parts, stencil::named("5")).messages())};
}

}  // namespace

double curve::at(double x) const {
    const auto above = std::ranges::upper_bound(points, x, {}, &std::pair<double, double>::first);
    if (above == points.begin()) throw error("curve " + name + ": no point at or left of this x");
    return std::prev(above)->second;
}

const curve& figure::operator[](const std::string& curve_name) const {
    const auto found = std::ranges::find(curves, curve_name, &curve::name);
    if (found == curves.end()) throw error("figure " + name + ": no curve " + curve_name);
    return *found;
}

figure messages_homogeneous() {
    return messages_figure("figure34", system_kind::homogeneous);
}

figure messages_heterogeneous() {
    return messages_figure("figure35", system_kind::heterogeneous);
}

figure cost_homogeneous() {
    figure result{"figure36",
                  "5-point stencil on n x n, 8 equal processors",
                  "side n of the grid (cells)",
                  "communication (seconds)",
                  true,
                  {}};
    for (const named_arrangement& how : arrangements)
        result.curves.push_back(formula_costs(how));
    result.curves.push_back(exact_costs("block 2 x 4", "homogeneous_block", speeds::equal(8)));
    return result;
}

figure event_horizons() {
    return {"figure37",   "Smallest n for which blocks beat rows",
            "processors", "side n of the grid (cells)",
            true,         {horizons("Ethernet", 1e-6), horizons("FDDI", 1e-7)}};
}

figure cost_heterogeneous() {
    figure result{"figure38",
                  "5-point stencil on n x n, processors of speed 6,4,4,3,3,3,2,1",
                  "side n of the grid (cells)",
                  "communication (seconds)",
                  true,
                  {}};
    const speeds processors = processors_of_figure_38();
    result.curves.push_back(exact_costs("contiguous point", "contiguous_point", processors));
    result.curves.push_back(exact_costs("contiguous row", "contiguous_row", processors));
    for (const char* method : {"brbd", "fbrd", "phd", "columns"})
        result.curves.push_back(exact_costs(method, method, processors));
    return result;
}

std::vector<figure> crandall_figures() {
    return {messages_homogeneous(), messages_heterogeneous(), cost_homogeneous(), event_horizons(),
            cost_heterogeneous()};
}

std::vector<message_count> message_table() {
    std::vector<message_count> table;
    for (bool homogeneous : {true, false})
        for (const named_arrangement& how : arrangements)
            table.push_back(counted(how, homogeneous));
    return table;
}

}  // namespace banyan::part

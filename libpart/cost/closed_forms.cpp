#include "banyan/part/papers/closed_forms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "banyan/part/error.hpp"
#include "libpart/cost/network_checks.hpp"

namespace banyan::part {
namespace {

/// The number of directions of each kind in a stencil.
struct directions {
    double west_east = 0;
    double north = 0;
    double south = 0;
    double diagonal = 0;  ///< half of them go north

    [[nodiscard]] double northward() const { return north + diagonal / 2; }
    [[nodiscard]] double southward() const { return south + diagonal / 2; }
    [[nodiscard]] double all() const { return west_east + north + south + diagonal; }
};

directions directions_of(communication_pattern pattern) {
    switch (pattern) {
        case communication_pattern::systolic:
            return {1, 0, 0, 0};
        case communication_pattern::wavefront:
            return {1, 0, 1, 0};
        case communication_pattern::three_point:
            return {2, 0, 0, 0};
        case communication_pattern::five_point:
            return {2, 1, 1, 0};
        case communication_pattern::nine_point:
            return {2, 1, 1, 4};
        default:
            return {};
    }
}

double sum(const closed_form& form, double (*part)(const message_group&)) {
    double total = 0;
    for (const message_group& group : form.groups)
        total += part(group);
    return total;
}

closed_form of_processors(communication_pattern pattern, system_kind processors, const torus_problem& t) {
    const double p = t.processors;
    if (pattern == communication_pattern::broadcast) return {{{p - 1, 1, p - 1}}, true};
    if (pattern == communication_pattern::reduction) return {{{p - 1, 1, 1}}, true};
    const double mean = t.rows * t.cols / (p * p);
    if (processors == system_kind::homogeneous) return {{{p * (p - 1), mean, p - 1}}, true};
    // Equal shares keep the fewest items at their processor. Rounding adds at most one item to a message.
    return {{{p * (p - 1), mean + 1, p - 1, false}}, false};
}

closed_form scatter_form(const directions& d, const torus_problem& t) {
    const double pairs = t.processors * (t.processors - 1);
    return {{{d.all() * pairs, t.rows * t.cols / pairs, d.all() * (t.processors - 1), false}}, false};
}

closed_form contiguous_row_form(const directions& d, const torus_problem& t) {
    const double vertical = d.northward() + d.southward();
    return {{{vertical * t.processors, t.cols, vertical}}, true};
}

closed_form contiguous_point_form(const directions& d, const torus_problem& t) {
    closed_form form = contiguous_row_form(d, t);
    form.groups.push_back({d.west_east * 2 * (t.processors - 1), 1, d.west_east * std::min(2.0, t.processors - 1)});
    return form;
}

closed_form interleaved_row_form(const directions& d, system_kind processors, const torus_problem& t) {
    const double p = t.processors;
    const double vertical = d.northward() + d.southward();
    if (processors == system_kind::homogeneous) return {{{vertical * p, t.rows * t.cols / p, vertical}}, true};
    const double each_way = 2 * (p - 1);
    const double latencies = d.southward() * std::min(2.0, p - 1) + d.northward() * (p - 1);
    return {{{vertical * each_way, t.rows * t.cols / each_way, latencies, false}}, false};
}

closed_form blocks(const directions& d, const torus_problem& t) {
    const double q = std::sqrt(t.processors);
    const double height = t.rows / q;
    const double width = t.cols / q;
    const double up_down = d.north + d.south;
    const double p = t.processors;
    return {{{d.west_east * p, height, d.west_east},
             {up_down * p, width, up_down},
             {d.diagonal * p, std::max(height - 1, 0.0), d.diagonal},
             {d.diagonal * p, std::max(width - 1, 0.0), d.diagonal},
             {d.diagonal * p, 1, d.diagonal}},
            true};
}

void check(const torus_problem& t) {
    for (double value : {t.rows, t.cols, t.processors})
        if (!std::isfinite(value) || value < 1)
            throw error(fmt::format("closed form: {} x {} cells on {} processors, allowed: finite numbers from 1",
                                    t.rows, t.cols, t.processors));
}

bool concerns_processors_only(communication_pattern pattern) {
    return pattern == communication_pattern::broadcast || pattern == communication_pattern::reduction ||
           pattern == communication_pattern::random;
}

void check_processors(int p, int least) {
    if (p < least) throw error(fmt::format("closed form: {} processors, allowed: at least {}", p, least));
}

}  // namespace

double closed_form::messages() const {
    return sum(*this, [](const message_group& g) { return g.messages; });
}

double closed_form::items() const {
    return sum(*this, [](const message_group& g) { return g.messages * g.items_each; });
}

double closed_form::latencies() const {
    return sum(*this, [](const message_group& g) { return g.latencies; });
}

std::optional<closed_form> closed_form_of(communication_pattern pattern, arrangement parts, system_kind processors,
                                          const torus_problem& problem) {
    check(problem);
    if (problem.processors == 1) return closed_form{{}, true};
    std::optional<closed_form> form;
    const directions d = directions_of(pattern);
    if (concerns_processors_only(pattern))
        form = of_processors(pattern, processors, problem);
    else if (parts == arrangement::scatter)
        form = scatter_form(d, problem);
    else if (parts == arrangement::interleaved_row)
        form = interleaved_row_form(d, processors, problem);
    else if (parts == arrangement::contiguous_point)
        form = contiguous_point_form(d, problem);
    else if (parts == arrangement::contiguous_row)
        form = contiguous_row_form(d, problem);
    else if (processors == system_kind::homogeneous)
        form = blocks(d, problem);
    if (form) std::erase_if(form->groups, [](const message_group& g) { return g.messages * g.items_each == 0; });
    return form;
}

double closed_form_cost_s(const closed_form& form, const network& net, std::int64_t item_bytes) {
    if (net.kind != medium::shared) throw error("closed form: needs a shared network, got a switched one");
    check_network(net, item_bytes);
    const auto data = static_cast<double>(net.frame.data_bytes);
    double wire = 0;
    for (const message_group& g : form.groups) {
        const double bytes = static_cast<double>(item_bytes) * g.items_each;
        const double frames = g.even ? std::ceil(bytes / data) : bytes / data + 1;
        wire += g.messages * (bytes + static_cast<double>(net.frame.overhead_bytes) * frames);
    }
    return net.latency_s * form.latencies() + net.time_per_byte_s * wire;
}

double closed_form_cost_s(const closed_form& form, const measured_network& net, std::int64_t item_bytes) {
    if (net.kind() != medium::shared) throw error("closed form: needs a shared network, got a switched one");
    check_item_bytes(item_bytes);
    double cost = 0;
    for (const message_group& g : form.groups) {
        const double bytes = static_cast<double>(item_bytes) * g.items_each;
        const size_class& rate = net.at(bytes);
        cost += g.latencies * rate.latency_s + g.messages * bytes * rate.time_per_byte_s;
    }
    return cost;
}

double five_point_messages(arrangement parts, system_kind processors, int p) {
    check_processors(p, 1);
    if (p == 1) return 0;
    const bool equal = processors == system_kind::homogeneous;
    switch (parts) {
        case arrangement::scatter:
            return 4.0 * p * (p - 1);
        case arrangement::interleaved_row:
            return equal ? 2.0 * p : 4.0 * (p - 1);
        case arrangement::contiguous_point:
            return 6.0 * p - 4;
        case arrangement::contiguous_row:
            return 2.0 * p;
        case arrangement::block:
            break;
    }
    return equal ? 4.0 * p : 6.0 * p - 4;
}

double general_quadrilateral_messages(communication_pattern pattern, int p) {
    check_processors(p, 1);
    if (pattern == communication_pattern::systolic) return 2.0 * p - 1;
    if (pattern == communication_pattern::five_point) return 8.0 * p - 4;
    throw error("closed form: general quadrilaterals have bounds only for the systolic and the 5-point pattern");
}

double brbd_systolic_messages(int p) {
    check_processors(p, 4);
    double bound = 6;
    for (int i = 4; i < p; ++i)
        bound += std::bit_width(static_cast<unsigned>(i)) % 2 == 0 ? 2 : 1;  // bit_width = floor(log2) + 1
    return bound;
}

}  // namespace banyan::part

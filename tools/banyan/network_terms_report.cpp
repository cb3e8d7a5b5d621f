#include "tools/banyan/network_terms_report.hpp"

#include <fmt/format.h>

namespace banyan::tools {
namespace {

using json = nlohmann::ordered_json;

json ci95_json(const advisor::interval& i) {
    return {i.lo, i.hi};
}

// The factor and the name of the unit in which people read a value.
std::pair<double, const char*> readable_unit(const std::string& unit) {
    if (unit == "s") return {1e6, " us"};
    if (unit == "s/byte") return {1e9, " ns/byte"};
    return {1, ""};
}

std::string term_line(const std::string& name, const std::string& unit, double value, const advisor::interval& ci95) {
    const auto [factor, word] = readable_unit(unit);
    return fmt::format("  {:<38} {:>9.3g}{} ({:.3g}..{:.3g})\n", name, value * factor, word, ci95.lo * factor,
                       ci95.hi * factor);
}

// One segment says no more than latency and time per byte do.
std::string segments_text(const advisor::network_terms& found) {
    std::string text;
    if (found.segments.size() < 2) return text;
    for (const auto& s : found.segments)
        text += term_line(fmt::format("time per byte, {:.0f} to {:.0f} bytes", s.from_bytes, s.to_bytes), "s/byte",
                          s.slope_s_per_byte, s.slope_ci95);
    return text;
}

std::string classes_text(const advisor::network_terms& found) {
    std::string text;
    for (const auto& c : found.classes)
        text += term_line(
            fmt::format("small message, {} ({} pair{})", c.name, c.pairs.size(), c.pairs.size() == 1 ? "" : "s"), "s",
            c.latency_s, c.latency_ci95);
    return text;
}

json segments_json(const advisor::network_terms& found) {
    json out = json::array();
    for (const auto& s : found.segments)
        out.push_back({{"from_bytes", s.from_bytes},
                       {"to_bytes", s.to_bytes},
                       {"offset_s", s.offset_s},
                       {"offset_ci95", ci95_json(s.offset_ci95)},
                       {"slope_s_per_byte", s.slope_s_per_byte},
                       {"slope_ci95", ci95_json(s.slope_ci95)}});
    return out;
}

json classes_json(const advisor::network_terms& found) {
    json out = json::array();
    for (const auto& c : found.classes) {
        json pairs = json::array();
        for (const auto& pair : c.pairs)
            pairs.push_back({pair.a, pair.b});
        out.push_back({{"name", c.name},
                       {"pairs", pairs},
                       {"latency_s", c.latency_s},
                       {"latency_ci95", ci95_json(c.latency_ci95)}});
    }
    return out;
}

}  // namespace

std::string network_terms_text(const advisor::network_terms& found) {
    std::string text;
    for (const auto& t : found.terms)
        text += term_line(t.name, t.unit, t.value, t.ci95);
    text += segments_text(found) + classes_text(found);
    for (const auto& t : found.left_out)
        text += fmt::format("  left out: {}: {}\n", t.name, t.why);
    return text.empty() ? text : "Parts of the cost of a message (95 % intervals):\n" + text;
}

json network_terms_json(const advisor::network_terms& found) {
    json terms = json::array(), left_out = json::array();
    for (const auto& t : found.terms)
        terms.push_back({{"name", t.name}, {"unit", t.unit}, {"value", t.value}, {"ci95", ci95_json(t.ci95)}});
    for (const auto& t : found.left_out)
        left_out.push_back({{"name", t.name}, {"why", t.why}});
    return {
        {"terms", terms}, {"segments", segments_json(found)}, {"classes", classes_json(found)}, {"left_out", left_out}};
}

}  // namespace banyan::tools

#include "banyan/part/stencil.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>

#include "banyan/part/error.hpp"

namespace banyan::part {
namespace {

constexpr std::array<std::string_view, 5> known_stencils{"3", "5", "9", "systolic", "wavefront"};

const direction to_north{"north", -1, 0};
const direction to_south{"south", 1, 0};
const direction to_west{"west", 0, -1};
const direction to_east{"east", 0, 1};

void check_reach(const std::string& name, const direction& d) {
    if (d.rows == 0 && d.cols == 0)
        throw error(fmt::format("stencil {}: direction {} has the offset 0,0, allowed: any other", name, d.name));
    for (std::int64_t offset : {d.rows, d.cols})
        if (offset < -stencil::max_reach || offset > stencil::max_reach)
            throw error(fmt::format("stencil {}: offset {} of direction {}, allowed: -{} to {}", name, offset, d.name,
                                    stencil::max_reach, stencil::max_reach));
}

/// Parses the whole of `text` as a number; an error quotes `offset`.
std::int64_t offset_value(std::string_view text, std::string_view offset) {
    std::int64_t value = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (problem != std::errc{} || end != text.data() + text.size())
        throw error(fmt::format("stencil: offset '{}' is not two whole numbers rows,cols, such as -1,2", offset));
    return value;
}

direction parsed_direction(std::string_view offset) {
    const std::size_t comma = std::min(offset.find(','), offset.size());
    const std::string_view cols = comma < offset.size() ? offset.substr(comma + 1) : std::string_view{};
    return {std::string(offset), offset_value(offset.substr(0, comma), offset), offset_value(cols, offset)};
}

}  // namespace

stencil::stencil(std::string name, std::vector<direction> directions)
    : name_(std::move(name)), directions_(std::move(directions)) {
    if (directions_.empty()) throw error(fmt::format("stencil {}: no direction, at least 1 is needed", name_));
    for (std::size_t k = 0; k < directions_.size(); ++k) {
        check_reach(name_, directions_[k]);
        for (std::size_t j = 0; j < k; ++j)
            if (directions_[j].rows == directions_[k].rows && directions_[j].cols == directions_[k].cols)
                throw error(fmt::format("stencil {}: directions {} and {} have the same offsets", name_,
                                        directions_[j].name, directions_[k].name));
    }
}

stencil stencil::named(std::string_view name) {
    if (name == "3") return {"3", {to_west, to_east}};
    if (name == "5") return {"5", {to_north, to_south, to_west, to_east}};
    if (name == "9")
        return {"9",
                {to_north,
                 to_south,
                 to_west,
                 to_east,
                 {"northwest", -1, -1},
                 {"northeast", -1, 1},
                 {"southwest", 1, -1},
                 {"southeast", 1, 1}}};
    if (name == "systolic") return {"systolic", {to_east}};
    if (name == "wavefront") return {"wavefront", {to_east, to_south}};
    throw error(fmt::format("stencil: unknown name {}, allowed: {}", name, fmt::join(known_stencils, ", ")));
}

stencil stencil::parse(std::string_view text) {
    if (std::ranges::find(known_stencils, text) != known_stencils.end()) return named(text);
    if (text.find(',') == std::string_view::npos)
        throw error(fmt::format("stencil: unknown name {}, allowed: {}, or offsets such as 0,1;1,0;-1,2", text,
                                fmt::join(known_stencils, ", ")));
    std::vector<direction> directions;
    for (std::string_view rest = text;;) {
        const std::size_t end = std::min(rest.find(';'), rest.size());
        directions.push_back(parsed_direction(rest.substr(0, end)));
        if (end == rest.size()) return {std::string(text), std::move(directions)};
        rest.remove_prefix(end + 1);
    }
}

std::span<const std::string_view> stencil::names() {
    return known_stencils;
}

}  // namespace banyan::part

#include "banyan/part/stencil.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cstdlib>

#include "banyan/part/error.hpp"

namespace banyan::part {
namespace {

constexpr std::array<std::string_view, 5> known{"3", "5", "9", "systolic", "wavefront"};

const direction north{"north", -1, 0};
const direction south{"south", 1, 0};
const direction west{"west", 0, -1};
const direction east{"east", 0, 1};

void check_reach(const std::string& name, const direction& d) {
    if (d.rows == 0 && d.cols == 0) throw error(fmt::format("stencil {}: direction {} goes nowhere", name, d.name));
    for (std::int64_t offset : {d.rows, d.cols})
        if (offset < -stencil::max_reach || offset > stencil::max_reach)
            throw error(fmt::format("stencil {}: offset {} of direction {}, allowed are -{} to {}", name, offset,
                                    d.name, stencil::max_reach, stencil::max_reach));
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
    if (name == "3") return {"3", {west, east}};
    if (name == "5") return {"5", {north, south, west, east}};
    if (name == "9")
        return {"9",
                {north,
                 south,
                 west,
                 east,
                 {"northwest", -1, -1},
                 {"northeast", -1, 1},
                 {"southwest", 1, -1},
                 {"southeast", 1, 1}}};
    if (name == "systolic") return {"systolic", {east}};
    if (name == "wavefront") return {"wavefront", {east, south}};
    throw error(fmt::format("stencil: unknown name {}, allowed are {}", name, fmt::join(known, ", ")));
}

std::span<const std::string_view> stencil::names() {
    return known;
}

}  // namespace banyan::part

#include "banyan/part/box_partition_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "libpart/model/stored_fields.hpp"

namespace banyan::part {
namespace {

constexpr std::string_view boxes_schema = "banyan.stored_boxes.v1";
constexpr std::array<const char*, 3> side_names{"planes", "rows", "cols"};
constexpr std::array<const char*, 3> first_cell_names{"plane", "row", "col"};

void put_triple(stored::json& object, const std::array<const char*, 3>& field_names, const triple& values) {
    for (std::size_t axis = 0; axis < 3; ++axis)
        object[field_names[axis]] = values[axis];
}

triple triple_in(const stored::json& object, const std::array<const char*, 3>& field_names) {
    triple values{};
    for (std::size_t axis = 0; axis < 3; ++axis)
        values[axis] = stored::whole_field(object, field_names[axis]);
    return values;
}

stored::json periodic_axes_json(const grid_3d& domain) {
    stored::json out = stored::json::array();
    for (int axis = 0; axis < 3; ++axis)
        if (domain.periodic(axis)) out.push_back(side_names[static_cast<std::size_t>(axis)]);
    return out;
}

std::array<bool, 3> periodic_axes_in(const stored::json& object) {
    std::array<bool, 3> axes{};
    for (const stored::json& name : stored::list_field(object, "periodic")) {
        const auto found = std::ranges::find_if(side_names, [&](const char* known) { return name == known; });
        const auto axis = static_cast<std::size_t>(found - side_names.begin());
        if (axis == side_names.size() || axes[axis])
            stored::refuse(fmt::format("periodic contains {}, allowed: planes, rows, cols, each at most once",
                                       stored::quoted(name)));
        axes[axis] = true;
    }
    return axes;
}

std::vector<box> stored_boxes_in(const stored::json& object) {
    std::vector<box> boxes;
    for (const stored::json& b : stored::list_field(object, "boxes"))
        boxes.push_back(
            {stored::whole_field<int>(b, "processor"), triple_in(b, first_cell_names), triple_in(b, side_names)});
    return boxes;
}

}  // namespace

std::string to_json(const box_partition& parts) {
    stored::json out = stored::json::object();
    out["schema"] = boxes_schema;
    put_triple(out, side_names, parts.domain().sides());
    out["periodic"] = periodic_axes_json(parts.domain());
    out["processors"] = parts.processors();
    stored::json& list = out["boxes"] = stored::json::array();
    for (const box& b : parts.boxes()) {
        stored::json& one = list.emplace_back(stored::json::object());
        one["processor"] = b.processor;
        put_triple(one, first_cell_names, b.first);
        put_triple(one, side_names, b.sides);
    }
    return out.dump();
}

box_partition box_partition_from_json(std::string_view text) {
    const stored::json object = stored::parsed(text);
    stored::check_schema(object, boxes_schema);
    const triple sides = triple_in(object, side_names);
    const grid_3d domain(sides, periodic_axes_in(object));
    const int processors = stored::whole_field<int>(object, "processors");
    std::vector<box> boxes = stored_boxes_in(object);
    if (std::ssize(boxes) != processors)
        stored::refuse(fmt::format("processors is {}, but boxes contains {}, allowed: one box for each processor",
                                   processors, boxes.size()));
    return box_partition(domain, std::move(boxes));
}

}  // namespace banyan::part

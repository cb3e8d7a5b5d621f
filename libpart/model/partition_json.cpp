#include "banyan/part/partition_json.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "libpart/model/stored_fields.hpp"

namespace banyan::part {
namespace {

using stored::json;

constexpr std::string_view schema = "banyan.stored_partition.v2";

template <class Value, std::size_t Count>
using names = std::array<std::pair<Value, std::string_view>, Count>;

constexpr names<periodic, 4> axes_names{
    {{periodic::both, "both"}, {periodic::rows, "rows"}, {periodic::columns, "columns"}, {periodic::none, "none"}}};
constexpr names<layout, 3> layout_names{
    {{layout::rectangles, "rectangles"}, {layout::ranges, "ranges"}, {layout::cells, "cells"}}};

template <class Value, std::size_t Count>
std::string name_in(const names<Value, Count>& list, Value value) {
    for (const auto& [known, name] : list)
        if (known == value) return std::string(name);
    return "";
}

json blocks_json(const partition& parts) {
    json out = json::array();
    for (const block& b : parts.blocks())
        out.push_back({{"processor", b.processor}, {"row", b.row}, {"col", b.col}, {"rows", b.rows}, {"cols", b.cols}});
    return out;
}

json ranges_json(const partition& parts) {
    json out = json::array();
    for (const cell_range& r : parts.ranges())
        out.push_back({{"processor", r.processor}, {"first", r.first}, {"count", r.count}});
    return out;
}

json owners_json(const partition& parts) {
    json out = json::array();
    const auto owners = parts.owner_list();
    for (std::size_t first = 0; first < owners.size();) {
        std::size_t next = first + 1;
        while (next < owners.size() && owners[next] == owners[first])
            ++next;
        out.push_back({owners[first], next - first});
        first = next;
    }
    return out;
}

template <class Value, std::size_t Count>
Value named_field(const json& object, const char* field_name, const names<Value, Count>& list) {
    const json& value = stored::field(object, field_name);
    std::string allowed;
    for (const auto& [known, name] : list) {
        if (value == name) return known;
        allowed += (allowed.empty() ? "" : ", ") + std::string(name);
    }
    stored::refuse(fmt::format("{} is {}, allowed: {}", field_name, stored::quoted(value), allowed));
}

std::vector<block> blocks_in(const json& object) {
    std::vector<block> blocks;
    for (const json& b : stored::list_field(object, "blocks"))
        blocks.push_back({stored::whole_field<int>(b, "processor"), stored::whole_field(b, "row"),
                          stored::whole_field(b, "col"), stored::whole_field(b, "rows"),
                          stored::whole_field(b, "cols")});
    return blocks;
}

std::vector<cell_range> ranges_in(const json& object) {
    std::vector<cell_range> ranges;
    for (const json& r : stored::list_field(object, "ranges"))
        ranges.push_back({stored::whole_field<int>(r, "processor"), stored::whole_field(r, "first"),
                          stored::whole_field(r, "count")});
    return ranges;
}

// The pairs are added up before the list grows, so that a small file cannot cause a large allocation.
std::vector<std::int32_t> owners_in(const json& object, const grid& domain) {
    check_listed(domain);
    std::vector<std::int32_t> owners;
    for (const json& pair : stored::list_field(object, "owners")) {
        if (!pair.is_array() || pair.size() != 2)
            stored::refuse(fmt::format("owners contains {}, allowed: pairs [processor, cells]", stored::quoted(pair)));
        const auto count = stored::whole<std::int64_t>(pair[1], "cells");
        const auto left = domain.cells() - static_cast<std::int64_t>(owners.size());
        if (count < 1 || count > left)
            stored::refuse(fmt::format("owners contains {} where {} cells are left, allowed: 1 to {}",
                                       stored::quoted(pair), left, left));
        owners.insert(owners.end(), static_cast<std::size_t>(count), stored::whole<std::int32_t>(pair[0], "processor"));
    }
    return owners;
}

}  // namespace

std::string to_json(const partition& parts) {
    json out{{"schema", schema},
             {"rows", parts.domain().rows()},
             {"cols", parts.domain().cols()},
             {"periodic", name_in(axes_names, parts.domain().axes())},
             {"processors", parts.processors()},
             {"layout", name_in(layout_names, parts.kind())}};
    if (parts.kind() == layout::rectangles) out["blocks"] = blocks_json(parts);
    if (parts.kind() == layout::ranges) out["ranges"] = ranges_json(parts);
    if (parts.kind() == layout::cells) out["owners"] = owners_json(parts);
    return out.dump();
}

partition partition_from_json(std::string_view text) {
    json object = stored::parsed(text);
    if (object.is_object() && object.contains("partition")) object = json(std::move(object["partition"]));
    stored::check_schema(object, schema);
    const auto rows = stored::whole_field(object, "rows");
    const auto cols = stored::whole_field(object, "cols");
    const grid domain(rows, cols, named_field(object, "periodic", axes_names));
    const int processors = stored::whole_field<int>(object, "processors");
    switch (named_field(object, "layout", layout_names)) {
        case layout::rectangles:
            return partition::from_rectangles(domain, processors, blocks_in(object));
        case layout::ranges:
            return partition::from_ranges(domain, processors, ranges_in(object));
        case layout::cells:
            return partition::from_owners(domain, processors, owners_in(object, domain));
    }
    stored::refuse("unknown layout");
}

}  // namespace banyan::part

#include "banyan/part/partition_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "banyan/part/error.hpp"
#include "banyan/part/speeds.hpp"

namespace banyan::part {
namespace {

using json = nlohmann::ordered_json;

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

// The value as JSON, short enough for an error line. dump() calls itself for each level, so nested values could exhaust
// the stack; they are only named.
std::string quoted(const json& value) {
    constexpr std::size_t longest = 40;
    const bool nested = std::any_of(value.begin(), value.end(), [](const json& part) { return part.is_structured(); });
    if (nested) return value.is_array() ? "a nested list" : "a nested object";
    const std::string text = value.dump(-1, ' ', true, json::error_handler_t::replace);
    return text.size() <= longest ? text : text.substr(0, longest) + "...";
}

[[noreturn]] void refuse(const std::string& what) {
    throw error("stored partition: " + what);
}

const json& field(const json& object, const char* name) {
    if (!object.is_object()) refuse(fmt::format("{} is not a JSON object", quoted(object)));
    const auto found = object.find(name);
    if (found == object.end()) refuse(fmt::format("the field {} is missing", name));
    return *found;
}

template <class Whole>
Whole whole(const json& value, const char* name) {
    const bool fits = value.is_number_unsigned()
                          ? std::in_range<Whole>(value.get<std::uint64_t>())
                          : value.is_number_integer() && std::in_range<Whole>(value.get<std::int64_t>());
    if (!fits)
        refuse(fmt::format("{} is {}, allowed: whole numbers up to {}", name, quoted(value),
                           std::numeric_limits<Whole>::max()));
    return value.get<Whole>();
}

template <class Whole = std::int64_t>
Whole whole_field(const json& object, const char* name) {
    return whole<Whole>(field(object, name), name);
}

const json& list_field(const json& object, const char* name) {
    const json& list = field(object, name);
    if (!list.is_array()) refuse(fmt::format("{} is {}, allowed: a list", name, quoted(list)));
    return list;
}

template <class Value, std::size_t Count>
Value named_field(const json& object, const char* field_name, const names<Value, Count>& list) {
    const json& value = field(object, field_name);
    std::string allowed;
    for (const auto& [known, name] : list) {
        if (value == name) return known;
        allowed += (allowed.empty() ? "" : ", ") + std::string(name);
    }
    refuse(fmt::format("{} is {}, allowed: {}", field_name, quoted(value), allowed));
}

std::vector<block> blocks_in(const json& object) {
    std::vector<block> blocks;
    for (const json& b : list_field(object, "blocks"))
        blocks.push_back({whole_field<int>(b, "processor"), whole_field(b, "row"), whole_field(b, "col"),
                          whole_field(b, "rows"), whole_field(b, "cols")});
    return blocks;
}

std::vector<cell_range> ranges_in(const json& object) {
    std::vector<cell_range> ranges;
    for (const json& r : list_field(object, "ranges"))
        ranges.push_back({whole_field<int>(r, "processor"), whole_field(r, "first"), whole_field(r, "count")});
    return ranges;
}

// The pairs are added up before the list grows, so that a small file cannot cause a large allocation.
std::vector<std::int32_t> owners_in(const json& object, const grid& domain) {
    check_listed(domain);
    std::vector<std::int32_t> owners;
    for (const json& pair : list_field(object, "owners")) {
        if (!pair.is_array() || pair.size() != 2)
            refuse(fmt::format("owners contains {}, allowed: pairs [processor, cells]", quoted(pair)));
        const auto count = whole<std::int64_t>(pair[1], "cells");
        const auto left = domain.cells() - static_cast<std::int64_t>(owners.size());
        if (count < 1 || count > left)
            refuse(
                fmt::format("owners contains {} where {} cells are left, allowed: 1 to {}", quoted(pair), left, left));
        owners.insert(owners.end(), static_cast<std::size_t>(count), whole<std::int32_t>(pair[0], "processor"));
    }
    return owners;
}

json parsed(std::string_view text) {
    try {
        return json::parse(text);
    } catch (const json::parse_error& failure) {
        refuse(fmt::format("the text is not JSON, byte {} is not allowed there", failure.byte));
    } catch (const json::out_of_range&) {
        refuse(fmt::format("the text contains a number out of range, allowed: -{0} to {0}",
                           std::numeric_limits<double>::max()));
    }
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
    json object = parsed(text);
    if (object.is_object() && object.contains("partition")) object = json(std::move(object["partition"]));
    if (field(object, "schema") != schema)
        refuse(fmt::format("schema is {}, allowed: \"{}\"", quoted(object["schema"]), schema));
    const auto rows = whole_field(object, "rows");
    const auto cols = whole_field(object, "cols");
    const grid domain(rows, cols, named_field(object, "periodic", axes_names));
    const int processors = whole_field<int>(object, "processors");
    switch (named_field(object, "layout", layout_names)) {
        case layout::rectangles:
            return partition::from_rectangles(domain, processors, blocks_in(object));
        case layout::ranges:
            return partition::from_ranges(domain, processors, ranges_in(object));
        case layout::cells:
            return partition::from_owners(domain, processors, owners_in(object, domain));
    }
    refuse("unknown layout");
}

}  // namespace banyan::part

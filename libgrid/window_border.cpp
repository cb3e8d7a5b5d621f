#include "banyan/grid/window_border.hpp"

#include <array>
#include <memory>
#include <string>

#include "banyan/grid/border_storage.hpp"
#include "banyan/part/error.hpp"

namespace banyan::grid {
namespace {

struct named_way {
    border_way way;
    std::string_view name;
};
constexpr std::array<named_way, 5> names{{{border_way::single_items, "single_items"},
                                          {border_way::packed, "packed"},
                                          {border_way::runs, "runs"},
                                          {border_way::border_apart, "border_apart"},
                                          {border_way::regions, "regions"}}};
constexpr std::array<border_way, 5> ways{border_way::single_items, border_way::packed, border_way::runs,
                                         border_way::border_apart, border_way::regions};

bool copies_runs(border_way way) {
    return way == border_way::packed || way == border_way::border_apart;
}

}  // namespace

std::span<const border_way> border_ways() {
    return ways;
}

std::string_view name_of(border_way way) {
    return names[static_cast<std::size_t>(way)].name;
}

border_way border_way_named(std::string_view name) {
    std::string all;
    for (const auto& one : names) {
        if (one.name == name) return one.way;
        all += (all.empty() ? "" : ", ") + std::string(one.name);
    }
    throw part::error("way to exchange a border: '" + std::string(name) + "', allowed: " + all);
}

halo_layout window_layout(const part::partition& parts, int processor, int radius) {
    if (!parts.is_rectangular())
        throw part::error(
            "a window operation needs one rectangle for each processor; use a method that makes rectangles");
    return {parts, processor, part::stencil::named("9"), radius};
}

border_counts count_border(const halo_layout& layout, border_way way) {
    const border_storage storage(std::make_shared<halo_layout>(layout), way);
    border_counts counts;
    for (const border_message& m : storage.sends()) {
        const auto items = static_cast<std::int64_t>(m.items());
        const auto runs = static_cast<std::int64_t>(m.runs.size());
        counts.items += items;
        counts.messages += way == border_way::single_items ? items : way == border_way::runs ? runs : 1;
        if (copies_runs(way) && runs > 1) counts.copied += items;
        if (way == border_way::regions) counts.regions += runs;
    }
    for (const border_message& m : storage.receives()) {
        const auto runs = static_cast<std::int64_t>(m.runs.size());
        if (copies_runs(way) && runs > 1) counts.copied += static_cast<std::int64_t>(m.items());
        if (way == border_way::regions) counts.regions += runs;
    }
    if (way == border_way::border_apart && !storage.copies().empty())
        counts.copied += static_cast<std::int64_t>(storage.copies().front().from.count);
    return counts;
}

border_counts square_border(std::int64_t side, int radius, border_way way) {
    const std::int64_t h = radius, items = 4 * h * (side + h);
    switch (way) {
        case border_way::single_items:
            return {items, items, 0, 0};
        case border_way::packed:
            // A single row is consecutive, and so is a corner of one item.
            return {8, items, 2 * (h == 1 ? 2 * side : items), 0};
        case border_way::runs:
            return {2 * side + 6 * h, items, 0, 0};
        case border_way::border_apart:
            return {8, items, h * h, 0};
        case border_way::regions:
            break;
    }
    return {8, items, 0, 2 * (2 * side + 6 * h)};
}

double border_seconds(const border_counts& counts, border_way way, const border_times& times) {
    const double message_s = way == border_way::single_items ? times.item_message_s : times.message_s;
    return static_cast<double>(counts.messages) * message_s + static_cast<double>(counts.items) * times.item_s +
           static_cast<double>(counts.copied) * times.copy_s + static_cast<double>(counts.regions) * times.region_s;
}

border_way cheapest_border_way(const halo_layout& layout, const border_times& times) {
    border_way best = ways.front();
    double least_s = border_seconds(count_border(layout, best), best, times);
    for (const border_way way : ways) {
        const double s = border_seconds(count_border(layout, way), way, times);
        if (s > least_s) continue;
        least_s = s;
        best = way;
    }
    return best;
}

}  // namespace banyan::grid

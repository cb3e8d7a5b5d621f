#include "banyan/grid/permutation.hpp"

#include <numeric>

#include "banyan/net/same_call.hpp"
#include "banyan/part/error.hpp"

namespace banyan::grid::detail {

tagged_order tag_items(std::span<const item_place> places, std::size_t items, int processors) {
    if (places.size() != items)
        throw part::error("permute: " + std::to_string(places.size()) + " places for " + std::to_string(items) +
                          " items, allowed: one for each");
    tagged_order result;
    result.counts.assign(static_cast<std::size_t>(processors), 0);
    for (const item_place& place : places) {
        if (place.processor < 0 || place.processor >= processors)
            throw part::error("permute: processor " + std::to_string(place.processor) + ", allowed: 0 .. " +
                              std::to_string(processors - 1));
        ++result.counts[static_cast<std::size_t>(place.processor)];
    }
    std::vector<std::size_t> next(result.counts.size());
    std::exclusive_scan(result.counts.begin(), result.counts.end(), next.begin(), std::size_t{0});
    result.order.resize(items);
    for (std::size_t i = 0; i < items; ++i)
        result.order[next[static_cast<std::size_t>(places[i].processor)]++] = i;
    return result;
}

void check_layout(const item_layout& to, int ranks) {
    if (to.processors() != ranks)
        throw part::error("permute: a layout for " + std::to_string(to.processors()) + " processors, and a group of " +
                          std::to_string(ranks) + " ranks");
}

std::vector<item_place> places_of(std::span<const std::int64_t> indices, const item_layout& to) {
    std::vector<item_place> places;
    places.reserve(indices.size());
    for (const std::int64_t index : indices) {
        if (index < 0 || index >= to.items())
            throw part::error("permute: index " + std::to_string(index) + ", allowed: 0 .. " +
                              std::to_string(to.items() - 1));
        places.push_back({to.owner(index), to.position(index)});
    }
    return places;
}

void take_position(std::vector<bool>& taken, std::int64_t position) {
    const auto at = static_cast<std::size_t>(position);
    if (at >= taken.size())
        throw part::error("permute: an item has position " + std::to_string(position) + ", but " +
                          std::to_string(taken.size()) + " items have arrived; allowed: each position from 0 once");
    if (taken[at])
        throw part::error("permute: two items have position " + std::to_string(position) +
                          "; allowed: each position from 0 once");
    taken[at] = true;
}

void check_arrived(std::size_t items, std::int64_t expected) {
    if (static_cast<std::int64_t>(items) != expected)
        throw part::error("permute: " + std::to_string(items) +
                          " items have arrived on this rank, where the layout has " + std::to_string(expected) +
                          "; allowed: each index once");
}

void check_moved(std::size_t items, std::size_t expected, int processors, int ranks) {
    if (processors != ranks)
        throw part::error("moved: the plan is for " + std::to_string(processors) + " processors, and the group has " +
                          std::to_string(ranks) + " ranks");
    if (items != expected)
        throw part::error("moved: " + std::to_string(items) +
                          " items, expected by the plan: " + std::to_string(expected));
}

void compare_layouts(const net::group& tasks, const item_layout& to, net::deadline until) {
    net::expect_same_call(tasks, "permute", {{"items", to.items()}, {"runs of", to.run()}}, until);
}

void compare_plans(const net::group& tasks, const item_move& plan, net::deadline until) {
    net::expect_same_call(tasks, "moved", {{"plan digest", plan.digest()}}, until);
}

}  // namespace banyan::grid::detail

#include "libpart/geometry/floorplan.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace banyan::part {
namespace {

floorplan transposed(floorplan plan) {
    for (room& r : plan.rooms)
        r = {r.north, r.south, r.west, r.east};
    std::swap(plan.vertical, plan.horizontal);
    return plan;
}

floorplan flipped_sideways(floorplan plan) {
    const auto other = [](int segment) { return segment < 2 ? 1 - segment : segment; };
    for (room& r : plan.rooms)
        r = {other(r.east), other(r.west), r.north, r.south};
    return plan;
}

/// Indices of the rooms at the north edge, from west to east.
std::vector<std::size_t> rooms_at_north(const floorplan& plan) {
    std::vector<std::size_t> found;
    for (int west = 0; west != 1;) {
        const auto next =
            std::ranges::find_if(plan.rooms, [&](const room& r) { return r.north == 0 && r.west == west; });
        found.push_back(static_cast<std::size_t>(next - plan.rooms.begin()));
        west = next->east;
    }
    return found;
}

/// Inserts a room in the north-west corner and moves the first `pushed` rooms at the north edge below it.
floorplan pushed_from_north(floorplan plan, std::size_t pushed) {
    const std::vector<std::size_t> order = rooms_at_north(plan);
    const int segment = plan.horizontal++;
    for (std::size_t i = 0; i < pushed; ++i)
        plan.rooms[order[i]].north = segment;
    plan.rooms.push_back({0, plan.rooms[order[pushed - 1]].east, 0, segment});
    return plan;
}

/// Every plan results from exactly one smaller plan: the one without the room in its north-west corner.
void append_larger(const floorplan& plan, std::vector<floorplan>& out) {
    for (std::size_t pushed = 1; pushed <= rooms_at_north(plan).size(); ++pushed)
        out.push_back(pushed_from_north(plan, pushed));
    const floorplan turned = transposed(plan);
    for (std::size_t pushed = 1; pushed <= rooms_at_north(turned).size(); ++pushed)
        out.push_back(transposed(pushed_from_north(turned, pushed)));
}

/// A code of the plan that does not depend on the numbers of rooms and segments: the rooms are removed one by one from
/// the north-west corner, and each contributes the number of rooms that take its place, negative if they come from the
/// east.
std::vector<int> growth(floorplan plan) {
    std::vector<int> steps;
    while (plan.rooms.size() > 1) {
        const auto corner = std::ranges::find_if(plan.rooms, [](const room& r) { return r.north == 0 && r.west == 0; });
        const room gone = *corner;
        plan.rooms.erase(corner);
        const bool from_north =
            gone.south != 1 && std::ranges::none_of(plan.rooms, [&](const room& r) { return r.south == gone.south; });
        int pushed = 0;
        for (room& r : plan.rooms) {
            int& side = from_north ? r.north : r.west;
            if (side != (from_north ? gone.south : gone.east)) continue;
            side = 0;
            ++pushed;
        }
        steps.push_back(from_north ? pushed : -pushed);
    }
    return steps;
}

/// The least code among those of the mirror images.
std::vector<int> growth_of_images(const floorplan& plan) {
    const auto upside_down = [](const floorplan& p) { return transposed(flipped_sideways(transposed(p))); };
    const floorplan sideways = flipped_sideways(plan);
    return std::min({growth(plan), growth(sideways), growth(upside_down(plan)), growth(upside_down(sideways))});
}

/// Joins two rooms that share a whole side; returns false if there are none.
bool merge_two(std::vector<room>& rooms) {
    for (room& a : rooms)
        for (room& b : rooms) {
            const bool side_by_side = a.east == b.west && a.north == b.north && a.south == b.south;
            const bool one_below = a.south == b.north && a.west == b.west && a.east == b.east;
            if (!side_by_side && !one_below) continue;
            a = {a.west, b.east, a.north, b.south};
            rooms.erase(rooms.begin() + (&b - rooms.data()));
            return true;
        }
    return false;
}

}  // namespace

std::vector<floorplan> mosaic_floorplans(int rooms) {
    std::vector<floorplan> plans{{{{0, 1, 0, 1}}, 2, 2}};
    for (int count = 1; count < rooms; ++count) {
        std::vector<floorplan> larger;
        for (const floorplan& plan : plans)
            append_larger(plan, larger);
        plans = std::move(larger);
    }
    return plans;
}

bool is_slicing(const floorplan& plan) {
    std::vector<room> rooms = plan.rooms;
    while (merge_two(rooms)) {
    }
    return rooms.size() == 1;
}

std::vector<floorplan> non_slicing_floorplans(int rooms) {
    std::vector<floorplan> found;
    std::set<std::vector<int>> seen;
    for (floorplan& plan : mosaic_floorplans(rooms))
        if (!is_slicing(plan) && seen.insert(growth_of_images(plan)).second) found.push_back(std::move(plan));
    return found;
}

}  // namespace banyan::part

#include "libnet/schedules/tree_cost.hpp"

#include <algorithm>

namespace banyan::net {
namespace {

std::size_t at(int node) {
    return static_cast<std::size_t>(node);
}

}  // namespace

std::vector<tree_place> preorder_places(const tree& in, int nodes) {
    std::vector<tree_place> places;
    for (int node = 0; node < nodes; ++node)
        places.push_back(preorder_place(in, node, nodes));
    return places;
}

std::vector<tree_place> places_by_level(const tree& in, int nodes) {
    std::vector<tree_place> places{in.place(0, nodes)};
    for (std::size_t known = 0; known < places.size(); ++known)
        for (const int child : std::vector<int>(places[known].children))
            places.push_back(in.place(child, nodes));
    return places;
}

std::uint64_t time_down(const std::vector<tree_place>& places, const edge_length& length) {
    std::vector<std::uint64_t> arrival(places.size(), 0);
    std::uint64_t last = 0;
    for (const tree_place& place : places) {
        std::uint64_t now = arrival[at(place.node)];
        for (auto child = place.children.rbegin(); child != place.children.rend(); ++child)
            arrival[at(*child)] = now += length(*child);
        last = std::max(last, now);
    }
    return last;
}

std::uint64_t time_up(const std::vector<tree_place>& places, const edge_length& length) {
    std::vector<std::uint64_t> ready(places.size(), 0);
    for (auto place = places.rbegin(); place != places.rend(); ++place) {
        std::vector<int> order = place->children;
        std::ranges::sort(order, {}, [&](int child) { return ready[at(child)]; });
        std::uint64_t now = 0;
        for (const int child : order)
            if (const std::uint64_t duration = length(child); duration > 0)
                now = std::max(now, ready[at(child)]) + duration;
        ready[at(place->node)] = now;
    }
    return ready[0];
}

std::uint64_t combinations_up(const std::vector<tree_place>& places) {
    std::vector<std::uint64_t> ready(places.size(), 0);
    for (auto place = places.rbegin(); place != places.rend(); ++place) {
        std::uint64_t now = 0;
        for (const int child : place->children)
            now = std::max(now, ready[at(child)]) + 1;
        ready[at(place->node)] = now;
    }
    return ready[0];
}

}  // namespace banyan::net

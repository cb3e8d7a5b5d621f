#include "libnet/schedules/tree_cost.hpp"

#include <algorithm>
#include <utility>

#include "libnet/schedules/hypercube_tree.hpp"

namespace banyan::net {
namespace {

std::size_t at(int node) {
    return static_cast<std::size_t>(node);
}

// The places of the subtree of the tree's own node `node`, numbered from places.size() on.
void add_subtree(const tree& in, int node, std::optional<int> parent, int nodes, std::vector<tree_place>& places) {
    tree_place place = in.place(node, nodes);
    const std::vector<int> children = place.children;
    const auto number = static_cast<int>(places.size());
    place.node = number;
    place.parent = parent;
    places.push_back(std::move(place));
    for (std::size_t child = 0; child < children.size(); ++child) {
        places[at(number)].children[child] = static_cast<int>(places.size());
        add_subtree(in, children[child], number, nodes, places);
    }
}

}  // namespace

std::vector<tree_place> preorder_places(const tree& in, int nodes) {
    std::vector<tree_place> places;
    if (!in.consecutive) {  // each preorder_place() would visit the whole tree
        add_subtree(in, 0, std::nullopt, nodes, places);
        return places;
    }
    for (int node = 0; node < nodes; ++node)
        places.push_back(in.place(node, nodes));
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

algorithm_cost cube_tree_cost(int nodes, std::size_t items) {
    if (items == 0) return {};
    const int rounds = cube_dimension(nodes);
    const auto messages = static_cast<std::uint64_t>(nodes - 1);
    return {rounds, messages, messages * items, static_cast<std::uint64_t>(rounds) * items, 0};
}

}  // namespace banyan::net

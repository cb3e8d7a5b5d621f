#include <algorithm>
#include <bit>
#include <set>

#include "libnet/schedules/banyan_exchange.hpp"
#include "libnet/schedules/tree_table.hpp"
#include "tools/banyan/ncube_guide.hpp"

namespace banyan::tools {
namespace {

struct published_tree {
    const char* name;  ///< in the table of libnet
    const char* fanout;
    const char* neighbours;
    const char* parent;
    int (*parent_of)(int node);  ///< nullptr: no formula
};

// The row of the near-binary tree ends after its fanout in our copy; the text says that its neighbours are preserved.
constexpr published_tree published_trees[] = {
    {"hypercube", "dimension", "yes", "N - 2^k, the largest power of 2 that divides N",
     [](int node) { return node - (node & -node); }},
    {"binary", "2", "no", "floor((N - 1) / 2)", [](int node) { return (node - 1) / 2; }},
    {"n-ary", "n = 4", "no", "floor((N - 1) / n)", [](int node) { return (node - 1) / 4; }},
    {"near-binary", "2", "yes", "-", nullptr},
};

bool are_cube_neighbours(int a, int b) {
    return std::popcount(static_cast<unsigned>(a ^ b)) == 1;
}

int depth_of(const net::tree& in, int node, int nodes) {
    int depth = 0;
    for (auto parent = in.place(node, nodes).parent; parent; parent = in.place(*parent, nodes).parent)
        ++depth;
    return depth;
}

guide_tree computed_tree(const published_tree& of) {
    const net::tree& tree = *net::find_tree(of.name);
    guide_tree found{of.name, of.fanout, of.parent, of.neighbours};
    found.same_parents = of.parent_of == nullptr ? -1 : 0;
    for (int node = 0; node < guide_tree_nodes; ++node) {
        const net::tree_place place = tree.place(node, guide_tree_nodes);
        found.fanout = std::max(found.fanout, static_cast<int>(place.children.size()));
        found.depth = std::max(found.depth, depth_of(tree, node, guide_tree_nodes));
        if (!place.parent) continue;
        found.cube_edges += are_cube_neighbours(node, *place.parent) ? 1 : 0;
        if (of.parent_of != nullptr) found.same_parents += of.parent_of(node) == *place.parent ? 1 : 0;
    }
    return found;
}

}  // namespace

std::vector<guide_tree> guide_trees() {
    std::vector<guide_tree> found;
    for (const published_tree& each : published_trees)
        found.push_back(computed_tree(each));
    return found;
}

globalsum_example globalsum() {
    globalsum_example found;
    std::vector<std::set<int>> have;  // whose values each node has combined
    for (int node = 0; node < found.nodes; ++node)
        have.push_back({node});
    found.rounds = static_cast<int>(net::banyan_exchange(0, found.nodes).size());
    for (std::size_t round = 0; round < static_cast<std::size_t>(found.rounds); ++round) {
        const auto before = have;
        for (int node = 0; node < found.nodes; ++node) {
            const int partner = net::banyan_exchange(node, found.nodes).at(round).partner;
            found.cube_neighbours = found.cube_neighbours && are_cube_neighbours(node, partner);
            const auto& theirs = before[static_cast<std::size_t>(partner)];
            have[static_cast<std::size_t>(node)].insert(theirs.begin(), theirs.end());
        }
    }
    found.complete =
        static_cast<int>(std::ranges::count(have, static_cast<std::size_t>(found.nodes), &std::set<int>::size));
    const net::tree& tree = *net::find_tree("hypercube");
    found.children_of_0 = static_cast<int>(tree.place(0, found.nodes).children.size());
    found.children_of_2 = static_cast<int>(tree.place(2, found.nodes).children.size());
    return found;
}

}  // namespace banyan::tools

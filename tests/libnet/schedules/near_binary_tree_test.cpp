// The near-binary tree: spanning, inside the cube, at most two children, and not deeper than the cube's dimension.
#include "libnet/schedules/near_binary_tree.hpp"

#include <bit>
#include <catch2/catch.hpp>

namespace near_binary_tree_test {

using namespace banyan::net;

namespace {

std::size_t at(int node) {
    return static_cast<std::size_t>(node);
}

struct tree_facts {
    bool cube_edges = true;
    int depth = 0;
    int fanout = 0;
};

// Follows the parents from every node. A way that does not reach node 0 within `nodes` steps fails.
tree_facts facts_of(const std::vector<int>& parents) {
    tree_facts facts;
    std::vector<int> children(parents.size(), 0);
    for (std::size_t node = 1; node < parents.size(); ++node) {
        facts.cube_edges &= std::has_single_bit(static_cast<unsigned>(node) ^ static_cast<unsigned>(parents[node]));
        facts.fanout = std::max(facts.fanout, ++children.at(at(parents[node])));
        std::size_t depth = 0;
        for (std::size_t up = node; up != 0; up = at(parents[up])) {
            ++depth;
            REQUIRE(depth < parents.size());
        }
        facts.depth = std::max(facts.depth, static_cast<int>(depth));
    }
    return facts;
}

}  // namespace

TEST_CASE("near-binary tree: spans the cube of dimension 1 .. 16 with two children at most and depth d at most") {
    const int d = GENERATE(range(1, 17));
    std::vector<int> parents(std::size_t{1} << d, 0);
    for (int node = 1; node < 1 << d; ++node)
        parents[at(node)] = near_binary_parent(node, d);
    const tree_facts facts = facts_of(parents);
    CAPTURE(d);
    CHECK(facts.cube_edges);
    CHECK(facts.fanout <= 2);
    CHECK(facts.depth <= d);
}

TEST_CASE("near-binary tree: both roots have a complete binary tree below them") {
    const int d = GENERATE(range(2, 9));
    const int nodes = 1 << d;
    const auto extent_of = [&](int node) { return near_binary_tree.place(node, nodes).extent; };
    const tree_place root = near_binary_tree.place(0, nodes);
    REQUIRE(root.children == std::vector{nodes / 4, nodes / 2});
    CHECK(extent_of(nodes / 4) == nodes / 2 - 1);
    CHECK(extent_of(nodes / 2) == nodes / 2);
    for (int node = 1; node < nodes; ++node) {
        const tree_place place = near_binary_tree.place(node, nodes);
        if (node == nodes / 2) continue;
        CHECK(place.children.size() != 1);
        if (!place.children.empty()) CHECK(extent_of(place.children[0]) == extent_of(place.children[1]));
    }
}

TEST_CASE("near-binary tree: any number of nodes has cube edges, three children at most and logarithmic depth") {
    const int nodes = GENERATE(range(1, 70), 100, 1000, 1025);
    std::vector<int> parents(at(nodes), 0);
    for (int node = 1; node < nodes; ++node)
        parents[at(node)] = *near_binary_tree.place(node, nodes).parent;
    const tree_facts facts = facts_of(parents);
    CAPTURE(nodes);
    CHECK(facts.cube_edges);
    CHECK(facts.fanout <= (std::has_single_bit(static_cast<unsigned>(nodes)) ? 2 : 3));
    CHECK(facts.depth <= static_cast<int>(std::bit_width(static_cast<unsigned>(nodes) - 1u)));
}

}  // namespace near_binary_tree_test

// The two trees of the measurements of Marinescu and Rice, as their paper describes them.
#include "libnet/schedules/two_binary_tree.hpp"

#include <catch2/catch.hpp>
#include <map>
#include <utility>
#include <vector>

#include "libnet/schedules/algorithm.hpp"

namespace two_binary_tree_test {

using namespace banyan::net;

namespace {

// The edges from a node up to node 0 or 1.
int edges_to_its_root(int node, int nodes) {
    int edges = 0;
    for (; node > 1 && edges < nodes; node = two_binary_tree.place(node, nodes).parent.value_or(0))
        ++edges;
    return edges;
}

}  // namespace

TEST_CASE("two binary trees: the levels of 64 nodes are the groups of the published histograms") {
    const std::map<int, std::pair<int, int>> groups{{0, {0, 1}},  {1, {2, 3}},   {2, {4, 7}},
                                                    {3, {8, 15}}, {4, {16, 31}}, {5, {32, 63}}};
    for (const auto& [level, group] : groups)
        for (int node = group.first; node <= group.second; ++node) {
            CAPTURE(node);
            CHECK(two_binary_level(node) == level);
            CHECK(edges_to_its_root(node, 64) == level);
        }
}

TEST_CASE("two binary trees: a tree has the nodes of one parity, and both have equal numbers of them but for one") {
    const int nodes = GENERATE(range(2, 40), 64, 100);
    CAPTURE(nodes);
    for (int node = 2; node < nodes; ++node)
        CHECK(*two_binary_tree.place(node, nodes).parent % 2 == node % 2);
    CHECK(two_binary_tree.place(0, nodes).extent == nodes);
    CHECK(two_binary_tree.place(1, nodes).extent == nodes / 2);
    CHECK(two_binary_tree.place(1, nodes).parent == 0);
}

TEST_CASE("two binary trees: below each root of 2^d nodes is a complete binary tree") {
    const int d = GENERATE(range(2, 9));
    const int nodes = 1 << d;
    for (int node = 2; node < nodes; ++node) {
        const tree_place place = two_binary_tree.place(node, nodes);
        CAPTURE(nodes, node);
        CHECK(place.children.size() == (two_binary_level(node) == d - 1 ? 0u : 2u));
        CHECK(place.extent == (1 << (d - two_binary_level(node))) - 1);
    }
}

TEST_CASE("two binary trees: in the barrier only the roots exchange signals between the trees") {
    const int size = GENERATE(range(1, 34), 64);
    const algorithm& how = *find_algorithm(collective_kind::barrier, "two-binary-trees");
    CAPTURE(size);
    for (int rank = 0; rank < size; ++rank) {
        std::vector<int> others;
        for (const step& now : how.make({.rank = rank, .size = size}).steps)
            if (now.what == step::kind::send && now.peer % 2 != rank % 2) others.push_back(now.peer);
        CHECK(others == (rank < 2 && size > 1 ? std::vector{1 - rank} : std::vector<int>{}));
    }
}

TEST_CASE("two binary trees: the rounds of the barrier are those of two heaps and an exchange") {
    // Of 2^d ranks. Each of the d - 2 levels of edges in a heap takes two rounds, and the edge to its root one.
    const int d = GENERATE(range(2, 8));
    const algorithm& how = *find_algorithm(collective_kind::barrier, "two-binary-trees");
    CHECK(how.cost({.size = 1 << d}).rounds == 2 * (2 * (d - 2) + 1) + 1);
}

}  // namespace two_binary_tree_test

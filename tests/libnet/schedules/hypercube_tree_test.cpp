#include "libnet/schedules/hypercube_tree.hpp"

#include <catch2/catch.hpp>
#include <numeric>
#include <set>

namespace hypercube_tree_test {

using namespace banyan::net;

namespace {

// Subtree sizes by following parents only.
std::vector<int> extents_by_parents(int nodes) {
    std::vector<int> extent(static_cast<std::size_t>(nodes), 0);
    for (int node = 0; node < nodes; ++node) {
        for (std::optional<int> at = node; at; at = hypercube_place(*at, nodes).parent) {
            ++extent[static_cast<std::size_t>(*at)];
        }
    }
    return extent;
}

}  // namespace

TEST_CASE("cube_dimension is the depth that holds all nodes") {
    for (int nodes = 1; nodes <= 1025; ++nodes) {
        const int d = cube_dimension(nodes);
        CHECK(1 << d >= nodes);
        CHECK((nodes == 1 || 1 << (d - 1) < nodes));
    }
}

TEST_CASE("hypercube tree: every node but 0 has a neighbour of the cube as parent") {
    const int nodes = GENERATE(range(1, 36), 64, 100, 1000);
    for (int node = 0; node < nodes; ++node) {
        const tree_place place = hypercube_place(node, nodes);
        CHECK(place.parent.has_value() == (node != 0));
        if (!place.parent) continue;
        const int distance = node ^ *place.parent;
        CHECK((distance & (distance - 1)) == 0);
        CHECK(*place.parent < node);
    }
}

TEST_CASE("hypercube tree: children are the nodes that name this one as parent") {
    const int nodes = GENERATE(range(1, 36), 64, 100);
    for (int node = 0; node < nodes; ++node) {
        std::vector<int> expected;
        for (int other = 0; other < nodes; ++other) {
            if (hypercube_place(other, nodes).parent == node) expected.push_back(other);
        }
        CHECK(hypercube_place(node, nodes).children == expected);
        CHECK(static_cast<int>(expected.size()) <= cube_dimension(nodes));
    }
}

TEST_CASE("hypercube tree: a subtree is a block of consecutive nodes") {
    const int nodes = GENERATE(range(1, 36), 64, 100);
    const std::vector<int> extents = extents_by_parents(nodes);
    for (int node = 0; node < nodes; ++node) {
        const tree_place place = hypercube_place(node, nodes);
        CHECK(place.extent == extents[static_cast<std::size_t>(node)]);
        int next = node + 1;  // the children's blocks fill node+1 .. node+extent-1 without a gap
        for (const int child : place.children) {
            CHECK(child == next);
            next += hypercube_place(child, nodes).extent;
        }
        CHECK(next == node + place.extent);
    }
}

TEST_CASE("hypercube tree: the nCUBE example of 8 nodes") {
    const std::vector<int> parents{0, 0, 0, 2, 0, 4, 4, 6};
    for (int node = 1; node < 8; ++node)
        CHECK(hypercube_place(node, 8).parent == parents[static_cast<std::size_t>(node)]);
}

TEST_CASE("broadcast rounds: parents have the data first and send once per round") {
    const int nodes = GENERATE(range(1, 36), 64, 100);
    for (int node = 0; node < nodes; ++node) {
        std::set<int> busy;
        for (const int child : hypercube_place(node, nodes).children) {
            const int round = broadcast_round(child, nodes);
            CHECK(round > broadcast_round(node, nodes));
            CHECK(round < cube_dimension(nodes));
            CHECK(busy.insert(round).second);
        }
    }
}

TEST_CASE("ranks and nodes are each other's inverse and put the root on node 0") {
    const int size = GENERATE(range(1, 18));
    for (int root = 0; root < size; ++root) {
        CHECK(node_of_rank(root, root, size) == 0);
        for (int rank = 0; rank < size; ++rank) {
            CHECK(rank_of_node(node_of_rank(rank, root, size), root, size) == rank);
        }
    }
}

}  // namespace hypercube_tree_test

#include "libnet/schedules/folded_hypercube_tree.hpp"

#include <catch2/catch.hpp>

namespace folded_hypercube_tree_test {

using namespace banyan::net;

TEST_CASE("folded hypercube tree: children name their parent, and subtrees are consecutive without gaps") {
    const int nodes = GENERATE(range(1, 36), 64, 100);
    for (int node = 0; node < nodes; ++node) {
        const tree_place place = folded_hypercube_place(node, nodes);
        CHECK(place.parent.has_value() == (node != 0));
        int next = node + 1;
        for (const int child : place.children) {
            CHECK(child == next);
            CHECK(folded_hypercube_place(child, nodes).parent == node);
            next += folded_hypercube_place(child, nodes).extent;
        }
        CHECK(next == node + place.extent);
    }
    CHECK(folded_hypercube_place(0, nodes).extent == nodes);
}

TEST_CASE("folded hypercube tree: a power of two gives the hypercube tree") {
    const int nodes = GENERATE(1, 2, 4, 32);
    for (int node = 0; node < nodes; ++node) {
        const tree_place folded = folded_hypercube_place(node, nodes), plain = hypercube_place(node, nodes);
        CHECK(folded.parent == plain.parent);
        CHECK(folded.children == plain.children);
    }
}

TEST_CASE("folded hypercube tree: a node is at most ceil(log2 nodes) levels below the root") {
    const int nodes = GENERATE(range(1, 70));
    for (int node = 0; node < nodes; ++node) {
        int levels = 0;
        for (auto at = folded_hypercube_place(node, nodes); at.parent; at = folded_hypercube_place(*at.parent, nodes))
            ++levels;
        CHECK(levels <= cube_dimension(nodes));
    }
}

}  // namespace folded_hypercube_tree_test

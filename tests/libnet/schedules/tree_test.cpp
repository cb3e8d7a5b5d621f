// Facts that hold for every tree: parents and children agree, the tree spans all nodes, extents are subtree sizes.
#include "libnet/schedules/tree.hpp"

#include <algorithm>
#include <bit>
#include <catch2/catch.hpp>
#include <numeric>
#include <set>

#include "libnet/schedules/n_ary_tree.hpp"
#include "libnet/schedules/tree_cost.hpp"
#include "libnet/schedules/tree_table.hpp"

namespace tree_test {

using namespace banyan::net;

namespace {

std::size_t at(int node) {
    return static_cast<std::size_t>(node);
}

const tree& every_tree() {
    return *GENERATE(from_range(all_trees().begin(), all_trees().end()));
}

int some_nodes() {
    return GENERATE(range(1, 36), 64, 100);
}

std::vector<tree_place> places_of(const tree& in, int nodes) {
    std::vector<tree_place> places;
    for (int node = 0; node < nodes; ++node)
        places.push_back(in.place(node, nodes));
    return places;
}

// The nodes from `node` to the root, by parents only.
std::vector<int> way_up(const std::vector<tree_place>& places, int node) {
    std::vector<int> way{node};
    while (places[at(way.back())].parent && way.size() <= places.size())
        way.push_back(*places[at(way.back())].parent);
    return way;
}

struct subtrees {
    std::vector<int> extent, height;
};

subtrees subtrees_by_parents(const std::vector<tree_place>& places) {
    subtrees found{std::vector<int>(places.size(), 0), std::vector<int>(places.size(), 0)};
    for (const tree_place& place : places) {
        const std::vector<int> way = way_up(places, place.node);
        for (std::size_t up = 0; up < way.size(); ++up) {
            ++found.extent[at(way[up])];
            found.height[at(way[up])] = std::max(found.height[at(way[up])], static_cast<int>(up));
        }
    }
    return found;
}

// The nodes of the subtree of `node`: the node itself, then the subtrees of its children in their order.
std::vector<int> preorder_of(const std::vector<tree_place>& places, int node) {
    std::vector<int> order{node};
    for (const int child : places[at(node)].children) {
        const std::vector<int> below = preorder_of(places, child);
        order.insert(order.end(), below.begin(), below.end());
    }
    return order;
}

int depth_limit(std::string_view name, int nodes) {
    int levels = 0;  // of a complete 4-ary tree
    for (std::int64_t held = 1, level = 1; held < nodes; held += level *= 4)
        ++levels;
    if (name == "n-ary") return levels;
    if (name == "binary") return std::bit_width(static_cast<unsigned>(nodes)) - 1;
    if (name == "chain") return nodes - 1;
    if (name == "star") return nodes > 1;
    return std::bit_width(static_cast<unsigned>(nodes) - 1u);
}

}  // namespace

TEST_CASE("trees: parents and children agree, and every node reaches node 0") {
    const tree& in = every_tree();
    const int nodes = some_nodes();
    CAPTURE(in.name, nodes);
    const std::vector<tree_place> places = places_of(in, nodes);
    for (const tree_place& place : places) {
        CHECK(place.parent.has_value() == (place.node != 0));
        CHECK(way_up(places, place.node).back() == 0);
        std::set<int> expected;
        for (const tree_place& other : places)
            if (other.parent == place.node) expected.insert(other.node);
        CHECK(std::set<int>(place.children.begin(), place.children.end()) == expected);
        CHECK(place.children.size() == expected.size());
    }
}

TEST_CASE("trees: extents are subtree sizes, depths are within the limit, and the deepest subtree is last") {
    const tree& in = every_tree();
    const int nodes = some_nodes();
    CAPTURE(in.name, nodes);
    const std::vector<tree_place> places = places_of(in, nodes);
    const subtrees expected = subtrees_by_parents(places);
    CHECK(expected.height[0] <= depth_limit(in.name, nodes));
    for (const tree_place& place : places) {
        CHECK(place.extent == expected.extent[at(place.node)]);
        if (in.name == "hypercube" && !std::has_single_bit(static_cast<unsigned>(nodes))) continue;
        CHECK(std::ranges::is_sorted(place.children, {}, [&](int child) { return expected.height[at(child)]; }));
    }
}

TEST_CASE("trees: the fanout is within the limit of the tree") {
    const int nodes = some_nodes();
    const auto cube = at(std::bit_width(static_cast<unsigned>(nodes) - 1u));
    const auto [name, limit] = GENERATE_COPY(table<const char*, std::size_t>({{"hypercube", cube},
                                                                              {"mirrored-hypercube", cube},
                                                                              {"near-binary", 3},
                                                                              {"binary", 2},
                                                                              {"two-binary", 2},
                                                                              {"n-ary", 4},
                                                                              {"chain", 1},
                                                                              {"star", nodes - 1}}));
    REQUIRE(find_tree(name));
    for (const tree_place& place : places_of(*find_tree(name), nodes))
        CHECK(place.children.size() <= limit);
}

TEST_CASE("trees: those inside the cube keep its neighbours for every root if p is a power of two") {
    const std::string name = GENERATE("mirrored-hypercube", "near-binary");
    const int size = GENERATE(1, 2, 4, 8, 16, 32);
    for (int root = 0; root < size; ++root) {
        for (int rank = 0; rank < size; ++rank) {
            const tree_place place = place_of_rank(*find_tree(name), rank, root, size);
            if (place.parent) CHECK(std::has_single_bit(static_cast<unsigned>(rank ^ *place.parent)));
        }
    }
}

TEST_CASE("trees: the tree of ranks has its root at any rank and spans the group") {
    const tree& in = every_tree();
    const int size = GENERATE(range(1, 18));
    for (int root = 0; root < size; ++root) {
        CAPTURE(in.name, size, root);
        std::vector<tree_place> places;
        for (int rank = 0; rank < size; ++rank)
            places.push_back(place_of_rank(in, rank, root, size));
        for (const tree_place& place : places) {
            CHECK(place.node == static_cast<int>(&place - places.data()));
            CHECK(place.parent.has_value() == (place.node != root));
            CHECK(way_up(places, place.node).back() == root);
            for (const int child : place.children)
                CHECK(places.at(at(child)).parent == place.node);
        }
    }
}

TEST_CASE("trees: a subtree of a consecutive tree, and of every tree in preorder numbers, is a range of nodes") {
    const tree& in = every_tree();
    const int nodes = some_nodes();
    CAPTURE(in.name, nodes);
    const std::vector<tree_place> places = places_of(in, nodes);
    const std::vector<int> order = preorder_of(places, 0);
    const std::vector<tree_place> preorder = preorder_places(in, nodes);
    REQUIRE(preorder.size() == places.size());
    for (int number = 0; number < nodes; ++number) {
        const tree_place place = preorder_place(in, number, nodes);
        CHECK(place == preorder[at(number)]);
        const tree_place& original = places[at(order[at(number)])];
        CHECK(place.node == number);
        CHECK(place.extent == original.extent);
        CHECK(place.parent.has_value() == original.parent.has_value());
        if (place.parent) CHECK(order[at(*place.parent)] == *original.parent);
        REQUIRE(place.children.size() == original.children.size());
        for (std::size_t c = 0; c < place.children.size(); ++c) {
            CHECK(order[at(place.children[c])] == original.children[c]);
            CHECK(child_extent(place, c) == places[at(original.children[c])].extent);
        }
        if (in.consecutive) CHECK(place == original);
    }
}

TEST_CASE("trees: the n-ary tree has the parent floor((N-1) / n)") {
    const int fanout = GENERATE(1, 2, 3, 4, 7);
    for (int node = 1; node < 100; ++node)
        CHECK(n_ary_place(fanout, node, 100).parent == (node - 1) / fanout);
}

TEST_CASE("trees: level l of the mirrored hypercube tree holds the nodes with l bits, and child 1 is the deepest") {
    const tree& in = *find_tree("mirrored-hypercube");
    const std::vector<tree_place> places = places_of(in, 64);
    for (int node = 0; node < 64; ++node)
        CHECK(static_cast<int>(way_up(places, node).size()) - 1 == std::popcount(static_cast<unsigned>(node)));
    CHECK(places[0].children == std::vector{32, 16, 8, 4, 2, 1});
}

TEST_CASE("trees: a name that is not in the table gives none") {
    CHECK(find_tree("hypercube-") == nullptr);
    CHECK(find_tree("") == nullptr);
}

}  // namespace tree_test

// Walks over trees against closed formulas.
#include "libnet/schedules/tree_cost.hpp"

#include <bit>
#include <catch2/catch.hpp>

#include "libnet/schedules/hypercube_tree.hpp"
#include "libnet/schedules/tree_gather.hpp"
#include "libnet/schedules/tree_table.hpp"

namespace tree_cost_test {

using namespace banyan::net;

namespace {

std::uint64_t rounds_down(const char* tree, int nodes) {
    return time_down(places_by_level(*find_tree(tree), nodes), one_round);
}

std::uint64_t rounds_up(const char* tree, int nodes) {
    return time_up(places_by_level(*find_tree(tree), nodes), one_round);
}

std::uint64_t log2_ceil(int nodes) {
    return static_cast<std::uint64_t>(cube_dimension(nodes));
}

// Node N of a heap is reached by the bits of N + 1 after the highest: 0 is the first message of a node, 1 its second.
std::uint64_t binary_rounds(int nodes) {
    int rounds = 0;
    for (unsigned n = 1; n <= static_cast<unsigned>(nodes); ++n)
        rounds = std::max(rounds, static_cast<int>(std::bit_width(n)) - 1 + std::popcount(n) - 1);
    return static_cast<std::uint64_t>(rounds);
}

}  // namespace

TEST_CASE("rounds of trees, down") {
    const int nodes = GENERATE(range(1, 70), 100, 1000);
    CAPTURE(nodes);
    CHECK(rounds_down("hypercube", nodes) == log2_ceil(nodes));
    CHECK(rounds_down("mirrored-hypercube", nodes) == log2_ceil(nodes));
    CHECK(rounds_down("binary", nodes) == binary_rounds(nodes));
    CHECK(rounds_down("chain", nodes) == static_cast<std::uint64_t>(nodes - 1));
    CHECK(rounds_down("star", nodes) == static_cast<std::uint64_t>(nodes - 1));
}

TEST_CASE("rounds of trees, up") {
    const int nodes = GENERATE(range(1, 70), 100, 1000);
    CAPTURE(nodes);
    CHECK(rounds_up("hypercube", nodes) == log2_ceil(nodes));
    CHECK(rounds_up("mirrored-hypercube", nodes) == log2_ceil(nodes));
    CHECK(rounds_up("chain", nodes) == static_cast<std::uint64_t>(nodes - 1));
    CHECK(rounds_up("star", nodes) == static_cast<std::uint64_t>(nodes - 1));
}

TEST_CASE("rounds of the near-binary tree: 2 log2 p - 2, and one more at most if p is not a power of two") {
    const int nodes = GENERATE(range(4, 70), 100, 256, 500);
    const std::uint64_t full = 2 * static_cast<std::uint64_t>(std::bit_width(static_cast<unsigned>(nodes)) - 1) - 2;
    CAPTURE(nodes);
    CHECK(rounds_down("near-binary", nodes) >= full);
    CHECK(rounds_down("near-binary", nodes) <= full + (std::has_single_bit(static_cast<unsigned>(nodes)) ? 0 : 1));
}

TEST_CASE("combinations in the hypercube tree: one for each bit") {
    const int nodes = GENERATE(range(1, 70), 100);
    CHECK(combinations_up(preorder_places(*find_tree("hypercube"), nodes)) == log2_ceil(nodes));
}

TEST_CASE("gather and scatter: the root of the hypercube tree is never idle") {
    const int nodes = GENERATE(range(1, 70), 100);
    const std::uint64_t all_but_one = static_cast<std::uint64_t>(nodes - 1) * 3;
    const collective_shape shape{.size = nodes, .items = 3};
    CHECK(tree_gather_cost(hypercube_tree, shape).path_items == all_but_one);
    CHECK(tree_scatter_cost(hypercube_tree, shape).path_items == all_but_one);
    CHECK(tree_gather_cost(*find_tree("binary"), shape).path_items >= all_but_one);
    CHECK(tree_scatter_cost(*find_tree("binary"), shape).path_items >= all_but_one);
}

}  // namespace tree_cost_test

#include "libnet/schedules/epoch_tree.hpp"

#include <algorithm>
#include <bit>
#include <catch2/catch.hpp>
#include <vector>

using namespace banyan::net;

namespace {

/// Levels below a rank, counted by walking the tree.
int depth_below(int rank, int ranks) {
    int depth = 0;
    for (const int child : epoch_place(rank, ranks).children)
        depth = std::max(depth, 1 + depth_below(child, ranks));
    return depth;
}

}  // namespace

TEST_CASE("every rank but 0 is the child of its parent, one level below it and one link away") {
    const int ranks = GENERATE(range(1, 36), 64, 100, 1000);
    int children = 0;
    for (int rank = 0; rank < ranks; ++rank) {
        const epoch_tree_place place = epoch_place(rank, ranks);
        children += static_cast<int>(place.children.size());
        CHECK(place.parent.has_value() == (rank != 0));
        if (!place.parent) continue;
        const epoch_tree_place above = epoch_place(*place.parent, ranks);
        CHECK(std::ranges::count(above.children, rank) == 1);
        CHECK(place.level == above.level + 1);
        CHECK(std::popcount(static_cast<unsigned>(rank ^ *place.parent)) == 1);
    }
    CHECK(children == ranks - 1);
}

TEST_CASE("children are in the order of the depth of their subtrees, the deepest first") {
    const int ranks = GENERATE(range(1, 70), 128, 200);
    for (int rank = 0; rank < ranks; ++rank) {
        int before = 32;
        for (const int child : epoch_place(rank, ranks).children) {
            CHECK(depth_below(child, ranks) <= before);
            before = depth_below(child, ranks);
        }
    }
}

TEST_CASE("a whole cube has binomial(L, l) ranks on level l, and the root's children are 1, 2, 4, ...") {
    std::vector<int> on_level(7, 0);
    for (int rank = 0; rank < 64; ++rank)
        ++on_level[static_cast<std::size_t>(epoch_place(rank, 64).level)];
    CHECK(on_level == std::vector<int>{1, 6, 15, 20, 15, 6, 1});
    CHECK(epoch_place(0, 32).children == std::vector<int>{1, 2, 4, 8, 16});
}

TEST_CASE("a start that each rank passes on once in a round reaches all ranks in ceil(log2 p) rounds") {
    const int ranks = GENERATE(range(1, 70), 128, 200);
    std::vector<int> reached(static_cast<std::size_t>(ranks), 0);  // the round after which a rank has the start
    for (int rank = 0; rank < ranks; ++rank) {                     // a parent has a lower number than its children
        int round = reached[static_cast<std::size_t>(rank)];
        for (const int child : epoch_place(rank, ranks).children)
            reached[static_cast<std::size_t>(child)] = ++round;
    }
    CHECK(*std::max_element(reached.begin(), reached.end()) ==
          static_cast<int>(std::bit_width(static_cast<unsigned>(ranks - 1))));
}

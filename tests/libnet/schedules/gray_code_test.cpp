// Gray-code embeddings: neighbours of a mesh differ in one bit, and node and block are each other's inverse.
#include "libnet/schedules/gray_code.hpp"

#include <bit>
#include <catch2/catch.hpp>
#include <numeric>
#include <set>

namespace gray_code_test {

using namespace banyan::net;

namespace {

std::vector<int> some_sides() {
    return GENERATE(values<std::vector<int>>({{},
                                              {1},
                                              {2},
                                              {7},
                                              {16},
                                              {1, 1, 1},
                                              {4, 8},
                                              {3, 5},
                                              {6, 1, 9},
                                              {2, 2, 2},
                                              {4, 2, 8},
                                              {3, 4, 5, 2},
                                              {1000, 1000}}));
}

// All coordinates, the last axis fastest.
std::vector<std::vector<int>> blocks_of(const std::vector<int>& sides) {
    std::vector<std::vector<int>> blocks{{}};
    for (const int side : sides) {
        std::vector<std::vector<int>> longer;
        for (const std::vector<int>& block : blocks)
            for (int i = 0; i < side && i < 40; ++i) {
                longer.push_back(block);
                longer.back().push_back(i);
            }
        blocks = std::move(longer);
    }
    return blocks;
}

bool are_cube_neighbours(int node, int other) {
    return std::has_single_bit(static_cast<unsigned>(node ^ other));
}

}  // namespace

TEST_CASE("Gray code: the index is the inverse, and codes of following numbers differ in one bit") {
    for (unsigned i = 0; i < 5000; ++i) {
        CHECK(gray_index(gray_code(i)) == i);
        CHECK(std::has_single_bit(gray_code(i) ^ gray_code(i + 1)));
    }
    CHECK(gray_index(gray_code(0xffffffffu)) == 0xffffffffu);
}

TEST_CASE("Gray mesh: neighbours of the mesh are neighbours of the cube") {
    const std::vector<int> sides = some_sides();
    const gray_mesh mesh(sides);
    CAPTURE(sides);
    bool neighbours = true;
    for (const std::vector<int>& block : blocks_of(sides)) {
        for (std::size_t axis = 0; axis < sides.size(); ++axis) {
            if (block[axis] + 1 == sides[axis]) continue;
            std::vector<int> next = block;
            ++next[axis];
            neighbours &= are_cube_neighbours(mesh.node_of(block), mesh.node_of(next));
        }
    }
    CHECK(neighbours);
}

TEST_CASE("Gray mesh: a torus keeps its neighbours if the sides are powers of two") {
    const std::vector<int> sides =
        GENERATE(values<std::vector<int>>({{2}, {4}, {32}, {4, 8}, {2, 2, 2}, {16, 2, 4}, {8, 1, 4}}));
    const gray_mesh torus(sides);
    CAPTURE(sides);
    bool neighbours = true;
    for (const std::vector<int>& block : blocks_of(sides)) {
        for (std::size_t axis = 0; axis < sides.size(); ++axis) {
            if (sides[axis] == 1) continue;
            std::vector<int> next = block;
            next[axis] = (next[axis] + 1) % sides[axis];
            neighbours &= are_cube_neighbours(torus.node_of(block), torus.node_of(next));
        }
    }
    CHECK(neighbours);
}

TEST_CASE("Gray mesh: every block has a node of its own within the cube, and the node gives the block") {
    const std::vector<int> sides = some_sides();
    const gray_mesh mesh(sides);
    CAPTURE(sides);
    std::set<int> nodes;
    bool inverse = true;
    const std::vector<std::vector<int>> blocks = blocks_of(sides);
    for (const std::vector<int>& block : blocks) {
        const int node = mesh.node_of(block);
        inverse &= node >= 0 && node < 1 << mesh.dimension() && mesh.block_of(node) == block;
        nodes.insert(node);
    }
    CHECK(inverse);
    CHECK(nodes.size() == blocks.size());
}

TEST_CASE("Gray mesh: nodes without a block say so, and are none if the sides are powers of two") {
    const std::vector<int> sides = GENERATE(values<std::vector<int>>({{3, 5}, {6, 1, 9}, {4, 8}, {2, 2, 2}, {7}}));
    const gray_mesh mesh(sides);
    int held = 0;
    for (int node = 0; node < 1 << mesh.dimension(); ++node)
        held += mesh.block_of(node).has_value();
    CHECK(held == std::accumulate(sides.begin(), sides.end(), 1, std::multiplies<>()));
}

TEST_CASE("Gray mesh: the 4 x 4 torus on the 4-cube") {
    const gray_mesh torus({4, 4});
    const std::vector<int> row_0{0, 1, 3, 2}, row_2{12, 13, 15, 14};
    for (int column = 0; column < 4; ++column) {
        CHECK(torus.node_of(std::vector{0, column}) == row_0[static_cast<std::size_t>(column)]);
        CHECK(torus.node_of(std::vector{2, column}) == row_2[static_cast<std::size_t>(column)]);
    }
}

}  // namespace gray_code_test

// Regular blocks in d dimensions, placed by Gray codes.
#include "banyan/part/regular_blocks.hpp"

#include <algorithm>
#include <bit>
#include <catch2/catch.hpp>
#include <numeric>
#include <set>

#include "banyan/part/error.hpp"
#include "banyan/part/methods.hpp"
#include "tests/libpart/model/random_instances.hpp"

namespace regular_blocks_test {

using namespace banyan::part;
namespace testing = banyan::testing;

namespace {

using indices = std::vector<std::int64_t>;

std::int64_t product(const indices& values) {
    std::int64_t result = 1;
    for (std::int64_t value : values)
        result *= value;
    return result;
}

int bits_apart(std::int64_t a, std::int64_t b) {
    return std::popcount(static_cast<std::uint64_t>(a ^ b));
}

/// Advances to the next index in row-major order. Returns false after the last one.
bool advance(indices& index, const indices& shape) {
    for (std::size_t d = shape.size(); d-- > 0; index[d] = 0)
        if (++index[d] < shape[d]) return true;
    return false;
}

/// The number of elements at the cuts between blocks.
std::int64_t surface(const indices& shape, const indices& blocks) {
    std::int64_t result = 0;
    for (std::size_t d = 0; d < shape.size(); ++d)
        result += (blocks[d] - 1) * (product(shape) / shape[d]);
    return result;
}

/// The smallest surface over all powers of two that fit. -1 if none fits.
std::int64_t least_surface(const indices& shape, std::int64_t nodes, indices blocks = {}) {
    if (blocks.size() == shape.size()) return nodes == 1 ? surface(shape, blocks) : -1;
    std::int64_t best = -1;
    blocks.push_back(1);
    for (; blocks.back() <= std::min(nodes, shape[blocks.size() - 1]); blocks.back() *= 2) {
        const std::int64_t found = least_surface(shape, nodes / blocks.back(), blocks);
        if (found >= 0 && (best < 0 || found < best)) best = found;
    }
    return best;
}

indices random_shape(testing::source& random, std::int64_t dimensions, std::int64_t most) {
    indices shape;
    for (std::int64_t d = 0; d < dimensions; ++d)
        shape.push_back(random.integer(1, most));
    return shape;
}

}  // namespace

TEST_CASE("Gray codes differ in one bit from one to the next and from the last to the first") {
    for (int k = 1; k <= 12; ++k)
        for (std::int64_t i = 0; i < 1 << k; ++i) {
            const std::int64_t next = (i + 1) % (1 << k);
            REQUIRE(std::popcount(gray_code(i) ^ gray_code(next)) == 1);
            REQUIRE(gray_place(gray_code(i)) == i);
        }
}

TEST_CASE("numbers of blocks: the place is the inverse, and neighbours of a mesh or torus differ in one bit") {
    for (const indices& blocks : {indices{1}, indices{7}, indices{16}, indices{1, 1, 1}, indices{4, 8}, indices{3, 5},
                                  indices{6, 1, 9}, indices{2, 2, 2}, indices{3, 4, 5, 2}}) {
        CAPTURE(blocks);
        std::set<std::uint64_t> codes;
        std::uint64_t nodes = 1;  // of the cube
        for (const std::int64_t count : blocks)
            nodes *= std::bit_ceil(static_cast<std::uint64_t>(count));
        indices place(blocks.size());
        do {
            const std::uint64_t code = block_code(place, blocks);
            REQUIRE(codes.insert(code).second);
            REQUIRE(code < nodes);
            REQUIRE(block_place(code, blocks) == place);
            for (std::size_t d = 0; d < blocks.size(); ++d) {
                const bool wraps = place[d] + 1 == blocks[d];
                if (blocks[d] == 1 || (wraps && !std::has_single_bit(static_cast<std::uint64_t>(blocks[d])))) continue;
                indices next = place;
                next[d] = wraps ? 0 : place[d] + 1;
                REQUIRE(std::popcount(code ^ block_code(next, blocks)) == 1);
            }
        } while (advance(place, blocks));
        for (std::uint64_t code = 0; code <= nodes; ++code)
            REQUIRE(block_place(code, blocks).has_value() == (codes.count(code) == 1));
    }
}

TEST_CASE("elements beside each other lie on one node or on neighbouring nodes, across the wrapped edges too") {
    testing::source random(401);
    for (std::int64_t dimensions = 1; dimensions <= 4; ++dimensions)
        for (int i = 0; i < 60; ++i) {
            const indices shape = random_shape(random, dimensions, dimensions < 3 ? 40 : 9);
            const std::int64_t nodes = std::int64_t{1} << random.integer(0, 6);
            if (least_surface(shape, nodes) < 0) continue;
            const regular_blocks parts(shape, nodes);
            indices index(shape.size());
            do {
                for (std::size_t d = 0; d < shape.size(); ++d) {
                    indices beside = index;
                    beside[d] = (index[d] + 1) % shape[d];
                    const std::int64_t here = parts.owner(index);
                    const std::int64_t there = parts.owner(beside);
                    REQUIRE(bits_apart(here, there) <= 1);
                    if (here != there) REQUIRE(parts.neighbour(here, d, 1) == there);
                }
            } while (advance(index, shape));
        }
}

TEST_CASE("neighbours are one bit away, there and back again") {
    for (const indices& blocks : {indices{8}, indices{2, 4}, indices{4, 1, 8}, indices{2, 2, 4, 2}}) {
        const regular_blocks parts(blocks, blocks);
        for (std::int64_t node = 0; node < parts.nodes(); ++node)
            for (std::size_t d = 0; d < blocks.size(); ++d) {
                const std::int64_t next = parts.neighbour(node, d, 1);
                CHECK(bits_apart(node, next) == (blocks[d] > 1 ? 1 : 0));
                CHECK(parts.neighbour(next, d, -1) == node);
            }
    }
}

TEST_CASE("every element is owned once, and blocks differ by one element along a dimension") {
    testing::source random(402);
    for (int i = 0; i < 100; ++i) {
        const indices shape = random_shape(random, random.integer(1, 4), 9);
        const std::int64_t nodes = std::int64_t{1} << random.integer(0, 5);
        if (least_surface(shape, nodes) < 0) continue;
        const regular_blocks parts(shape, nodes);
        CHECK(parts.nodes() == nodes);
        std::int64_t elements = 0;
        for (std::int64_t node = 0; node < nodes; ++node) {
            const array_block block = parts.block(node);
            elements += product(block.extent);
            indices last = block.first;
            for (std::size_t d = 0; d < shape.size(); ++d) {
                last[d] += block.extent[d] - 1;
                CHECK(block.extent[d] >= shape[d] / parts.blocks()[d]);
                CHECK(block.extent[d] <= (shape[d] + parts.blocks()[d] - 1) / parts.blocks()[d]);
            }
            CHECK(parts.owner(block.first) == node);
            CHECK(parts.owner(last) == node);
        }
        CHECK(elements == product(shape));
    }
}

TEST_CASE("no other powers of two have less surface between the blocks") {
    testing::source random(403);
    for (int i = 0; i < 400; ++i) {
        const indices shape = random_shape(random, random.integer(1, 4), 50);
        const std::int64_t nodes = std::int64_t{1} << random.integer(0, 9);
        const std::int64_t least = least_surface(shape, nodes);
        if (least < 0)
            CHECK_THROWS_WITH(regular_blocks(shape, nodes), Catch::Contains("nodes: ") && Catch::Contains("too small"));
        else
            CHECK(surface(shape, regular_blocks(shape, nodes).blocks()) == least);
    }
}

TEST_CASE("in two dimensions the blocks are those of the method regular") {
    testing::source random(404);
    for (int i = 0; i < 200; ++i) {
        const grid g = testing::random_grid(random, 40);
        const std::int64_t nodes = std::int64_t{1} << random.integer(0, 5);
        const indices shape{g.rows(), g.cols()};
        if (least_surface(shape, nodes) < 0) continue;
        const regular_blocks parts(shape, nodes);
        const partition regular = make_partition("regular", g, speeds::equal(static_cast<int>(nodes)));
        INFO(g.rows() << " x " << g.cols() << ", " << nodes);
        for (std::int64_t row = 0; row < g.rows(); ++row)
            for (std::int64_t col = 0; col < g.cols(); ++col)
                REQUIRE(parts.owner(indices{row, col}) == regular.owner(row, col));
    }
}

TEST_CASE("an air flow in a box: prisms with six neighbours each") {
    const regular_blocks parts({100, 64, 64}, 64);
    CHECK(parts.blocks() == indices{4, 4, 4});
    CHECK(parts.block(0) == array_block{{0, 0, 0}, {25, 16, 16}});
    CHECK(parts.place(0b010000) == indices{1, 0, 0});
    CHECK(parts.place(0b110010) == indices{2, 0, 3});
    std::vector<std::int64_t> near;
    for (std::size_t d = 0; d < 3; ++d)
        for (int step : {1, -1})
            near.push_back(parts.neighbour(0, d, step));
    std::ranges::sort(near);
    CHECK(near == indices{0b000001, 0b000010, 0b000100, 0b001000, 0b010000, 0b100000});
}

TEST_CASE("shapes and numbers out of range are refused by name") {
    CHECK_THROWS_WITH(regular_blocks({}, 1), Catch::Contains("shape: []"));
    CHECK_THROWS_WITH(regular_blocks({4, 0}, 1), Catch::Contains("shape: [4, 0]"));
    for (std::int64_t nodes : {std::int64_t{0}, std::int64_t{-4}, std::int64_t{6}, std::int64_t{1} << 31})
        CHECK_THROWS_WITH(regular_blocks({100, 100}, nodes), Catch::Contains("powers of two"));
    for (const indices& blocks : {indices{4}, indices{3, 2}, indices{8, 1}, indices{0, 2}})
        CHECK_THROWS_WITH(regular_blocks({4, 4}, blocks), Catch::Contains("blocks: ["));
}

}  // namespace regular_blocks_test

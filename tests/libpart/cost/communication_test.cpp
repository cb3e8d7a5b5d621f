#include "banyan/part/communication.hpp"

#include <catch2/catch.hpp>
#include <map>
#include <tuple>

#include "banyan/part/error.hpp"
#include "tests/libpart/model/random_instances.hpp"

namespace communication_test {

using namespace banyan::part;
namespace testing = banyan::testing;

namespace {

partition random_partition(testing::source& random, std::int64_t largest_side, int wanted) {
    const grid domain = testing::random_grid(random, largest_side);
    return random.integer(0, 2) == 0 ? testing::random_ranges(random, domain, wanted)
                                     : testing::random_rectangles(random, domain, wanted);
}

stencil random_stencil(testing::source& random) {
    const auto names = stencil::names();
    const auto choice = static_cast<std::size_t>(random.integer(0, std::ssize(names)));
    if (choice < names.size()) return stencil::named(names[choice]);
    return {"knight", {{"a", 2, 1}, {"b", -1, 3}, {"c", 0, -4}, {"d", -2, -2}}};
}

/// Counts cell by cell, only from the owners of the cells.
std::map<std::tuple<int, int, int>, std::int64_t> counted(const partition& p, const stencil& s) {
    std::map<std::tuple<int, int, int>, std::int64_t> result;
    const grid& g = p.domain();
    for (int k = 0; k < s.size(); ++k)
        for (std::int64_t r = 0; r < g.rows(); ++r)
            for (std::int64_t c = 0; c < g.cols(); ++c) {
                std::int64_t to_r = r + s[k].rows;
                std::int64_t to_c = c + s[k].cols;
                if (g.periodic_rows()) to_r = (to_r + 8 * g.rows()) % g.rows();
                if (g.periodic_cols()) to_c = (to_c + 8 * g.cols()) % g.cols();
                if (to_r < 0 || to_r >= g.rows() || to_c < 0 || to_c >= g.cols()) continue;
                if (p.owner(r, c) != p.owner(to_r, to_c)) ++result[{k, p.owner(r, c), p.owner(to_r, to_c)}];
            }
    return result;
}

std::map<std::tuple<int, int, int>, std::int64_t> listed(const communication& c) {
    std::map<std::tuple<int, int, int>, std::int64_t> result;
    for (const transfer& t : c.transfers())
        result[{t.direction, t.from, t.to}] = t.items;
    return result;
}

}  // namespace

TEST_CASE("two halves of a torus send across both of their borders") {
    const partition p = partition::from_rectangles({4, 6}, 2, {{0, 0, 0, 4, 3}, {1, 0, 3, 4, 3}});
    const communication c = exact_communication(p, stencil::named("5"));
    CHECK(c.messages() == 4);  // each processor sends one west and one east
    CHECK(c.items() == 16);
    CHECK(c.messages(0) == 2);
    CHECK(c.max_messages() == 2);
    CHECK(c.messages(0, 2) == 1);
    CHECK(c.messages(0, 0) == 0);
    CHECK(c.items(0, 1, 2) == 4);
    CHECK(c.items(0, 1, 3) == 4);
    CHECK(c.items(0, 1, 0) == 0);
    CHECK(c.items_out(1, 3) == 4);
    CHECK(c.items_in(0, 3) == 4);
    const communication open = exact_communication(p.with_periodic(periodic::none), stencil::named("5"));
    CHECK(open.messages() == 2);
    CHECK(open.items() == 8);
}

TEST_CASE("corners count for 9 points and not for 5") {
    const partition p = partition::from_rectangles(
        {4, 4, periodic::none}, 4, {{0, 0, 0, 2, 2}, {1, 0, 2, 2, 2}, {2, 2, 0, 2, 2}, {3, 2, 2, 2, 2}});
    CHECK(exact_communication(p, stencil::named("5")).messages() == 8);
    const communication nine = exact_communication(p, stencil::named("9"));
    CHECK(nine.items(0, 3, 7) == 1);  // southeast
    CHECK(nine.items(0, 1, 7) == 1);  // (0, 1) to (1, 2): the southeast value also goes to the eastern neighbour
    CHECK(nine.items(0, 2, 7) == 1);
    CHECK(nine.messages() == 8 + 4 * (3 + 1 + 1));
}

TEST_CASE("a processor alone sends nothing, whatever the edges") {
    for (periodic axes : {periodic::both, periodic::none, periodic::rows, periodic::columns})
        for (std::string_view name : stencil::names()) {
            const partition p = partition::from_rectangles({3, 1, axes}, 2, {{1, 0, 0, 3, 1}});
            CHECK(exact_communication(p, stencil::named(name)).messages() == 0);
        }
}

TEST_CASE("rectangles, owner lists and a plain count agree on 3000 random partitions") {
    testing::source random(21);
    for (int i = 0; i < 3000; ++i) {
        const partition p = random_partition(random, 10, 9);
        const stencil s = random_stencil(random);
        const communication exact = exact_communication(p, s);
        REQUIRE(exact == communication_by_enumeration(p, s));
        REQUIRE(exact == exact_communication(partition::from_owners(p.domain(), p.processors(), p.owners()), s));
        if (i % 10 == 0) REQUIRE(listed(exact) == counted(p, s));
    }
}

TEST_CASE("rectangles and owner lists agree on larger partitions with many processors") {
    testing::source random(22);
    for (int i = 0; i < 40; ++i) {
        const partition p = random_partition(random, 150, 80);
        const stencil s = random_stencil(random);
        REQUIRE(exact_communication(p, s) == communication_by_enumeration(p, s));
    }
}

TEST_CASE("what goes out comes in, and symmetric stencils send as much each way") {
    testing::source random(23);
    for (int i = 0; i < 300; ++i) {
        const partition p = random_partition(random, 20, 12);
        const communication c = exact_communication(p, stencil::named("9"));
        std::int64_t out = 0;
        std::int64_t in = 0;
        std::int64_t messages = 0;
        for (int processor = 0; processor < c.processors(); ++processor) {
            messages += c.messages(processor);
            for (int k = 0; k < c.directions(); ++k) {
                out += c.items_out(processor, k);
                in += c.items_in(processor, k);
            }
        }
        CHECK(out == c.items());
        CHECK(in == c.items());
        CHECK(messages == c.messages());
        CHECK(messages % 2 == 0);
        for (const transfer& t : c.transfers()) {
            const int opposite = t.direction < 4 ? t.direction ^ 1 : 11 - t.direction;
            CHECK(c.items(t.to, t.from, opposite) == t.items);
        }
    }
}

TEST_CASE("the pieces move every cell that crosses a border, once") {
    testing::source random(24);
    for (int i = 0; i < 300; ++i) {
        const partition p = random_partition(random, 9, 7);
        const stencil s = random_stencil(random);
        const grid& g = p.domain();
        std::map<std::tuple<int, std::int64_t, std::int64_t>, int> sent;
        for (const piece& x : pieces(p, s, own_pieces::include)) {
            for (std::int64_t r = 0; r < x.rows; ++r)
                for (std::int64_t c = 0; c < x.cols; ++c) {
                    ++sent[{x.direction, x.row + r, x.col + c}];
                    REQUIRE(p.owner(x.row + r, x.col + c) == x.from);
                    REQUIRE(p.owner(x.to_row + r, x.to_col + c) == x.to);
                    const std::int64_t down = x.to_row - x.row - s[x.direction].rows;
                    const std::int64_t right = x.to_col - x.col - s[x.direction].cols;
                    REQUIRE((g.periodic_rows() ? down % g.rows() : down) == 0);
                    REQUIRE((g.periodic_cols() ? right % g.cols() : right) == 0);
                }
        }
        for (const auto& [cell, times] : sent)
            REQUIRE(times == 1);
        for (const auto& [message, items] : counted(p, s)) {
            std::int64_t moved = 0;
            for (const piece& x : pieces(p, s))
                if (std::tuple(x.direction, x.from, x.to) == message) moved += x.rows * x.cols;
            REQUIRE(moved == items);
        }
    }
}

TEST_CASE("own pieces are the wrapped edges of a processor that spans the grid") {
    const partition p = partition::from_rectangles({2, 5}, 1, {{0, 0, 0, 2, 5}});
    CHECK(pieces(p, stencil::named("5")).empty());
    const std::vector<piece> own = pieces(p, stencil::named("5"), own_pieces::include);
    REQUIRE(own.size() == 4);
    CHECK(own[0] == piece{0, 0, 0, 0, 0, 1, 0, 1, 5});  // the top row goes north to the bottom row
    CHECK(own[3] == piece{3, 0, 0, 0, 4, 0, 0, 2, 1});  // the last column goes east to the first
    CHECK(pieces(p.with_periodic(periodic::none), stencil::named("5"), own_pieces::include).empty());
}

TEST_CASE("the grid of 2^31 - 1 a side is counted without visiting cells") {
    const std::int64_t n = grid::max_side;
    const partition p = partition::from_rectangles({n, n}, 2, {{0, 0, 0, n, 1}, {1, 0, 1, n, n - 1}});
    CHECK(exact_communication(p, stencil::named("5")).items() == 4 * n);
}

TEST_CASE("impossible transfers are refused") {
    CHECK_THROWS_AS(communication(2, 1, {{0, 0, 2, 1}}), error);
    CHECK_THROWS_AS(communication(2, 1, {{1, 0, 1, 1}}), error);
    CHECK_THROWS_AS(communication(2, 1, {{0, 1, 1, 1}}), error);
    CHECK_THROWS_AS(communication(2, 1, {{0, 0, 1, 0}}), error);
    const communication one(2, 1, {{0, 0, 1, 2}, {0, 0, 1, 3}});
    CHECK(one.messages() == 1);
    CHECK(one.items(0, 1, 0) == 5);
    CHECK_THROWS_AS(one.messages(2, 0), error);
    CHECK_THROWS_AS(one.items(0, 1, 1), error);
}

}  // namespace communication_test

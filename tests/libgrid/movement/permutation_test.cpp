// Permutations over a group, compared with the same permutation of one list.
#include "banyan/grid/permutation.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

#include "banyan/net/thread_world.hpp"
#include "banyan/part/error.hpp"
#include "tests/common/every_transport.hpp"
#include "tests/common/findings.hpp"
#include "tests/common/group_sizes.hpp"
#include "tests/libgrid/movement/layouts.hpp"

namespace permutation_test {

using namespace banyan::grid;
namespace net = banyan::net;
using banyan::testing::findings;
using banyan::testing::layouts_of;

namespace {

constexpr auto limit = std::chrono::seconds(30);

std::int64_t value_of(std::int64_t index) {
    return index * 1'000'003 + 17;
}

std::vector<std::int64_t> held_by(const item_layout& layout, int r) {
    std::vector<std::int64_t> held;
    for (std::int64_t at = 0; at < layout.count(r); ++at)
        held.push_back(value_of(layout.index(r, at)));
    return held;
}

void permute_at_random(net::group& world, const item_layout& from, const item_layout& to, unsigned seed,
                       findings& found) {
    std::vector<std::int64_t> new_index(static_cast<std::size_t>(from.items()));
    for (std::size_t i = 0; i < new_index.size(); ++i)
        new_index[i] = static_cast<std::int64_t>(i);
    std::mt19937 random(seed);
    std::ranges::shuffle(new_index, random);
    const int me = world.rank().value;
    std::vector<std::int64_t> mine;
    for (std::int64_t at = 0; at < from.count(me); ++at)
        mine.push_back(new_index[static_cast<std::size_t>(from.index(me, at))]);
    const std::vector<std::int64_t> got = permute(world, held_by(from, me), mine, to, limit);
    std::vector<std::int64_t> expected(static_cast<std::size_t>(to.count(me)));
    for (std::size_t i = 0; i < new_index.size(); ++i)
        if (to.owner(new_index[i]) == me)
            expected[static_cast<std::size_t>(to.position(new_index[i]))] = value_of(static_cast<std::int64_t>(i));
    found.expect(got == expected, "a random permutation");
}

void move_by(net::group& world, const item_layout& from, const item_layout& to, const index_shuffle& shuffle,
             findings& found) {
    const int me = world.rank().value;
    const item_move plan(from, to, me, shuffle);
    const auto got = moved(world, held_by(from, me), plan, limit);
    bool right = static_cast<std::int64_t>(got.size()) == to.count(me);
    for (std::size_t at = 0; right && at < got.size(); ++at)
        right = got[at] == value_of(shuffle.from(to.index(me, static_cast<std::int64_t>(at))));
    found.expect(right, "an index shuffle");
}

}  // namespace

TEST_CASE("permute: random destinations between all layouts") {
    const int p = banyan::testing::any_size(banyan::testing::sizes_to(17));
    findings found;
    net::run_threads(p, [&](net::group& world) {
        unsigned seed = 1;
        for (const std::int64_t n : {0, 1, p - 1, 40})
            for (const item_layout& from : layouts_of(n, p))
                permute_at_random(world, from, layouts_of(n, p)[seed % 4], seed, found), ++seed;
    });
    CHECK(found.first().empty());
}

TEST_CASE("moved: bit reversal, perfect shuffle and changes of the layout") {
    const int p = banyan::testing::any_size(banyan::testing::sizes_to(17));
    findings found;
    net::run_threads(p, [&](net::group& world) {
        for (const std::int64_t n : {1, 32}) {
            const auto layouts = layouts_of(n, p);
            for (std::size_t l = 0; l < layouts.size(); ++l) {
                move_by(world, layouts[l], layouts[(l + 1) % 4], bit_reversal(n), found);
                move_by(world, layouts[l], layouts[(l + 2) % 4], perfect_shuffle(n), found);
                move_by(world, layouts[l], layouts[(l + 3) % 4], no_shuffle(), found);
            }
        }
        move_by(world, item_layout::cyclic(53, p), item_layout::blocked(53, p), no_shuffle(), found);
        move_by(world, item_layout::blocked(0, p), item_layout::cyclic(0, p), no_shuffle(), found);
    });
    CHECK(found.first().empty());
}

TEST_CASE("permute: structs over every transport, one rank gets all") {
    struct record {
        char name[5];
        double value;
    };
    findings found;
    banyan::testing::on_every_transport(3, [&](net::group& world) {
        const int me = world.rank().value;
        std::vector<record> mine;
        std::vector<item_place> to;
        for (int i = 0; i < 50 * me; ++i) {
            mine.push_back({"rec", me * 1000.0 + i});
            to.push_back({1, me == 1 ? i : 50 + i});
        }
        const auto got = permute(world, mine, to, limit);
        found.expect(got.size() == (me == 1 ? 150U : 0U), "the number of records");
        for (std::size_t i = 0; i < got.size(); ++i) {
            const int at = static_cast<int>(i);
            found.expect(got[i].value == (at < 50 ? 1000 + at : 2000 + at - 50), "a record");
        }
    });
    CHECK(found.first().empty());
}

TEST_CASE("permute: wrong destinations are refused") {
    const auto on_one = [](std::vector<item_place> places) {
        std::string text;
        net::run_threads(1, [&](net::group& world) {
            const std::vector<int> items(2, 7);
            try {
                (void)permute(world, items, places, limit);
            } catch (const banyan::part::error& e) {
                text = e.what();
            }
        });
        return text;
    };
    CHECK(on_one({{0, 0}}) == "permute: 1 places for 2 items, allowed: one for each");
    CHECK(on_one({{0, 0}, {1, 0}}) == "permute: processor 1, allowed: 0 .. 0");
    CHECK(on_one({{0, 0}, {0, 2}}) ==
          "permute: an item has position 2, but 2 items have arrived; allowed: each position from 0 once");
    CHECK(on_one({{0, 0}, {0, 0}}) == "permute: two items have position 0; allowed: each position from 0 once");
    CHECK(on_one({{0, 1}, {0, 0}}).empty());
    net::run_threads(1, [](net::group& world) {
        const std::vector<int> items(2, 7);
        const std::vector<std::int64_t> indices{0, 1};
        CHECK_THROWS_WITH(permute(world, items, indices, item_layout::blocked(2, 3)),
                          "permute: a layout for 3 processors, and a group of 1 ranks");
        CHECK_THROWS_WITH(
            permute(world, items, indices, item_layout::blocked(100, 1)),
            "permute: 2 items have arrived on this rank, where the layout has 100; allowed: each index once");
    });
}

TEST_CASE("moved: a plan of another size is refused") {
    net::run_threads(1, [](net::group& world) {
        const std::vector<int> items(3, 1);
        const item_move plan(item_layout::cyclic(4, 1), item_layout::cyclic(4, 1), 0, no_shuffle());
        CHECK_THROWS_WITH(moved(world, items, plan), "moved: 3 items, expected by the plan: 4");
        const item_move other(item_layout::cyclic(3, 2), item_layout::cyclic(3, 2), 0, no_shuffle());
        CHECK_THROWS_WITH(moved(world, items, other), "moved: the plan is for 2 processors, and the group has 1 ranks");
    });
}

}  // namespace permutation_test

// Layouts of items, index shuffles and the plans of moves, compared with lists of all items.
#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>

#include "banyan/grid/index_shuffle.hpp"
#include "banyan/grid/item_layout.hpp"
#include "banyan/grid/item_move.hpp"
#include "banyan/part/error.hpp"
#include "tests/libgrid/movement/layouts.hpp"

namespace index_moves_test {

using namespace banyan::grid;
using banyan::part::error;
using banyan::testing::layouts_of;

namespace {

std::vector<std::int64_t> applied(const std::function<std::int64_t(std::int64_t)>& map, std::int64_t n) {
    std::vector<std::int64_t> all;
    for (std::int64_t i = 0; i < n; ++i)
        all.push_back(map(i));
    return all;
}

void check_inverse(const index_shuffle& shuffle, std::int64_t n) {
    for (std::int64_t i = 0; i < n; ++i) {
        REQUIRE(shuffle.from(shuffle.to(i)) == i);
        REQUIRE(shuffle.to(i) < n);
    }
}

}  // namespace

TEST_CASE("item layout: a run longer than the items is a layout of one run") {
    const auto layout = item_layout::block_cyclic(10, 4, std::int64_t{1} << 62);
    CHECK(layout.count(0) == 10);
    CHECK(layout.count(1) == 0);
    CHECK(layout.owner(9) == 0);
    CHECK(layout.position(9) == 9);
}

TEST_CASE("item layout: every item has one place, and the places of a processor are in ascending order") {
    const std::int64_t n = GENERATE(0, 1, 2, 7, 16, 61, 100);
    const int p = GENERATE(1, 2, 3, 4, 7, 16, 17);
    for (const item_layout& layout : layouts_of(n, p)) {
        std::vector<std::vector<std::int64_t>> held(static_cast<std::size_t>(p));
        for (std::int64_t i = 0; i < n; ++i) {
            const int owner = layout.owner(i);
            REQUIRE((owner >= 0 && owner < p));
            REQUIRE(layout.position(i) == static_cast<std::int64_t>(held[static_cast<std::size_t>(owner)].size()));
            REQUIRE(layout.index(owner, layout.position(i)) == i);
            held[static_cast<std::size_t>(owner)].push_back(i);
        }
        for (int r = 0; r < p; ++r)
            REQUIRE(layout.count(r) == static_cast<std::int64_t>(held[static_cast<std::size_t>(r)].size()));
    }
    const item_layout blocked = item_layout::blocked(n, p);
    for (int r = 1; r < p; ++r)
        CHECK((blocked.count(r) == blocked.count(0) || blocked.count(r) == blocked.count(0) - 1));
}

TEST_CASE("item layout: the maximum dispersion of the nCUBE guide") {
    const item_layout dispersed = item_layout::block_cyclic(12'000, 4, 100);
    for (int r = 0; r < 4; ++r)
        CHECK(dispersed.count(r) == 3'000);
    CHECK(dispersed.owner(99) == 0);
    CHECK(dispersed.owner(100) == 1);
    CHECK(dispersed.owner(400) == 0);
    CHECK(dispersed.position(400) == 100);
}

TEST_CASE("item layout: wrong arguments are refused") {
    CHECK_THROWS_WITH(item_layout::blocked(-1, 2), "item_layout: -1 items, allowed: 0 or more");
    CHECK_THROWS_WITH(item_layout::cyclic(4, 0), "item_layout: 0 processors, allowed: 1 or more");
    CHECK_THROWS_WITH(item_layout::block_cyclic(4, 2, 0), "item_layout: runs of 0 items, allowed: 1 or more");
}

TEST_CASE("index shuffles: known orders and inverses") {
    CHECK(applied(bit_reversal(8).to, 8) == std::vector<std::int64_t>{0, 4, 2, 6, 1, 5, 3, 7});
    CHECK(applied(bit_reversal(1).to, 1) == std::vector<std::int64_t>{0});
    // Cards 0 .. 6: the halves 0 1 2 3 and 4 5 6 alternate.
    CHECK(applied(perfect_shuffle(7).from, 7) == std::vector<std::int64_t>{0, 4, 1, 5, 2, 6, 3});
    CHECK(applied(perfect_shuffle(8).to, 8) == std::vector<std::int64_t>{0, 2, 4, 6, 1, 3, 5, 7});
    for (std::int64_t n = 0; n <= 33; ++n) {
        check_inverse(perfect_shuffle(n), n);
        check_inverse(inverse(perfect_shuffle(n)), n);
    }
    check_inverse(bit_reversal(1024), 1024);
    CHECK_THROWS_WITH(bit_reversal(12), "bit_reversal: 12 items, allowed: powers of two");
    CHECK_THROWS_WITH(bit_reversal(0), "bit_reversal: 0 items, allowed: powers of two");
}

TEST_CASE("index shuffles: a perfect shuffle of a power of two rotates the bits of the index") {
    for (std::int64_t i = 0; i < 64; ++i)
        CHECK(perfect_shuffled(i, 64) == ((i << 1 | i >> 5) & 63));
}

TEST_CASE("item move: the blocks of both ends have the same items in the same order") {
    const std::int64_t n = GENERATE(0, 1, 16, 61);
    const int p = GENERATE(1, 3, 4, 17);
    const index_shuffle shuffle = GENERATE_COPY(perfect_shuffle(n), inverse(perfect_shuffle(n)), no_shuffle());
    for (const item_layout& from : layouts_of(n, p))
        for (const item_layout& to : layouts_of(n, p)) {
            std::vector<item_move> plans;
            for (int r = 0; r < p; ++r)
                plans.emplace_back(from, to, r, shuffle);
            std::vector<std::vector<std::int64_t>> result(static_cast<std::size_t>(p));
            for (int r = 0; r < p; ++r) {
                const auto& receiver = plans[static_cast<std::size_t>(r)];
                std::vector<std::int64_t> arrived;
                for (int s = 0; s < p; ++s) {
                    const auto& sender = plans[static_cast<std::size_t>(s)];
                    const auto begin =
                        std::accumulate(sender.send_counts().begin(), sender.send_counts().begin() + r, std::size_t{0});
                    REQUIRE(sender.send_counts()[static_cast<std::size_t>(r)] ==
                            receiver.receive_counts()[static_cast<std::size_t>(s)]);
                    for (std::size_t i = 0; i < sender.send_counts()[static_cast<std::size_t>(r)]; ++i)
                        arrived.push_back(from.index(s, static_cast<std::int64_t>(sender.send_order()[begin + i])));
                }
                REQUIRE(arrived.size() == receiver.receive_places().size());
                for (std::size_t i = 0; i < arrived.size(); ++i) {
                    const auto place = static_cast<std::int64_t>(receiver.receive_places()[i]);
                    REQUIRE(to.index(r, place) == shuffle.to(arrived[i]));
                }
            }
        }
}

TEST_CASE("item move: wrong arguments are refused") {
    const auto layout = item_layout::blocked(8, 2);
    CHECK_THROWS_WITH(item_move(layout, item_layout::cyclic(9, 2), 0, no_shuffle()),
                      "item_move: the layouts differ: 8 items on 2 processors and 9 on 2");
    CHECK_THROWS_WITH(item_move(layout, layout, 2, no_shuffle()), "item_move: processor 2, allowed: 0 .. 1");
    const index_shuffle wrong{[](std::int64_t i) { return i + 5; }, [](std::int64_t i) { return i; }};
    CHECK_THROWS_WITH(item_move(layout, layout, 0, wrong), "item_move: the shuffle gives index 8, allowed: 0 .. 7");
}

}  // namespace index_moves_test

// Partitions as lists of rectangles, and the list that copies share.
#include <algorithm>
#include <barrier>
#include <catch2/catch.hpp>
#include <thread>

#include "banyan/part/communication.hpp"
#include "banyan/part/error.hpp"
#include "tests/libpart/model/random_instances.hpp"

namespace tiles_test {

using namespace banyan::part;
using namespace banyan::testing;

namespace {

partition random_owners(source& random, const grid& domain, int processors) {
    std::vector<std::int32_t> owners;
    for (std::int64_t i = 0; i < domain.cells(); ++i)
        owners.push_back(static_cast<std::int32_t>(random.integer(0, processors - 1)));
    return partition::from_owners(domain, processors, std::move(owners));
}

}  // namespace

TEST_CASE("tiles cover every cell once, with its owner") {
    source random(7);
    for (int round = 0; round < 200; ++round) {
        const grid domain = random_grid(random, 9);
        const partition parts = random_owners(random, domain, 3);
        std::vector<int> owner(static_cast<std::size_t>(domain.cells()), -1);
        for (const block& b : parts.tiles())
            for (std::int64_t r = b.row; r < b.row + b.rows; ++r)
                for (std::int64_t c = b.col; c < b.col + b.cols; ++c) {
                    int& seen = owner[static_cast<std::size_t>(r * domain.cols() + c)];
                    REQUIRE(seen == -1);
                    REQUIRE(parts.owner(r, c) == b.processor);
                    seen = b.processor;
                }
        REQUIRE(std::ranges::count(owner, -1) == 0);
    }
}

TEST_CASE("the tiles of an owner list of whole strips are the strips") {
    const partition rows = partition::from_rectangles({6, 4}, 3, {{2, 0, 0, 1, 4}, {0, 1, 0, 3, 4}, {1, 4, 0, 2, 4}});
    const partition table = partition::from_owners(rows.domain(), 3, rows.owners());
    CHECK(std::ranges::equal(table.tiles(), rows.tiles()));
}

TEST_CASE("copies of a partition share one list of tiles, whichever thread asks first") {
    source random(5);
    const partition parts = random_owners(random, {60, 70}, 4);
    constexpr int threads = 8;
    std::vector<std::span<const block>> seen(threads);
    std::barrier start(threads);
    std::vector<std::thread> running;
    for (auto& mine : seen)
        running.emplace_back([&, copy = parts] {
            start.arrive_and_wait();
            mine = copy.tiles();
        });
    for (auto& thread : running)
        thread.join();
    for (const auto& found : seen)
        CHECK((found.data() == parts.tiles().data() && found.size() == parts.tiles().size()));
    CHECK(parts.with_periodic(periodic::none).tiles().data() == parts.tiles().data());
}

TEST_CASE("the tiles of one processor are its part of all tiles") {
    source random(9);
    for (const partition& parts :
         {random_owners(random, {12, 9}, 5), partition::from_ranges({3, 4}, 3, {{2, 0, 7}, {0, 7, 5}})}) {
        std::vector<block> all;
        for (int processor = 0; processor < parts.processors(); ++processor)
            for (const block& b : parts.tiles(processor)) {
                CHECK(b.processor == processor);
                all.push_back(b);
            }
        CHECK(std::ranges::equal(all, parts.tiles()));
        CHECK_THROWS_AS(parts.tiles(parts.processors()), error);
    }
}

TEST_CASE("pieces of an owner list add up to its exact communication") {
    source random(11);
    for (int round = 0; round < 60; ++round) {
        const partition parts = random_owners(random, random_grid(random, 8), 4);
        for (const auto name : stencil::names()) {
            const stencil pattern = stencil::named(name);
            std::vector<transfer> sums;
            for (const piece& p : pieces(parts, pattern))
                sums.push_back({p.direction, p.from, p.to, p.rows * p.cols});
            REQUIRE(communication(parts.processors(), pattern.size(), sums) == exact_communication(parts, pattern));
        }
    }
}

}  // namespace tiles_test

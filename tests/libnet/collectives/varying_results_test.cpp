// Collectives with blocks of different lengths whose result is an object of the caller.
#include <functional>
#include <numeric>

#include "banyan/net/async_collectives.hpp"
#include "banyan/net/persistent_varying.hpp"
#include "tests/common/findings.hpp"
#include "tests/libnet/messaging/mailbox_testing.hpp"

namespace varying_results_test {

using namespace banyan::net;
using namespace banyan::testing;

namespace {

constexpr int rounds = 3;

std::size_t length_of(int rank, int round) {
    return static_cast<std::size_t>((3 * rank + round) % 5);
}

/// The block of a rank: different items in each round.
std::vector<int> block_of(int rank, int round) {
    std::vector<int> block(length_of(rank, round));
    std::iota(block.begin(), block.end(), 100 * rank + 10 * round);
    return block;
}

/// The blocks of all ranks.
varying<int> blocks_of_all(int size, int round) {
    varying<int> all;
    for (int rank = 0; rank < size; ++rank) {
        const std::vector<int> block = block_of(rank, round);
        all.items.insert(all.items.end(), block.begin(), block.end());
        all.counts.push_back(block.size());
    }
    return all;
}

bool are_equal(const varying<int>& a, const varying<int>& b) {
    return a.items == b.items && a.counts == b.counts;
}

/// A result with room for all rounds.
varying<int> with_room(int size) {
    varying<int> result;
    result.items.reserve(5 * static_cast<std::size_t>(size));
    result.counts.reserve(static_cast<std::size_t>(size));
    return result;
}

}  // namespace

TEST_CASE("varying: the memory of a result is used again", "[varying_results]") {
    findings found;
    on_every_transport(4, [&](group& world) {
        const int me = world.rank().value, p = world.size();
        varying<int> all = with_room(p), gathered = with_room(p), exchanged = with_room(p);
        std::vector<int> mine;
        mine.reserve(5);
        const int *const all_items = all.items.data(), *const exchanged_items = exchanged.items.data(),
                         *const mine_items = mine.data();
        const std::size_t* const all_counts = all.counts.data();
        for (int round = 0; round < rounds; ++round) {
            const varying<int> expected = blocks_of_all(p, round);
            allgather_varying(world, block_of(me, round), all, limit);
            found.expect(are_equal(all, expected), "allgather_varying");
            gather_varying(world, block_of(me, round), gathered, rank{2}, limit);
            found.expect(are_equal(gathered, me == 2 ? expected : varying<int>{}), "gather_varying");
            scatter_varying(world, expected, mine, rank{1}, limit);
            found.expect(mine == block_of(me, round), "scatter_varying");
            alltoall_varying(world, expected, exchanged, limit);  // each rank gets its block from every rank
            found.expect(exchanged.counts == std::vector<std::size_t>(4, length_of(me, round)), "alltoall_varying");
            for (std::size_t i = 0; i < exchanged.items.size(); ++i)
                found.expect(exchanged.items[i] == mine[i % mine.size()], "an item of alltoall_varying");
            found.expect(all.items.data() == all_items && all.counts.data() == all_counts, "memory of allgather");
            found.expect(exchanged.items.data() == exchanged_items, "memory of alltoall");
            found.expect(mine.data() == mine_items, "memory of scatter");
        }
    });
    CHECK(found.first().empty());
}

TEST_CASE("varying: reduce_scatter into memory of the caller", "[varying_results]") {
    findings found;
    on_every_transport(3, [&](group& world) {
        const auto me = static_cast<std::size_t>(world.rank().value);
        const std::vector<std::size_t> counts{2, 0, 3};
        std::vector<int> all(5), mine(counts[me]);
        std::iota(all.begin(), all.end(), world.rank().value);
        reduce_scatter_varying(world, all, std::span<const std::size_t>(counts), mine, std::plus<>(), limit);
        const std::vector<int> expected[] = {{3, 6}, {}, {9, 12, 15}};  // item i is 3 i + 0 + 1 + 2
        found.expect(mine == expected[me], "the sums");
        std::vector<int> too_long(counts[me] + 1);
        found.expect(error_of([&] {
                         reduce_scatter_varying(world, all, std::span<const std::size_t>(counts), too_long,
                                                std::plus<>(), limit);
                     }) == errc::invalid_argument,
                     "a result of another length");
    });
    CHECK(found.first().empty());
}

TEST_CASE("varying: the forms that do not block use the memory again too", "[varying_results]") {
    findings found;
    on_every_transport(3, [&](group& world) {
        const int me = world.rank().value, p = world.size();
        varying<int> all = with_room(p);
        std::vector<int> mine, sums;
        mine.reserve(5);
        const int *const all_items = all.items.data(), *const mine_items = mine.data();
        for (int round = 0; round < rounds; ++round) {
            const varying<int> expected = blocks_of_all(p, round);
            const std::vector<int> own = block_of(me, round);
            collective_request requests[] = {
                async_allgather_varying(world, own, all, limit),
                async_scatter_varying(world, expected, mine, rank{2}, limit),
                async_reduce_scatter_varying(world, expected.items, expected.counts, sums, std::plus<>(), limit)};
            for (collective_request& each : requests)
                each.wait(limit);
            found.expect(are_equal(all, expected) && all.items.data() == all_items, "allgather_varying");
            found.expect(mine == own && mine.data() == mine_items, "scatter_varying");
            for (std::size_t i = 0; i < own.size(); ++i)
                found.expect(sums.size() == own.size() && sums[i] == p * own[i], "reduce_scatter_varying");
        }
    });
    CHECK(found.first().empty());
}

TEST_CASE("varying: the result of alltoall_varying is another object than its items", "[varying_results]") {
    run_threads(1, [](group& world) {
        varying<int> both{{7}, {1}};
        CHECK(error_of([&] { alltoall_varying(world, both, both, limit); }) == errc::invalid_argument);
        CHECK(error_of([&] { (void)persistent_alltoall_varying(world, both, both, limit); }) == errc::invalid_argument);
    });
}

TEST_CASE("varying: the items to send are not in the memory of the result", "[varying_results]") {
    findings found;
    on_every_transport(3, [&](group& world) {
        varying<int> both = blocks_of_all(3, 1);
        std::vector<int> some(3, 1);
        const auto expect_refusal = [&](auto call, const char* what) {
            found.expect(error_of(call) == errc::invalid_argument, what);
        };
        expect_refusal([&] { gather_varying(world, both.items, both, rank{0}, limit); }, "gather_varying");
        expect_refusal([&] { allgather_varying(world, std::span(both.items).last(1), both, limit); },
                       "allgather_varying");
        expect_refusal([&] { async_allgather_varying(world, both.items, both, limit).wait(limit); },
                       "async_allgather_varying");
        expect_refusal([&] { scatter_varying(world, both, both.items, rank{0}, limit); }, "scatter_varying");
        expect_refusal([&] { (void)persistent_gather_varying(world, both.items, both, rank{0}, limit); },
                       "persistent_gather_varying");
        expect_refusal([&] { (void)persistent_allgather_varying(world, both.items, both, limit); },
                       "persistent_allgather_varying");
        expect_refusal([&] { (void)persistent_scatter_varying(world, both, both.items, rank{0}, limit); },
                       "persistent_scatter_varying");
        expect_refusal(
            [&] {
                const std::vector<std::size_t> counts(3, 1);
                async_reduce_scatter_varying(world, some, counts, some, std::plus<>(), limit).wait(limit);
            },
            "async_reduce_scatter_varying");
        found.expect(are_equal(both, blocks_of_all(3, 1)) && some == std::vector<int>(3, 1), "the items to send");
        barrier(world, limit);  // the group can still be used
    });
    CHECK(found.first().empty());
}

}  // namespace varying_results_test

// allgather among neighbours over Cartesian grids and graphs, in every form: every block comes from the right rank.
#include "banyan/net/neighbour_allgather.hpp"

#include <atomic>
#include <numeric>
#include <optional>
#include <random>

#include "tests/libnet/collectives/random_graphs.hpp"
#include "tests/libnet/messaging/mailbox_testing.hpp"

namespace neighbour_allgather_test {

using namespace banyan::net;
using namespace banyan::testing;

namespace {

using axes = std::vector<cartesian_axis>;

enum class form { blocking, non_blocking, prepared };
constexpr form forms[] = {form::blocking, form::non_blocking, form::prepared};

void gather_equal(form how, const neighbourhood& of, const std::vector<int>& mine, std::vector<int>& all) {
    switch (how) {
        case form::blocking:
            return neighbour_allgather(of, mine, all, limit);
        case form::non_blocking:
            return async_neighbour_allgather(of, mine, all, limit).wait(limit);
        case form::prepared:
            return persistent_neighbour_allgather(of, mine, all).run(limit);
    }
}

void gather_varying_blocks(form how, const neighbourhood& of, const std::vector<int>& mine, varying<int>& all) {
    switch (how) {
        case form::blocking:
            return neighbour_allgather_varying(of, mine, all, limit);
        case form::non_blocking:
            return async_neighbour_allgather_varying(of, mine, all, limit).wait(limit);
        case form::prepared:
            return persistent_neighbour_allgather_varying(of, mine, all, limit).run(limit);
    }
}

void gather_into(form how, const neighbourhood& of, const std::vector<int>& mine, std::vector<int>& all,
                 std::vector<std::size_t>& counts) {
    switch (how) {
        case form::blocking:
            return neighbour_allgather_varying(of, mine, all, counts, limit);
        case form::non_blocking:
            return async_neighbour_allgather_varying(of, mine, all, counts, limit).wait(limit);
        case form::prepared:
            return persistent_neighbour_allgather_varying(of, mine, all, counts, limit).run(limit);
    }
}

std::vector<int> items_of_rank(int rank, std::size_t length) {
    std::vector<int> items(length);
    std::iota(items.begin(), items.end(), 10'000 * (rank + 1));
    return items;
}

void append(std::vector<int>& to, const std::vector<int>& items) {
    to.insert(to.end(), items.begin(), items.end());
}

// Rank r has 3 r + `more` items.
std::size_t length_of(int rank, int more) {
    return static_cast<std::size_t>(3 * rank + more);
}

varying<int> blocks_of_sources(const neighbourhood& of, int more) {
    varying<int> all;
    for (const std::optional<rank>& from : of.sources()) {
        const std::vector<int> block =
            from ? items_of_rank(from->value, length_of(from->value, more)) : std::vector<int>();
        all.counts.push_back(block.size());
        append(all.items, block);
    }
    return all;
}

void check_equal(const neighbourhood& of, std::size_t length) {
    std::vector<int> expected;
    for (const std::optional<rank>& from : of.sources())
        append(expected, from ? items_of_rank(from->value, length) : std::vector<int>(length, -1));
    for (const form how : forms) {
        std::vector<int> all(expected.size(), -1);
        gather_equal(how, of, items_of_rank(of.members().rank().value, length), all);
        demand(all == expected, "equal blocks");
    }
}

void check_varying(const neighbourhood& of, int more) {
    const int me = of.members().rank().value;
    const std::vector<int> mine = items_of_rank(me, length_of(me, more));
    const varying<int> expected = blocks_of_sources(of, more);
    const auto is_right = [&](const varying<int>& all) {
        return all.items == expected.items && all.counts == expected.counts;
    };
    demand(is_right(neighbour_allgather_varying(of, mine, limit)), "varying blocks, returned");
    for (const form how : forms) {
        varying<int> all{{7, 7, 7}, {3}};
        gather_varying_blocks(how, of, mine, all);
        demand(is_right(all), "varying blocks");

        std::vector<int> longer = expected.items;
        longer.push_back(-1);  // not changed
        std::vector<int> memory(longer.size(), -1);
        std::vector<std::size_t> counts(expected.counts.size(), 77);
        gather_into(how, of, mine, memory, counts);
        demand(memory == longer && counts == expected.counts, "varying blocks into memory");
    }
}

}  // namespace

TEST_CASE("neighbour allgather on Cartesian grids, with periodic axes of extent 1 and 2", "[neighbour_allgather]") {
    const cartesian_shape shape(GENERATE(axes{{1, true}}, axes{{2, true}}, axes{{5, false}}, axes{{3, true}, {2, true}},
                                         axes{{2, false}, {1, true}, {3, true}}));
    on_every_transport(shape.size(), [&](group& world) {
        const cartesian_topology grid(world, shape);
        for (const std::size_t length : {0u, 1u, 3u, 900u})
            check_equal(grid, length);
        for (const int more : {0, 1, 1000})
            check_varying(grid, more);
    });
}

TEST_CASE("neighbour allgather on random graphs, equal and varying blocks", "[neighbour_allgather]") {
    const int size = GENERATE(1, 2, 5, 8);
    on_every_transport(size, [&](group& world) {
        std::mt19937 random(5);  // the same graphs on all ranks
        for (int turn = 0; turn < 5; ++turn) {
            const graph_topology graph = topology_of(world, random_graph(random, size), limit);
            check_equal(graph, 2);
            check_varying(graph, turn);
        }
    });
}

TEST_CASE("neighbour allgather: one item, also into single variables", "[neighbour_allgather]") {
    on_every_transport(3, [](group& world) {
        const int me = world.rank().value;
        const rank_list next{rank{(me + 1) % 3}}, previous{rank{(me + 2) % 3}};
        const auto ring = graph_topology::directed(world, previous, next, limit);
        int got = -1;
        neighbour_allgather(ring, me, got, limit);
        demand(got == (me + 2) % 3, "the item of the source");
    });
}

TEST_CASE("neighbour allgather: a prepared one sends what the memory has now, one message to each neighbour",
          "[neighbour_allgather]") {
    on_every_transport(5, [](group& world) {
        const cartesian_topology line(world, cartesian_shape({{5, false}}));
        const int me = world.rank().value;
        std::vector<int> mine(2), all(4, -1);
        auto equal = persistent_neighbour_allgather(line, mine, all);
        varying<int> lines;
        auto different = persistent_neighbour_allgather_varying(line, mine, lines, limit);
        const std::uint64_t before = world.traffic().messages;
        for (int round = 0; round < 4; ++round) {
            std::ranges::fill(mine, 10 * round + me);
            equal.run(limit);
            different.start(limit);
            different.wait(limit);
            demand(all[1] == (me > 0 ? 10 * round + me - 1 : -1) && all[2] == (me < 4 ? 10 * round + me + 1 : -1),
                   "equal blocks");
            demand(lines.items.front() == 10 * round + (me > 0 ? me - 1 : me + 1), "varying blocks");
        }
        const unsigned neighbours = (me > 0 ? 1u : 0u) + (me < 4 ? 1u : 0u);
        demand(world.traffic().messages - before == std::uint64_t{2} * 4 * neighbours, "messages");
    });
}

TEST_CASE("neighbour allgather: a result of a wrong length is refused, and the group stays usable",
          "[neighbour_allgather]") {
    on_every_transport(3, [](group& world) {
        const cartesian_topology ring(world, cartesian_shape({{3, true}}));
        const std::vector<int> mine(2);
        for (const form how : forms) {
            for (const std::size_t length : {0u, 2u, 3u, 5u, 6u}) {
                std::vector<int> all(length);
                demand(error_of([&] { gather_equal(how, ring, mine, all); }) == errc::invalid_argument,
                       "2 items of each of 2 sources");
            }
            std::vector<int> all(10);
            std::vector<std::size_t> counts(1);
            demand(error_of([&] { gather_into(how, ring, mine, all, counts); }) == errc::invalid_argument,
                   "a count for each source");
        }
        varying<int> both{{1, 2}, {1, 1}};
        demand(error_of([&] { neighbour_allgather_varying(ring, both.items, both, limit); }) == errc::invalid_argument,
               "the items to send as the result");
        const std::span<int> whole(both.items);
        demand(error_of([&] { neighbour_allgather(ring, whole.first(1), whole, limit); }) == errc::invalid_argument,
               "blocks that overlap");
        std::vector<std::size_t> counts(2);
        demand(
            error_of([&] { neighbour_allgather_varying(ring, whole, whole, counts, limit); }) == errc::invalid_argument,
            "the memory of the items to send");
        barrier(world, limit);
    });
}

TEST_CASE("neighbour allgather: another length on one rank, and memory that is too short, end it on all ranks",
          "[neighbour_allgather]") {
    const bool short_memory = GENERATE(false, true);
    const form how = GENERATE(form::blocking, form::non_blocking, form::prepared);
    constexpr rank odd{1};
    std::atomic<int> told{0};
    on_every_transport(3, [&](group& world) {
        const cartesian_topology ring(world, cartesian_shape({{3, true}}));
        const bool wrong = world.rank() == odd;
        const std::vector<int> mine(!short_memory && wrong ? 3 : 2);
        std::vector<int> all(short_memory ? (wrong ? 3 : 4) : 2 * mine.size());
        std::vector<std::size_t> counts(2);
        const errc seen = error_of([&] {
            if (short_memory)
                gather_into(how, ring, mine, all, counts);
            else
                gather_equal(how, ring, mine, all);
            barrier(world, limit);
        });
        ++told;
        wait_for(told, 3);
        const errc of_memory = wrong ? errc::truncated : errc::collective_failed;
        demand(seen == (short_memory ? of_memory : errc::collective_mismatch), "the error");
    });
    CHECK(told == 3);
}

}  // namespace neighbour_allgather_test

// Persistent forms of collectives with blocks of different lengths: each run gives what the blocking form gives.
#include "banyan/net/persistent_varying.hpp"

#include <numeric>

#include "banyan/net/neighbour_exchange.hpp"
#include "tests/libnet/messaging/mailbox_testing.hpp"

namespace persistent_varying_test {

using namespace banyan::net;
using namespace banyan::testing;

namespace {

constexpr int rounds = 4;

// Runs it, in turns by run() and by start() and wait().
void carry_out(persistent_collective& prepared, int round) {
    if (round % 2 == 0) return prepared.run(limit);
    prepared.start(limit);
    prepared.wait(limit);
}

bool equal(const varying<int>& a, const varying<int>& b) {
    return a.items == b.items && a.counts == b.counts;
}

// Different contents in each round; the counts stay.
void fill(std::vector<int>& items, int me, int round) {
    std::iota(items.begin(), items.end(), 1000 * me + 100'000 * round);
}

// Rank r sends (r + k) % 4 items to rank k.
std::vector<std::size_t> counts_of(const group& g) {
    std::vector<std::size_t> counts;
    for (int k = 0; k < g.size(); ++k)
        counts.push_back(static_cast<std::size_t>((g.rank().value + k) % 4));
    return counts;
}

}  // namespace

TEST_CASE("persistent varying: gather, allgather and scatter", "[persistent_varying]") {
    const int size = GENERATE(1, 2, 5);
    on_every_transport(size, [&](group& world) {
        const int me = world.rank().value;
        const rank root{size - 1};
        std::vector<int> mine(static_cast<std::size_t>(me % 3) * 2), part(99);
        varying<int> gathered{{1, 2}, {2}}, everywhere, given;
        if (world.rank() == root) given.counts = counts_of(world);
        given.items.resize(std::accumulate(given.counts.begin(), given.counts.end(), std::size_t{0}));
        auto gathering = persistent_gather_varying(world, mine, gathered, root, limit);
        auto collecting = persistent_allgather_varying(world, mine, everywhere, limit);
        auto scattering = persistent_scatter_varying(world, given, part, root, limit);
        for (int round = 0; round < rounds; ++round) {
            fill(mine, me, round);
            fill(given.items, me, round);
            carry_out(gathering, round);
            carry_out(collecting, round);
            carry_out(scattering, round);
            demand(equal(gathered, gather_varying(world, mine, root, limit)), "gather_varying");
            demand(equal(everywhere, allgather_varying(world, mine, limit)), "allgather_varying");
            demand(part == scatter_varying(world, given, root, limit), "scatter_varying");
        }
    });
}

TEST_CASE("persistent varying: alltoall and reduce_scatter", "[persistent_varying]") {
    const int size = GENERATE(1, 2, 5);
    on_every_transport(size, [&](group& world) {
        const int me = world.rank().value;
        varying<int> out, in;
        out.counts = counts_of(world);
        out.items.resize(std::accumulate(out.counts.begin(), out.counts.end(), std::size_t{0}));
        std::vector<std::size_t> counts(static_cast<std::size_t>(size));
        std::iota(counts.begin(), counts.end(), std::size_t{0});
        std::vector<int> all(static_cast<std::size_t>(size * (size - 1) / 2)), mine(static_cast<std::size_t>(me));
        auto exchanging = persistent_alltoall_varying(world, out, in, limit);
        auto reducing = persistent_reduce_scatter_varying(
            world, all, std::span<const std::size_t>(counts), mine, [](int a, int b) { return a + b; }, limit);
        const auto kept = counts;
        counts.assign(counts.size(), 77);  // they have been copied
        for (int round = 0; round < rounds; ++round) {
            fill(out.items, me, round);
            fill(all, me, round);
            carry_out(exchanging, round);
            carry_out(reducing, round);
            demand(equal(in, alltoall_varying(world, out, limit)), "alltoall_varying");
            demand(mine == reduce_scatter_varying(world, all, std::span<const std::size_t>(kept), std::plus<>(), limit),
                   "reduce_scatter_varying");
        }
    });
}

TEST_CASE("persistent varying: a run sends no lengths", "[persistent_varying]") {
    run_threads(4, [](group& world) {
        std::vector<int> mine(static_cast<std::size_t>(world.rank().value) + 1);
        varying<int> all;
        auto gathering = persistent_gather_varying(world, mine, all, rank{0}, with_algorithm("linear", limit));
        const auto before = world.traffic();
        for (int i = 0; i < 3; ++i)
            gathering.run(limit);
        demand(world.traffic().messages - before.messages == (world.rank() == rank{0} ? 0u : 3u), "messages");
        demand(world.traffic().bytes - before.bytes == (world.rank() == rank{0} ? 0u : 3 * mine.size() * sizeof(int)),
               "bytes");
    });
}

TEST_CASE("persistent varying: wrong counts are refused when the collective is prepared", "[persistent_varying]") {
    run_threads(1, [](group& world) {
        const varying<int> out{{1, 2}, {1}};
        varying<int> in;
        demand(error_of([&] { (void)persistent_alltoall_varying(world, out, in); }) == errc::invalid_argument, "sum");
        std::vector<int> all(3), mine(2);
        const std::vector<std::size_t> counts{3};
        demand(error_of([&] {
                   (void)persistent_reduce_scatter_varying(world, all, std::span(counts), mine, std::plus<>());
               }) == errc::invalid_argument,
               "the length of the result");
    });
}

TEST_CASE("neighbour exchange that does not block, equal and varying blocks", "[neighbour_exchange]") {
    on_every_transport(6, [](group& world) {
        const cartesian_topology grid(world, cartesian_shape({{2, true}, {3, false}}));
        const int me = world.rank().value;
        std::vector<int> out(8), in(8, -1), expected(8, -1);
        fill(out, me, 1);
        varying<int> lines, got;
        for (const auto& to : grid.destinations())
            lines.counts.push_back(to ? static_cast<std::size_t>(to->value) : 0);
        lines.items.resize(std::accumulate(lines.counts.begin(), lines.counts.end(), std::size_t{0}), me);
        auto equal_blocks = async_neighbour_exchange(grid, out, in, limit);
        auto varying_blocks = async_neighbour_exchange_varying(grid, lines, got, limit);
        equal_blocks.wait(limit);
        varying_blocks.wait(limit);
        neighbour_exchange(grid, out, expected, limit);
        demand(in == expected, "equal blocks");
        demand(equal(got, neighbour_exchange_varying(grid, lines, limit)), "varying blocks");
    });
}

TEST_CASE("neighbour exchange prepared once, equal and varying blocks", "[neighbour_exchange]") {
    on_every_transport(6, [](group& world) {
        const int me = world.rank().value;
        std::vector<int> out(4), in(4, -1), expected(4, -1);
        varying<int> lines{{}, {static_cast<std::size_t>(me), 2}}, got;
        lines.items.resize(static_cast<std::size_t>(me) + 2);
        const auto prepare = [&] {
            const cartesian_topology ring(world, cartesian_shape({{6, true}}));  // is copied
            return std::pair(persistent_neighbour_exchange(ring, out, in),
                             persistent_neighbour_exchange_varying(ring, lines, got, limit));
        };
        auto [equal_blocks, varying_blocks] = prepare();
        const cartesian_topology ring(world, cartesian_shape({{6, true}}));
        for (int round = 0; round < rounds; ++round) {
            fill(out, me, round);
            fill(lines.items, me, round);
            carry_out(equal_blocks, round);
            carry_out(varying_blocks, round);
            neighbour_exchange(ring, out, expected, limit);
            demand(in == expected, "equal blocks");
            demand(equal(got, neighbour_exchange_varying(ring, lines, limit)), "varying blocks");
        }
        std::vector<int> wrong(3);
        demand(error_of([&] { (void)persistent_neighbour_exchange(ring, wrong, in); }) == errc::invalid_argument,
               "not divisible");
    });
}

}  // namespace persistent_varying_test

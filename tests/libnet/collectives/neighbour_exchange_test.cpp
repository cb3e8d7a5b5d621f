// Neighbour exchange over Cartesian grids and graphs: every block comes from the right rank and entry.
#include "banyan/net/neighbour_exchange.hpp"

#include <array>
#include <atomic>
#include <random>
#include <stdexcept>

#include "tests/libnet/collectives/random_graphs.hpp"
#include "tests/libnet/messaging/mailbox_testing.hpp"

namespace neighbour_exchange_test {

using namespace banyan::net;
using namespace banyan::testing;

namespace {

using axes = std::vector<cartesian_axis>;

// What rank `from` sends in entry i of its destinations.
int item(int from, std::size_t entry, std::size_t k) {
    return from * 10'000 + static_cast<int>(entry) * 1000 + static_cast<int>(k);
}

std::vector<int> blocks(int from, std::size_t entries, std::size_t length) {
    std::vector<int> all;
    for (std::size_t i = 0; i < entries; ++i)
        for (std::size_t k = 0; k < length; ++k)
            all.push_back(item(from, i, k));
    return all;
}

// The forms whose result is in memory of a fixed length.
enum class form { blocking, non_blocking, prepared };

void exchange_into(form how, const neighbourhood& of, const varying<int>& out, std::vector<int>& in,
                   std::vector<std::size_t>& counts) {
    switch (how) {
        case form::blocking:
            return neighbour_exchange_varying(of, out, in, counts, limit);
        case form::non_blocking:
            return async_neighbour_exchange_varying(of, out, in, counts, limit).wait(limit);
        case form::prepared:
            return persistent_neighbour_exchange_varying(of, out, in, counts, limit).run(limit);
    }
}

}  // namespace

TEST_CASE("neighbour exchange on Cartesian grids, with periodic axes of extent 1 and 2", "[neighbour_exchange]") {
    const cartesian_shape shape(GENERATE(axes{{1, true}}, axes{{2, true}}, axes{{5, false}}, axes{{3, true}, {2, true}},
                                         axes{{2, false}, {1, true}, {3, true}}));
    on_every_transport(shape.size(), [&](group& world) {
        const cartesian_topology grid(world, shape);
        const std::size_t entries = grid.destinations().size();
        for (const std::size_t length : {0u, 1u, 3u, 900u}) {
            std::vector<int> in(entries * length, -1);
            neighbour_exchange(grid, blocks(world.rank().value, entries, length), in, limit);
            for (std::size_t i = 0; i < entries; ++i)
                for (std::size_t k = 0; k < length; ++k) {
                    const auto from = grid.sources()[i];
                    demand(in[i * length + k] == (from ? item(from->value, i ^ 1, k) : -1), "a block");
                }
        }
        const auto [source, destination] = grid.shift(0, 1);
        demand(source == grid.sources()[0] && destination == grid.destinations()[1], "shift");
    });
}

TEST_CASE("neighbour exchange on random graphs, equal and varying blocks", "[neighbour_exchange]") {
    const int size = GENERATE(1, 2, 5, 8);
    on_every_transport(size, [&](group& world) {
        std::mt19937 random(3);  // the same graphs on all ranks
        const int me = world.rank().value;
        for (int turn = 0; turn < 5; ++turn) {
            const destination_lists all = random_graph(random, size);
            const rank_list to = destinations_of(all, me), from = sources_of(all, me);
            const auto graph = topology_of(world, all, limit);
            const auto entry_of_me = [&](rank r) {
                return static_cast<std::size_t>(*destinations_of(all, r.value).place_of(rank{me}));
            };
            std::vector<int> in(2 * static_cast<std::size_t>(from.size()));
            neighbour_exchange(graph, blocks(me, static_cast<std::size_t>(to.size()), 2), in, limit);
            for (int i = 0; i < from.size(); ++i)
                demand(in[2 * static_cast<std::size_t>(i) + 1] == item(from[i].value, entry_of_me(from[i]), 1),
                       "a block");

            varying<int> out;  // rank a sends a + b items to rank b
            for (const rank r : to) {
                out.counts.push_back(static_cast<std::size_t>(me + r.value));
                for (int k = 0; k < me + r.value; ++k)
                    out.items.push_back(item(me, static_cast<std::size_t>(r.value), static_cast<std::size_t>(k)));
            }
            const auto got = neighbour_exchange_varying(graph, out, limit);
            std::vector<int> expected;
            for (const rank r : from)
                for (int k = 0; k < me + r.value; ++k)
                    expected.push_back(item(r.value, static_cast<std::size_t>(me), static_cast<std::size_t>(k)));
            demand(got.items == expected && got.counts.size() == static_cast<std::size_t>(from.size()),
                   "varying blocks");

            varying<int> same;
            neighbour_exchange_varying(graph, out, same, limit);
            const int* const memory = same.items.data();
            std::ranges::fill(same.items, -1);
            neighbour_exchange_varying(graph, out, same, limit);
            demand(same.items == expected && same.counts == got.counts, "a result of the caller");
            demand(same.items.data() == memory, "the memory of the result is used again");

            expected.insert(expected.end(), 3, -1);  // not changed
            for (const form how : {form::blocking, form::non_blocking, form::prepared}) {
                std::vector<int> in_memory(expected.size(), -1);
                std::vector<std::size_t> counts(got.counts.size(), 77);
                exchange_into(how, graph, out, in_memory, counts);
                demand(in_memory == expected && counts == got.counts, "varying blocks into memory");
            }
        }
    });
}

TEST_CASE("neighbour exchange: memory of the caller is prepared once and filled many times", "[neighbour_exchange]") {
    on_every_transport(4, [](group& world) {
        const cartesian_topology line(world, cartesian_shape({{4, false}}));
        const int me = world.rank().value;
        varying<int> out{{}, {me > 0 ? 1u : 0u, me < 3 ? 2u : 0u}};  // one item down, two up
        out.items.resize(out.counts[0] + out.counts[1]);
        const std::vector<std::size_t> expected{me > 0 ? 2u : 0u, me < 3 ? 1u : 0u};
        std::vector<int> in(expected[0] + expected[1]);
        std::vector<std::size_t> counts(2);
        auto prepared = persistent_neighbour_exchange_varying(line, out, in, counts, limit);
        demand(counts == expected, "the counts are known");
        for (int round = 0; round < 4; ++round) {
            std::ranges::fill(out.items, 10 * round + me);
            prepared.start(limit);
            prepared.wait(limit);
            for (std::size_t i = 0; i < in.size(); ++i)
                demand(in[i] == 10 * round + (i < expected[0] ? me - 1 : me + 1), "an item");
        }
    });
}

TEST_CASE("neighbour exchange: memory of the caller that is too short ends it on all ranks", "[neighbour_exchange]") {
    const form how = GENERATE(form::blocking, form::non_blocking, form::prepared);
    constexpr rank odd{1};
    std::atomic<int> told{0};
    on_every_transport(3, [&](group& world) {
        const cartesian_topology ring(world, cartesian_shape({{3, true}}));
        const varying<int> out{{1, 2, 3}, {1, 2}};  // so each rank gets 3 items
        std::vector<int> in(world.rank() == odd ? 2 : 3);
        std::vector<std::size_t> counts(2);
        errc seen{};
        std::string text;
        try {
            exchange_into(how, ring, out, in, counts);
            barrier(world, limit);
        } catch (const error& e) {
            seen = e.which();
            text = e.what();
        }
        ++told;
        wait_for(told, 3);
        demand(seen == (world.rank() == odd ? errc::truncated : errc::collective_failed), "the error");
        demand(text.find("have 3 items, and the result has room for 2") != std::string::npos, text.c_str());
    });
    CHECK(told == 3);
}

TEST_CASE("neighbour exchange: a result that cannot be right is refused, and the group stays usable",
          "[neighbour_exchange]") {
    on_every_transport(3, [](group& world) {
        const cartesian_topology ring(world, cartesian_shape({{3, true}}));
        varying<int> out{{1, 2, 3}, {1, 2}};
        std::vector<int> in(3);
        for (const form how : {form::blocking, form::non_blocking, form::prepared})
            for (const std::size_t sources : {0u, 1u, 3u}) {
                std::vector<std::size_t> counts(sources);
                demand(error_of([&] { exchange_into(how, ring, out, in, counts); }) == errc::invalid_argument,
                       "a count for each source");
            }
        demand(error_of([&] { neighbour_exchange_varying(ring, out, out, limit); }) == errc::invalid_argument,
               "the items to send as the result");
        demand(error_of([&] { (void)persistent_neighbour_exchange_varying(ring, out, out, limit); }) ==
                   errc::invalid_argument,
               "the items to send as the result, prepared");
        std::vector<std::size_t> counts(2);
        for (const form how : {form::blocking, form::non_blocking, form::prepared})
            demand(error_of([&] { exchange_into(how, ring, out, out.items, counts); }) == errc::invalid_argument,
                   "the memory of the items to send");
        demand(out.items == std::vector<int>{1, 2, 3}, "the items to send");
        const std::span<int> some(in);
        demand(
            error_of([&] { neighbour_exchange(ring, some.first(2), some.last(2), limit); }) == errc::invalid_argument,
            "equal blocks that overlap");
        demand(error_of([&] { (void)persistent_neighbour_exchange(ring, some.first(2), some.last(2)); }) ==
                   errc::invalid_argument,
               "equal blocks that overlap, prepared");
        barrier(world, limit);
    });
}

TEST_CASE("neighbour exchange: lists that do not fit are named on all ranks, and the group stays usable",
          "[neighbour_exchange]") {
    on_every_transport(3, [](group& world) {
        const int me = world.rank().value;
        const rank_list mine = me == 0 ? rank_list{rank{1}, rank{2}} : me == 1 ? rank_list{rank{0}} : rank_list{};
        const auto expect_refused = [&world](const rank_list& neighbours, const std::string& words) {
            try {
                (void)graph_topology::symmetric(world, neighbours, limit);
                demand(false, words.c_str());
            } catch (const error& e) {
                demand(e.which() == errc::invalid_argument && std::string(e.what()).find(words) != std::string::npos,
                       e.what());
            }
        };
        expect_refused(mine, "rank 0 lists rank 2 as a destination, and rank 2 does not");
        expect_refused(me == 1 ? rank_list{rank{3}} : rank_list{},
                       "rank 1 lists rank 3 as a destination; allowed: 0 to 2");
        demand(error_of([&] {
                   (void)cartesian_topology(world, cartesian_shape({{4, true}}));
               }) == errc::invalid_argument,
               "a shape of another size");
        const cartesian_topology ring(world, cartesian_shape({{3, true}}));
        std::vector<int> out(4), in(3);
        demand(error_of([&] { neighbour_exchange(ring, out, in, limit); }) == errc::invalid_argument, "not divisible");
        in.resize(6);
        demand(error_of([&] { neighbour_exchange(ring, out, in, limit); }) == errc::invalid_argument, "unequal");
        demand(error_of([&] {
                   (void)neighbour_exchange_varying(ring, varying<int>{{1}, {1}}, limit);
               }) == errc::invalid_argument,
               "a count for each destination");
        constexpr auto wrong = ~std::size_t{0};  // -1: the sum is right modulo 2^64
        demand(error_of([&] {
                   (void)neighbour_exchange_varying(ring, varying<int>{{1, 2, 3, 4}, {5, wrong}}, limit);
               }) == errc::invalid_argument,
               "counts whose sum wraps");
        constexpr std::size_t wraps = std::size_t{1} << 62;  // times sizeof(int) it is 0
        demand(error_of([&] {
                   (void)neighbour_exchange_varying(ring, varying<int>{{1, 2, 3, 4}, {4, wraps}}, limit);
               }) == errc::invalid_argument,
               "a count whose bytes wrap");
        std::vector<int> torn_out(3), torn_in(3);  // blocks of 6 bytes
        demand(error_of([&] { neighbour_exchange(ring, torn_out, torn_in, limit); }) == errc::invalid_argument,
               "blocks of whole items");
        demand(
            error_of([&] { (void)persistent_neighbour_exchange(ring, torn_out, torn_in); }) == errc::invalid_argument,
            "blocks of whole items, prepared");
        barrier(world, limit);
    });
}

TEST_CASE("neighbour exchange: blocks of another type of items on one rank end it on all ranks",
          "[neighbour_exchange]") {
    const bool prepared = GENERATE(false, true);
    std::atomic<int> told{0};
    on_every_transport(2, [&](group& world) {
        const cartesian_topology line(world, cartesian_shape({{2, false}}));
        const varying<float> three{{1, 2, 3}, {0, 3}};  // 12 bytes: one double and a half
        const varying<double> one{{1}, {1, 0}};
        const errc seen = error_of([&] {
            varying<float> floats;
            varying<double> doubles;
            if (world.rank() == rank{0})
                prepared ? persistent_neighbour_exchange_varying(line, three, floats, limit).run(limit)
                         : void(neighbour_exchange_varying(line, three, limit));
            else
                prepared ? persistent_neighbour_exchange_varying(line, one, doubles, limit).run(limit)
                         : void(neighbour_exchange_varying(line, one, limit));
        });
        ++told;
        wait_for(told, 2);
        demand(seen == errc::collective_mismatch, "half a block is not received");
    });
    CHECK(told == 2);
}

TEST_CASE("neighbour exchange: another length on one rank, and a death, end it on all ranks", "[neighbour_exchange]") {
    const bool death = GENERATE(false, true);
    constexpr rank odd{2};
    std::atomic<int> told{0}, ready{0};
    const auto body = [&](group& world) {
        const cartesian_topology line(world, cartesian_shape({{5, false}}));
        barrier(world, limit);
        ++ready;
        wait_for(ready, 5);
        if (death && world.rank() == odd) throw std::runtime_error("on purpose");
        std::vector<int> out(world.rank() == odd ? 4 : 2), in(out.size());
        const errc seen = error_of([&] {
            neighbour_exchange(line, out, in, limit);
            barrier(world, limit);
        });
        demand(seen == (death ? errc::peer_lost : errc::collective_mismatch), "the error");
        ++told;
        wait_for(told, death ? 4 : 5);
    };
    if (death)
        CHECK_THROWS_WITH(on_every_transport(5, body), "on purpose");
    else
        on_every_transport(5, body);
    CHECK(told == (death ? 4 : 5));
}

}  // namespace neighbour_exchange_test

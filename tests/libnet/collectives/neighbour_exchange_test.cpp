// Neighbour exchange over Cartesian grids and graphs: every block comes from the right rank and entry.
#include "banyan/net/neighbour_exchange.hpp"

#include <array>
#include <atomic>
#include <random>
#include <stdexcept>

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

// The entry of `to` among the destinations of every rank, for graphs.
using lists = std::vector<std::vector<rank>>;

lists random_graph(std::mt19937& random, int size) {
    lists destinations(static_cast<std::size_t>(size));
    for (auto& list : destinations) {
        for (int r = 0; r < size; ++r)  // may be its own neighbour
            if (random() % 2 == 0) list.emplace_back(r);
        std::shuffle(list.begin(), list.end(), random);
    }
    return destinations;
}

rank_list sources_of(const lists& destinations, int to) {
    std::vector<rank> found;
    for (int r = static_cast<int>(destinations.size()); r-- > 0;)
        if (rank_list(destinations[static_cast<std::size_t>(r)]).contains(rank{to})) found.emplace_back(r);
    return rank_list(found);
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
            const lists all = random_graph(random, size);
            const rank_list to(all[static_cast<std::size_t>(me)]), from = sources_of(all, me);
            const auto graph = graph_topology::directed(world, from, to, limit);
            const auto entry_of_me = [&](rank r) {
                return static_cast<std::size_t>(*rank_list(all[static_cast<std::size_t>(r.value)]).place_of(rank{me}));
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
        }
    });
}

TEST_CASE("neighbour exchange: lists that do not fit are named on all ranks, and the group stays usable",
          "[neighbour_exchange]") {
    on_every_transport(3, [](group& world) {
        const int me = world.rank().value;
        const rank_list mine = me == 0 ? rank_list{rank{1}, rank{2}} : me == 1 ? rank_list{rank{0}} : rank_list{};
        try {
            (void)graph_topology::symmetric(world, mine, limit);
            demand(false, "no error");
        } catch (const error& e) {
            demand(e.which() == errc::invalid_argument &&
                       std::string(e.what()).find("rank 0 lists rank 2 as a destination, and rank 2 does not") !=
                           std::string::npos,
                   e.what());
        }
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

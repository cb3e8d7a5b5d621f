// One rank has no memory for the result of a collective whose lengths were exchanged first: all ranks learn it.
#include "banyan/net/alltoall_known.hpp"
#include "banyan/net/neighbour_allgather.hpp"
#include "banyan/net/neighbour_exchange.hpp"
#include "banyan/net/persistent_varying.hpp"
#include "tests/libnet/messaging/mailbox_testing.hpp"
#include "tests/libnet/messaging/thread_memory.hpp"

namespace varying_memory_test {

using namespace banyan::net;
using namespace banyan::testing;

namespace {

struct long_item {
    std::byte bytes[std::size_t{1} << 20];
};
constexpr int size = 3;
constexpr memory_limit two_items{.longest_bytes = 2 * sizeof(long_item)};

struct inputs {
    varying<long_item> to_ranks{std::vector<long_item>(3), {1, 1, 1}};
    varying<long_item> to_neighbours{std::vector<long_item>(3), {1, 2}};
};

struct varying_call {
    const char* name;
    void (*run)(const group& g, const inputs& out);
};

// In each call rank 0 gets at least 3 items.
constexpr varying_call calls[] = {
    {"gather_varying",
     [](const group& g, const auto& out) { (void)gather_varying(g, out.to_ranks.items, rank{0}, limit); }},
    {"allgather_varying",
     [](const group& g, const auto& out) { (void)allgather_varying(g, out.to_ranks.items, limit); }},
    {"scatter_varying",
     [](const group& g, const auto& out) {
         varying<long_item> all;
         if (g.rank() == rank{1}) all = {out.to_ranks.items, {3, 0, 0}};
         (void)scatter_varying(g, all, rank{1}, limit);
     }},
    {"alltoall_varying", [](const group& g, const auto& out) { (void)alltoall_varying(g, out.to_ranks, limit); }},
    {"alltoall_known",
     [](const group& g, const auto& out) { (void)alltoall_known(g, out.to_ranks, out.to_ranks.counts, limit); }},
    {"neighbour_exchange_varying",
     [](const group& g, const auto& out) {
         const cartesian_topology ring(g, cartesian_shape({{size, true}}));
         (void)neighbour_exchange_varying(ring, out.to_neighbours, limit);
     }},
    {"neighbour_allgather_varying",
     [](const group& g, const auto& out) {
         const cartesian_topology ring(g, cartesian_shape({{size, true}}));
         (void)neighbour_allgather_varying(ring, out.to_ranks.items, limit);
     }},
    {"persistent_gather_varying",
     [](const group& g, const auto& out) {
         varying<long_item> all;
         (void)persistent_gather_varying(g, out.to_ranks.items, all, rank{0}, limit);
     }},
    {"persistent_scatter_varying",
     [](const group& g, const auto& out) {
         varying<long_item> all;
         if (g.rank() == rank{1}) all = {out.to_ranks.items, {3, 0, 0}};
         std::vector<long_item> mine;
         (void)persistent_scatter_varying(g, all, mine, rank{1}, limit);
     }},
    {"persistent_alltoall_varying",
     [](const group& g, const auto& out) {
         varying<long_item> in;
         (void)persistent_alltoall_varying(g, out.to_ranks, in, limit);
     }},
    {"persistent_neighbour_exchange_varying",
     [](const group& g, const auto& out) {
         const cartesian_topology ring(g, cartesian_shape({{size, true}}));
         varying<long_item> in;
         (void)persistent_neighbour_exchange_varying(ring, out.to_neighbours, in, limit);
     }},
    {"persistent_neighbour_allgather_varying",
     [](const group& g, const auto& out) {
         const cartesian_topology ring(g, cartesian_shape({{size, true}}));
         varying<long_item> all;
         (void)persistent_neighbour_allgather_varying(ring, out.to_ranks.items, all, limit);
     }},
};

// True if the call ends because this rank has no memory.
bool runs_out(const varying_call& call, const group& g, const inputs& out) {
    bool no_memory = false;
    with_memory(two_items, [&] {
        try {
            call.run(g, out);
        } catch (const std::bad_alloc&) {
            no_memory = true;
        }
    });
    return no_memory;
}

}  // namespace

TEST_CASE("no memory for the result on one rank fails a collective with lengths on all ranks", "[memory]") {
    on_every_transport(size, [](group& world) {
        const inputs out;
        for (const varying_call& call : calls) {
            const group each = world.duplicate(limit);
            if (world.rank() == rank{0}) {
                demand(runs_out(call, each, out), call.name);
            } else {
                const errc seen = error_of([&] {
                    call.run(each, out);
                    barrier(each, limit);
                });
                demand(seen == errc::collective_failed, call.name);
            }
            barrier(world, limit);
        }
    });
}

}  // namespace varying_memory_test

// The deadline of a collective also bounds the choice of its algorithm, which measures the network with all ranks.
#include <catch2/catch.hpp>

#include "banyan/net/collectives.hpp"
#include "banyan/net/neighbour_exchange.hpp"
#include "banyan/net/persistent_varying.hpp"
#include "libnet/messaging/group_state.hpp"
#include "tests/libnet/messaging/mailbox_testing.hpp"

namespace choice_deadline_test {

using namespace banyan::net;
using namespace banyan::testing;
using namespace std::chrono_literals;

namespace {

constexpr int size = 4;
constexpr rank missing{2};
constexpr auto until = 100ms;

using call = void (*)(const group&);

// The network is measured at the 50th call; calls with a named algorithm do not measure it.
void make_measurement_due(const group& g) {
    for (int i = 0; i < 50; ++i)
        barrier(g, with_algorithm("linear", limit));
    demand(!detail::group_state::of(g).network.get(), "the network has not been measured yet");
}

}  // namespace

TEST_CASE("the choice of a collective's first part ends by the deadline while a rank is missing", "[choice_deadline]") {
    const call made = GENERATE(
        as<call>(), [](const group& g) { (void)g.split(0, 0, until); },
        [](const group& g) { (void)g.duplicate(until); },
        [](const group& g) { (void)gather_varying(g, std::vector<int>(3), rank{0}, until); },
        [](const group& g) { (void)allgather_varying(g, std::vector<int>(3), until); },
        [](const group& g) { (void)scatter_varying(g, varying<int>{}, missing, until); },
        [](const group& g) {
            (void)alltoall_varying(g, varying<int>{{1, 2, 3, 4}, {1, 1, 1, 1}}, until);
        },
        [](const group& g) {
            varying<int> all;
            std::vector<int> mine(3);
            (void)persistent_gather_varying(g, mine, all, rank{0}, until);
        },
        [](const group& g) { barrier(g, until); });
    std::atomic<int> ended{0};
    on_every_transport(size, [&](group& world) {
        make_measurement_due(world);
        if (world.rank() == missing) return wait_for(ended, size - 1);
        const auto begin = std::chrono::steady_clock::now();
        const errc seen = error_of([&] { made(world); });
        const auto took = std::chrono::steady_clock::now() - begin;
        ++ended;
        wait_for(ended, size - 1);  // no rank leaves, because its end would be reported too
        demand(seen == errc::timeout, "timeout");
        demand(took >= until && took < limit / 2, "by the deadline");  // without it, it waits until `missing` ends
    });
}

}  // namespace choice_deadline_test

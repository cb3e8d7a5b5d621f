// Collectives of a group that has lost a member: every rank gets an error that names it, whatever the others do.
#include <array>
#include <atomic>
#include <functional>
#include <numeric>
#include <stdexcept>

#include "banyan/net/collectives.hpp"
#include "banyan/net/neighbour_exchange.hpp"
#include "tests/libnet/messaging/mailbox_testing.hpp"

namespace member_death_test {

using namespace banyan::net;
using namespace banyan::testing;

namespace {

constexpr rank victim{2};

struct named_collective {
    const char* name;
    std::function<void(const group&)> call;
};

// The collectives in which no rank can complete its part without the victim.
std::vector<named_collective> collectives() {
    return {
        {"barrier", [](const group& g) { barrier(g, limit); }},
        {"allreduce", [](const group& g) { (void)allreduce_value(g, 1, std::plus<>(), limit); }},
        {"split", [](const group& g) { (void)g.split(0, 0, limit); }},
        {"broadcast",
         [](const group& g) {
             std::vector<int> items(1000);
             broadcast(g, items, victim, limit);
         }},
        {"scatter",
         [](const group& g) {
             std::vector<int> all, mine(3);
             scatter(g, all, mine, victim, limit);
         }},
        {"scatter_varying", [](const group& g) { (void)scatter_varying(g, varying<int>{}, victim, limit); }},
    };
}

// Those in which some ranks can complete their part without the victim. They learn it in the next collective.
std::vector<named_collective> collectives_before_a_barrier() {
    return {
        {"reduce",
         [](const group& g) {
             std::vector<int> mine(10), result(10);
             reduce(g, mine, result, std::plus<>(), rank{0}, limit);
         }},
        {"gather",
         [](const group& g) {
             std::vector<int> mine(3), all(3 * static_cast<std::size_t>(g.size()));
             gather(g, mine, all, rank{0}, limit);
         }},
        {"gather_varying", [](const group& g) { (void)gather_varying(g, std::vector<int>(4), rank{0}, limit); }},
        {"broadcast from another root",
         [](const group& g) {
             std::vector<int> items(10);
             broadcast(g, items, rank{0}, limit);
         }},
        {"scatter from another root",
         [](const group& g) {
             std::vector<int> all(3 * static_cast<std::size_t>(g.size())), mine(3);
             scatter(g, all, mine, rank{0}, limit);
         }},
        {"neighbour_exchange",
         [](const group& g) {
             std::vector<int> out(2), in(2);
             neighbour_exchange(cartesian_topology(g, cartesian_shape({{g.size(), true}})), out, in, limit);
         }},
        {"neighbour_exchange_varying",
         [](const group& g) {
             const cartesian_topology ring(g, cartesian_shape({{g.size(), true}}));
             (void)neighbour_exchange_varying(ring, varying<int>{{1, 2, 3}, {1, 2}}, limit);
         }},
    };
}

// The victim fails when all have received its messages: messages that wait for a link are lost with it.
void begin(const group& world, std::atomic<int>& ready) {
    barrier(world, limit);
    ++ready;
    if (world.rank() != victim) return;
    wait_for(ready, world.size());
    throw std::runtime_error("on purpose");
}

}  // namespace

TEST_CASE("the death of a member is reported to every survivor of a collective", "[member_death]") {
    const int size = GENERATE(3, 7, 8);
    std::vector<named_collective> all = collectives();
    for (auto& one : collectives_before_a_barrier())
        all.push_back({one.name, [call = one.call](const group& g) {
                           call(g);
                           barrier(g, limit);
                       }});
    for (const auto& collective : sampled(static_cast<std::size_t>(size), all)) {
        INFO(collective.name << " of " << size);
        std::atomic<int> ready{0}, told{0};
        std::atomic<bool> wrong{false};
        const auto body = [&](group& world) {
            begin(world, ready);
            try {
                collective.call(world);
                wrong = true;
            } catch (const error& e) {
                if (e.which() != errc::peer_lost || e.peer() != world.task(victim)) wrong = true;
            }
            ++told;
            wait_for(told, world.size() - 1);  // no rank leaves, because its end would be reported too
        };
        CHECK_THROWS_WITH(on_every_transport(size, body), "on purpose");
        CHECK(told == size - 1);
        CHECK_FALSE(wrong);
    }
}

TEST_CASE("a survivor that leaves is not blamed for the death", "[member_death]") {
    constexpr int size = 8;
    std::atomic<int> ready{0}, told{0};
    const auto body = [&](group& world) {
        begin(world, ready);
        try {
            barrier(world, limit);
        } catch (const error& e) {
            told += e.which() == errc::peer_lost && e.peer() == world.task(victim) ? 1 : 0;
        }
    };
    CHECK_THROWS_WITH(on_every_transport(size, body), "on purpose");
    CHECK(told == size - 1);
}

TEST_CASE("messages that a member has sent before its death still arrive", "[member_death]") {
    // No survivor waits for another one, which may pass on the items too late on a busy computer.
    const auto from_victim = [](const group& g, std::array<int, 3>& items) {
        broadcast(g, items, victim, with_algorithm("linear", limit));
    };
    std::atomic<int> ready{0}, right{0};
    const auto body = [&](group& world) {
        std::array<int, 3> items{};
        from_victim(world, items);  // makes the links
        ++ready;
        if (world.rank() == victim) wait_for(ready, world.size());
        if (world.rank() == victim) std::iota(items.begin(), items.end(), 5);
        from_victim(world, items);
        if (world.rank() == victim) throw std::runtime_error("on purpose");
        right += items == std::array{5, 6, 7} ? 1 : 0;
    };
    CHECK_THROWS_WITH(on_every_transport(4, body), "on purpose");
    CHECK(right == 3);
}

TEST_CASE("a group without the dead member continues", "[member_death]") {
    std::atomic<int> ready{0}, right{0};
    const auto body = [&](group& world) {
        const group rest = world.split(world.rank() == victim ? 1 : 0, 0, limit);
        begin(world, ready);
        try {
            barrier(world, limit);
        } catch (const error&) {
            right += allreduce_value(rest, 1, std::plus<>(), limit) == world.size() - 1 ? 1 : 0;
        }
        barrier(rest, limit);
    };
    CHECK_THROWS_WITH(on_every_transport(5, body), "on purpose");
    CHECK(right == 4);
}

}  // namespace member_death_test

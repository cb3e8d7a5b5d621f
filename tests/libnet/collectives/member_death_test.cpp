// Collectives of a group that has lost a member: every rank gets an error that names it, whatever the others do.
#include <array>
#include <atomic>
#include <functional>
#include <numeric>
#include <stdexcept>

#include "banyan/net/collectives.hpp"
#include "tests/libnet/messaging/mailbox_testing.hpp"

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
    for (const auto& collective : collectives()) {
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
    std::atomic<int> ready{0}, right{0};
    const auto body = [&](group& world) {
        std::array<int, 3> items{};
        broadcast(world, items, victim, limit);  // makes the links
        ++ready;
        if (world.rank() == victim) wait_for(ready, world.size());
        if (world.rank() == victim) std::iota(items.begin(), items.end(), 5);
        broadcast(world, items, victim, limit);
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

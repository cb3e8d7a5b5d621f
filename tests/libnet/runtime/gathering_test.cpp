// Short messages that leave together: when they are held back, and that they leave although nobody calls again.
#include "libnet/runtime/gathering.hpp"

#include <latch>

#include "tests/libnet/runtime/mailbox_testing.hpp"

using namespace banyan::net;
using namespace banyan::testing;
using banyan::net::detail::gathering;
using namespace std::chrono_literals;

namespace {

bool hold_at(gathering& g, std::size_t bytes, gathering::time_point now) {
    return g.hold(bytes, [now] { return now; });
}

// Sends until one is held, a microsecond apart; returns when that was.
gathering::time_point hold_one(gathering& g, gathering::time_point now) {
    for (int i = 0; i < 1000; ++i, now += 1us)
        if (hold_at(g, 64, now)) return now;
    FAIL("nothing is held");
    return now;
}

}  // namespace

TEST_CASE("messages far apart are never held", "[libnet][gathering]") {
    gathering g;
    gathering::time_point now{1h};
    for (int i = 0; i < 1000; ++i, now += 50us)
        REQUIRE_FALSE(hold_at(g, 64, now));
}

TEST_CASE("the first messages of a stream leave at once, also after an answer", "[libnet][gathering]") {
    gathering g;
    const gathering::time_point start{1h};
    const auto held_at = hold_one(g, start);
    CHECK(held_at - start >= 5us);
    g.flushed();
    g.end_stream();
    CHECK_FALSE(hold_at(g, 64, held_at + 1us));
    CHECK_FALSE(g.holds());
}

TEST_CASE("no more is held than one write is worth, and not longer than the bound", "[libnet][gathering]") {
    gathering g;
    auto now = hold_one(g, gathering::time_point{1h});
    CHECK_FALSE(g.overdue(now));
    CHECK(g.overdue(now + gathering::most_delay));
    std::size_t bytes = 64;
    while (hold_at(g, 1000, now))
        bytes += 1000;
    CHECK(bytes <= 64 << 10);
    g.flushed();
    now = hold_one(g, now);
    CHECK_FALSE(hold_at(g, 64, now + gathering::most_delay));
}

TEST_CASE("what a stream holds back arrives although its sender does not call again", "[libnet][gathering]") {
    constexpr int count = 1000;
    std::latch all_here{1};
    run_threads(
        2,
        [&](group& world) {
            for (int i = 0; i < count; ++i) {
                if (world.rank() == rank{0}) {
                    world.send(rank{1}, tag{1}, std::span<const int>(&i, 1));
                } else {
                    int got = -1;
                    world.recv(rank{0}, tag{1}, std::span(&got, 1), limit);
                    demand(got == i, "a message is out of order");
                }
            }
            if (world.rank() == rank{0})
                all_here.wait();
            else
                all_here.count_down();
        },
        any_transport());
}

// Coalesced sends: when they wait to be joined, and that they leave without another call.
#include "libnet/messaging/coalescing.hpp"

#include <latch>

#include "tests/libnet/messaging/mailbox_testing.hpp"

namespace coalescing_test {

using namespace banyan::net;
using namespace banyan::testing;
using banyan::net::detail::coalescing;
using namespace std::chrono_literals;

namespace {

bool waits_at(coalescing& c, std::size_t bytes, coalescing::time_point now) {
    return c.add(bytes, [now] { return now; });
}

// Adds sends, one microsecond apart, until one waits. Returns the time of that send.
coalescing::time_point add_until_one_waits(coalescing& c, coalescing::time_point now) {
    for (int i = 0; i < 1000; ++i, now += 1us)
        if (waits_at(c, 64, now)) return now;
    FAIL("nothing waits");
    return now;
}

}  // namespace

TEST_CASE("messages far apart never wait for each other", "[libnet][coalescing]") {
    coalescing c;
    coalescing::time_point now{1h};
    for (int i = 0; i < 1000; ++i, now += 50us)
        REQUIRE_FALSE(waits_at(c, 64, now));
}

TEST_CASE("the first messages of a stream leave at once, also after an answer", "[libnet][coalescing]") {
    coalescing c;
    const coalescing::time_point start{1h};
    const auto waiting_at = add_until_one_waits(c, start);
    CHECK(waiting_at - start >= 5us);
    c.set_flushed();
    c.end_stream();
    CHECK_FALSE(waits_at(c, 64, waiting_at + 1us));
    CHECK_FALSE(c.is_waiting());
}

TEST_CASE("no more bytes wait than fit one write, and not longer than the bound", "[libnet][coalescing]") {
    coalescing c;
    auto now = add_until_one_waits(c, coalescing::time_point{1h});
    CHECK_FALSE(c.is_overdue(now));
    CHECK(c.is_overdue(now + coalescing::most_delay));
    std::size_t bytes = 64;
    while (waits_at(c, 1000, now))
        bytes += 1000;
    CHECK(bytes <= 64 << 10);
    c.set_flushed();
    now = add_until_one_waits(c, now);
    CHECK_FALSE(waits_at(c, 64, now + coalescing::most_delay));
}

TEST_CASE("coalesced sends arrive although their sender does not call again", "[libnet][coalescing]") {
    constexpr int count = 1000;
    std::latch all_here{1};
    on_every_transport(2, [&](group& world) {
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
    });
}

}  // namespace coalescing_test

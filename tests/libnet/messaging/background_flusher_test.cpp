// The thread of the background flusher: when it runs, how often, and that it ends.
#include "libnet/messaging/background_flusher.hpp"

#include <mutex>

#include "tests/libnet/messaging/mailbox_testing.hpp"

namespace background_flusher_test {

using banyan::net::detail::background_flusher;
using namespace banyan::testing;
using namespace std::chrono_literals;

namespace {

// A mailbox that needs a given number of flushes, and its lock.
struct flushed_mailbox {
    std::mutex lock;
    int needed = 0;
    std::atomic<int> flushes{0};
    background_flusher flusher{[this] {
        const std::lock_guard held(lock);
        ++flushes;
        if (needed > 0) --needed;
        return flusher.pause_after({.writes = needed > 0});
    }};

    void need(int more) {
        const std::lock_guard held(lock);
        needed += more;
    }
    [[nodiscard]] bool is_due() {
        const std::lock_guard held(lock);
        return flusher.is_due();
    }
};

}  // namespace

TEST_CASE("a flusher that is asked for nothing does nothing", "[background_flusher]") {
    flushed_mailbox box;
    CHECK_FALSE(box.is_due());
    box.flusher.stop();
    CHECK(box.flushes == 0);
}

TEST_CASE("one request causes flushes until no work is left", "[background_flusher]") {
    flushed_mailbox box;
    box.need(5);
    {
        const std::lock_guard held(box.lock);
        CHECK(box.flusher.flush_soon());
        CHECK(box.flusher.is_due());
    }
    wait_for(box.flushes, 5);
    CHECK_FALSE(box.is_due());
    CHECK(box.flushes == 5);
}

TEST_CASE("a flusher that has finished works again when it is asked again", "[background_flusher]") {
    flushed_mailbox box;
    for (int round = 1; round <= 3; ++round) {
        box.need(1);
        {
            const std::lock_guard held(box.lock);
            box.flusher.complete_sends();
            CHECK(box.flusher.is_due());
        }
        wait_for(box.flushes, round);
        CHECK_FALSE(box.is_due());
    }
}

TEST_CASE("a flusher ends although work is left", "[background_flusher]") {
    flushed_mailbox box;
    box.need(1'000'000'000);
    {
        const std::lock_guard held(box.lock);
        CHECK(box.flusher.flush_soon());
    }
    wait_for(box.flushes, 1);
    box.flusher.stop();
    const int flushes = box.flushes;
    CHECK(flushes < 1'000'000'000);
    CHECK(box.is_due());
}

TEST_CASE("pauses are short while bytes move and grow while buffered sends wait", "[background_flusher]") {
    using microseconds = background_flusher::microseconds;
    constexpr auto shortest = background_flusher::shortest_pause, longest = background_flusher::longest_pause;
    background_flusher flusher([] { return microseconds{0}; });
    CHECK(flusher.flush_soon());  // the first pause

    CHECK(flusher.pause_after({.sends = true}) == 2 * shortest);
    CHECK(flusher.pause_after({.sends = true}) == 4 * shortest);
    for (int i = 0; i < 10; ++i)
        CHECK(flusher.pause_after({.sends = true}) <= longest);
    CHECK(flusher.pause_after({.sends = true}) == longest);
    CHECK(flusher.pause_after({.sends = true, .moved = true}) == shortest);
    CHECK(flusher.pause_after({.sends = true, .failed = true}) == longest);
    CHECK(flusher.pause_after({.writes = true, .sends = true, .failed = true}) == shortest);
    CHECK(flusher.pause_after({.failed = true}) == microseconds{0});
    CHECK_FALSE(flusher.is_due());
}

}  // namespace background_flusher_test

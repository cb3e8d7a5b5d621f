// How far the clock of a host is ahead.
#include "daemon/coordinator/clock_difference.hpp"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <random>

namespace clock_difference_test {

using banyan::daemon::clock_difference;

TEST_CASE("The difference is measured from the middle of the round trip") {
    clock_difference d;
    CHECK(d.ahead_us() == 0);
    d.answered(5, 7);  // without a ping
    CHECK(d.ahead_us() == 0);
    d.sent(1000);
    d.answered(-3950, 1100);
    CHECK(d.ahead_us() == -5000);
}

TEST_CASE("The error is at most half of the shortest round trip") {
    std::mt19937 random(7);
    std::uniform_int_distribution<std::int64_t> delay(10, 5000);
    constexpr std::int64_t ahead = 123'456;
    clock_difference d;
    std::int64_t now = 0, shortest = 20'000;
    for (int i = 0; i < 60; ++i) {
        const std::int64_t there = delay(random), back = delay(random);
        d.sent(now);
        d.answered(now + there + ahead, now + there + back);
        shortest = std::min(shortest, there + back);
        CHECK(std::abs(d.ahead_us() - ahead) <= shortest / 2 + 1);
        now += 500'000;
    }
}

TEST_CASE("A clock that is set is followed after some pings, and a negative round trip is ignored") {
    clock_difference d;
    d.sent(0);
    d.answered(50, 100);
    d.sent(1000);
    d.answered(77, 900);
    CHECK(d.ahead_us() == 0);
    for (int i = 0; i < 100; ++i) {
        d.sent(0);
        d.answered(1'000'100, 200);
    }
    CHECK(d.ahead_us() == 1'000'000);
}

}  // namespace clock_difference_test

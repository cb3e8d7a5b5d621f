// What a thread does while no bytes move: polls, yields, sleeps.
#include "libnet/messaging/idle_policy.hpp"

#include <catch2/catch.hpp>

namespace idle_policy_test {

using banyan::net::detail::idle_policy;
using namespace std::chrono_literals;
using step = idle_policy::step;

namespace {

constexpr std::chrono::steady_clock::time_point start{1h};

}  // namespace

TEST_CASE("a thread polls, then also yields, then sleeps", "[idle_policy]") {
    idle_policy idle(200us);
    (void)idle.wants_clock(false);
    CHECK(idle.next(start) == step::poll);
    CHECK(idle.next(start + 40us) == step::poll);
    CHECK(idle.next(start + 60us) == step::yield);
    CHECK(idle.next(start + 199us) == step::yield);
    CHECK(idle.next(start + 200us) == step::sleep);
}

TEST_CASE("a thread that does not spin yields before it sleeps", "[idle_policy]") {
    idle_policy idle(0us);
    CHECK(idle.wants_clock(false));
    CHECK(idle.next(start) == step::yield);
    CHECK(idle.next(start + 199us) == step::yield);
    CHECK(idle.next(start + 200us) == step::sleep);
}

TEST_CASE("bytes that move, and a sleep, make the thread poll again from the start", "[idle_policy]") {
    idle_policy idle(200us);
    (void)idle.wants_clock(false);
    (void)idle.next(start);
    CHECK(idle.next(start + 300us) == step::sleep);
    SECTION("something moves") {
        (void)idle.wants_clock(true);
        CHECK(idle.next(start + 300us) == step::poll);
        (void)idle.wants_clock(false);
    }
    SECTION("it has slept") {
        idle.refresh();
        (void)idle.wants_clock(false);
    }
    CHECK(idle.next(start + 310us) == step::poll);
    CHECK(idle.next(start + 370us) == step::yield);
}

TEST_CASE("a thread that spins reads the clock in few of its rounds", "[idle_policy]") {
    idle_policy idle(200us);
    int reads = 0;
    for (int round = 0; round < 320; ++round)
        reads += idle.wants_clock(false);
    CHECK(reads == 10);
}

}  // namespace idle_policy_test

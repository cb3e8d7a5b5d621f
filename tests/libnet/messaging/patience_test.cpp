// What a thread does while nothing moves: looks, gives the core away, sleeps.
#include "libnet/messaging/patience.hpp"

#include <catch2/catch.hpp>

using banyan::net::detail::patience;
using namespace std::chrono_literals;
using step = patience::step;

namespace {

constexpr std::chrono::steady_clock::time_point start{1h};

}  // namespace

TEST_CASE("a thread looks, then also gives the core away, then sleeps", "[patience]") {
    patience idle(200us);
    (void)idle.wants_clock(false);
    CHECK(idle.next(start) == step::look);
    CHECK(idle.next(start + 40us) == step::look);
    CHECK(idle.next(start + 60us) == step::yield);
    CHECK(idle.next(start + 199us) == step::yield);
    CHECK(idle.next(start + 200us) == step::sleep);
}

TEST_CASE("a thread that does not spin gives the core away before it sleeps", "[patience]") {
    patience idle(0us);
    CHECK(idle.wants_clock(false));
    CHECK(idle.next(start) == step::yield);
    CHECK(idle.next(start + 199us) == step::yield);
    CHECK(idle.next(start + 200us) == step::sleep);
}

TEST_CASE("what moves, and a sleep, let the thread look again from the start", "[patience]") {
    patience idle(200us);
    (void)idle.wants_clock(false);
    (void)idle.next(start);
    CHECK(idle.next(start + 300us) == step::sleep);
    SECTION("something moves") {
        (void)idle.wants_clock(true);
        CHECK(idle.next(start + 300us) == step::look);
        (void)idle.wants_clock(false);
    }
    SECTION("it has slept") {
        idle.refresh();
        (void)idle.wants_clock(false);
    }
    CHECK(idle.next(start + 310us) == step::look);
    CHECK(idle.next(start + 370us) == step::yield);
}

TEST_CASE("a thread that spins reads the clock in few of its rounds", "[patience]") {
    patience idle(200us);
    int reads = 0;
    for (int round = 0; round < 320; ++round)
        reads += idle.wants_clock(false);
    CHECK(reads == 10);
}

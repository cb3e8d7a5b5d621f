// When the self-synchronization scheme exchanges, with a clock of the test.
#include "banyan/grid/self_synchronization.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "banyan/part/error.hpp"

namespace self_synchronization_test {

using banyan::grid::self_synchronization;
using namespace std::chrono_literals;

namespace {

using moment = self_synchronization::clock::time_point;

/// An iteration that starts at `start` and computes for `time`.
void iterate(self_synchronization& sync, moment start, std::chrono::milliseconds time) {
    sync.start(start);
    sync.computed(start + time);
}

}  // namespace

TEST_CASE("the exchange is deferred until the mean and the bound have passed since the start") {
    self_synchronization sync(2, 1000);
    const moment zero{};
    iterate(sync, zero, 10ms);
    CHECK(sync.exchange_time() == zero);  // one time gives no bound yet
    iterate(sync, zero + 1s, 30ms);
    CHECK(sync.expected_s() == Approx(0.020));
    CHECK(sync.bound_s() == Approx(0.010 / std::sqrt(M_PI)));  // E(max of 2 normals) is 1 / sqrt(pi)
    const std::chrono::duration<double> after = sync.exchange_time() - (zero + 1s);
    CHECK(after.count() == Approx(sync.expected_s() + sync.bound_s()));
}

TEST_CASE("a larger group has a larger bound, one rank has none") {
    double before = -1;
    for (int ranks : {1, 2, 8, 64, 1024}) {
        self_synchronization sync(ranks, 10);
        iterate(sync, moment{}, 10ms);
        iterate(sync, moment{}, 20ms);
        CHECK(sync.bound_s() > before);
        before = sync.bound_s();
        if (ranks == 1) CHECK(sync.bound_s() == 0);
    }
}

TEST_CASE("a stop of the process defers no later exchange for long") {
    self_synchronization sync(4, 1000);
    for (int i = 0; i < 100; ++i)
        iterate(sync, moment{}, 10ms);
    iterate(sync, moment{}, 3'600'000ms);
    iterate(sync, moment{}, 10ms);
    CHECK(sync.exchange_time() - moment{} < 1s);
}

TEST_CASE("the deferral ends at the exchange time") {
    self_synchronization sync(4, 1000);
    iterate(sync, moment{}, 10ms);
    iterate(sync, moment{}, 10ms);
    moment now{};
    int asked = 0;
    const bool early = sync.defer([&] { return ++asked, false; }, [&] { return now += 1ms; });
    CHECK_FALSE(early);
    CHECK(now == moment{} + 10ms);
    CHECK(asked == 10);
}

TEST_CASE("the deferral ends early when the boundaries are there, and is none after a long computation") {
    self_synchronization sync(4, 1000);
    iterate(sync, moment{}, 10ms);
    iterate(sync, moment{}, 10ms);
    moment now{};
    int asked = 0;
    CHECK(sync.defer([&] { return ++asked == 3; }, [&] { return now += 1ms; }));
    CHECK(now == moment{} + 2ms);
    asked = 0;
    CHECK_FALSE(sync.defer([&] { return ++asked, false; }, [] { return moment{} + 11ms; }));
    CHECK(asked == 1);
}

TEST_CASE("a deferral by a call that blocks gets the exchange time and returns its result") {
    self_synchronization sync(4, 1000);
    iterate(sync, moment{}, 10ms);
    iterate(sync, moment{}, 20ms);
    for (const bool arrived : {false, true}) {
        int calls = 0;
        moment given{};
        CHECK(sync.defer_by([&](moment until) { return ++calls, given = until, arrived; }) == arrived);
        CHECK(calls == 1);
        CHECK(given == sync.exchange_time());
    }
}

TEST_CASE("every R-th iteration has a global synchronization") {
    for (std::int64_t every : {1, 4, 25}) {
        self_synchronization sync(3, every);
        for (std::int64_t i = 1; i <= 100; ++i) {
            sync.start();
            CHECK(sync.iteration() == i);
            CHECK(sync.global_is_due() == (i % every == 0));
        }
    }
}

TEST_CASE("schemes out of range are refused") {
    CHECK_THROWS_AS(self_synchronization(0, 1), banyan::part::error);
    CHECK_THROWS_AS(self_synchronization(4, 0), banyan::part::error);
    CHECK_THROWS_AS(self_synchronization(4, 1, 0), banyan::part::error);
}

}  // namespace self_synchronization_test

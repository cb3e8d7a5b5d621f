// The interval between observations, computed by hand from the times.
#include "libgrid/observation_interval.hpp"

#include <catch2/catch.hpp>

namespace observation_interval_test {

using namespace banyan::grid;

TEST_CASE("an observation takes 150 ms or more, and at least the given number of iterations") {
    for (const bool in_advance : {false, true}) {
        CHECK(observation_interval({.iteration_s = 0.1, .decision_s = 0, .exchange_s = 0}, 1, in_advance) == 2);
        CHECK(observation_interval({.iteration_s = 0.04, .decision_s = 0, .exchange_s = 0}, 1, in_advance) == 4);
        CHECK(observation_interval({.iteration_s = 0.04, .decision_s = 0, .exchange_s = 0}, 9, in_advance) == 9);
        CHECK(observation_interval({.iteration_s = 2, .decision_s = 0, .exchange_s = 0}, 1, in_advance) == 1);
    }
}

TEST_CASE("decisions take at most 0.5 % of the run") {
    // 2 ms are 0.5 % of 0.4 s: 10 iterations of 40 ms.
    for (const bool in_advance : {false, true}) {
        CHECK(observation_interval({.iteration_s = 0.04, .decision_s = 1.99e-3, .exchange_s = 0}, 1, in_advance) == 10);
        CHECK(observation_interval({.iteration_s = 0.04, .decision_s = 2.01e-3, .exchange_s = 0}, 1, in_advance) == 11);
    }
}

TEST_CASE("an exchange counts only if the ranks wait for it") {
    const observation_times slow_exchange{.iteration_s = 0.04, .decision_s = 0.19e-3, .exchange_s = 5.8e-3};
    CHECK(observation_interval(slow_exchange, 1, false) == 30);
    CHECK(observation_interval(slow_exchange, 1, true) == 4);
    CHECK(observation_interval(slow_exchange, 6, true) == 6);
}

TEST_CASE("an exchange in advance needs two iterations") {
    // At once, 1 ms is less than 0.5 % of an iteration of 1 s, and 20 ms are more.
    CHECK(observation_interval({.iteration_s = 1, .decision_s = 0, .exchange_s = 1e-3}, 1, true) == 1);
    CHECK(observation_interval({.iteration_s = 1, .decision_s = 0, .exchange_s = 19.9e-3}, 1, true) == 2);
    CHECK(observation_interval({.iteration_s = 1, .decision_s = 0, .exchange_s = 19.9e-3}, 1, false) == 4);
}

TEST_CASE("an interval is bounded, even if an iteration takes no time that can be measured") {
    CHECK(observation_interval({.iteration_s = 1e-300, .decision_s = 1, .exchange_s = 0}, 1, false) == 1'000'000'000);
}

}  // namespace observation_interval_test

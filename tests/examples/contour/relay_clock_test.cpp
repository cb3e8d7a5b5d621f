// The modelled time of a relay, against times computed by hand.
#include "examples/contour/relay_clock.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <stdexcept>

namespace relay_clock_test {

using namespace contour;

namespace {

constexpr time_model network{.startup_us = 40, .byte_us = 1, .element_us = 0, .iteration_us = 0};
using segments_of_tasks = std::vector<std::vector<relayed_segment>>;

std::vector<double> ends(const segments_of_tasks& of_tasks, std::vector<double> start_us) {
    return relayed_until(of_tasks, start_us, 1, network);
}

}  // namespace

TEST_CASE("relay clock: a contour that passes from task 0 to task 1 and back", "[contour]") {
    const segments_of_tasks of{{{1, 2, 10, 1, 0}, {3, 0, 3, 0, 1}}, {{2, 3, 5, 0, 0}}};
    // Task 0 computes until 10 and sends until 50; 16 bytes arrive at 66. Task 1 computes until 71 and sends until 111;
    // its message arrives at 127.
    CHECK(ends(of, {0, 0}) == std::vector<double>{130, 111});
    CHECK(ends(of, {0, 1000}) == std::vector<double>{1064, 1045});
    CHECK(ends({{}, {}}, {4, 5}) == std::vector<double>{4, 5});
}

TEST_CASE("relay clock: a task takes all messages that have arrived, and waits for the first one only", "[contour]") {
    // Tasks 0 and 1 each send a value to task 2, which passes both on to task 3.
    const segments_of_tasks of{{{1, 11, 0, 1, 0}},
                               {{2, 12, 0, 1, 0}},
                               {{11, 21, 10, 0, 0}, {12, 22, 10, 0, 0}},
                               {{21, 0, 1, 0, 1}, {22, 0, 1, 0, 1}}};
    // Both arrive at 56: one message of 32 bytes to task 3, sent at 76 + 40.
    CHECK(ends(of, {0, 0, 0, 0}) == std::vector<double>{40, 40, 116, 150});
    // One arrives at 56 and the other at 57: two messages, sent at 66 + 40 and at 116 + 40.
    CHECK(ends(of, {0, 1, 0, 0}) == std::vector<double>{40, 41, 156, 173});
}

TEST_CASE("relay clock: it does not depend on the order of the segments", "[contour]") {
    std::mt19937 random(7);
    segments_of_tasks of(4);
    for (std::uint64_t c = 0; c < 60; ++c) {  // contours of five segments
        for (std::uint64_t i = 0; i < 5; ++i)
            of[random() % 4].push_back({10 * c + i, 10 * c + i + 1, random() % 20, i == 0 ? 1u : 0u, i == 4 ? 1u : 0u});
    }
    const auto expected = ends(of, {0, 3, 1, 0});
    for (int turn = 0; turn < 5; ++turn) {
        for (auto& own : of)
            std::ranges::shuffle(own, random);
        CHECK(ends(of, {0, 3, 1, 0}) == expected);
    }
}

TEST_CASE("relay clock: a segment without a value is an error", "[contour]") {
    CHECK_THROWS_AS(ends({{{1, 2, 1, 0, 1}}}, {0}), std::logic_error);
}

}  // namespace relay_clock_test

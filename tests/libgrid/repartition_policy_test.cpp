// Decisions from given times: when a program changes its partition, and to what.
#include "banyan/grid/repartition_policy.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "banyan/part/error.hpp"
#include "banyan/part/methods.hpp"
#include "banyan/part/repartition.hpp"
#include "libgrid/repartition_model.hpp"
#include "tests/libgrid/repartition_samples.hpp"

namespace repartition_policy_test {

using namespace banyan;
using namespace banyan::grid;
using testing::observe_often;
using testing::start_for;

namespace {

/// After three observations of these times, the policy repartitions. The cells of each rank divided by those of rank 0.
std::vector<double> cells_beside_rank_0(repartition_policy& policy, const std::vector<double>& times) {
    CHECK_FALSE(policy.observe(times, 690));
    CHECK_FALSE(policy.observe(times, 680));
    const auto choice = policy.observe(times, 670);
    REQUIRE(choice);
    std::vector<double> quotients;
    for (std::size_t rank = 0; rank < times.size(); ++rank)
        quotients.push_back(static_cast<double>(choice->parts.cells(static_cast<int>(rank))) /
                            static_cast<double>(choice->parts.cells(0)));
    return quotients;
}

}  // namespace

TEST_CASE("no repartition just before the end") {
    repartition_policy policy(start_for("columns", {1, 1, 1, 1}, 300), {.iterations = 300, .confirmations = 0},
                              {.net = {.kind = part::medium::switched}});
    const std::vector<double> even{1e-3, 1e-3, 1e-3, 1e-3}, uneven{1e-3, 2e-3, 1e-3, 1e-3};
    observe_often(policy, even, 300, 150);
    CHECK_FALSE(policy.observe(uneven, 0));
    CHECK_FALSE(policy.observe(uneven, 1));
    CHECK(policy.observe(uneven, 100));
}

TEST_CASE("a change between cell ranges and rectangles is counted for grids of any size") {
    const auto start = start_for("contiguous_point", {1, 1}, 20'000);  // its owner list would be too long
    repartition_policy policy(start, {.iterations = 1000, .way = "columns", .confirmations = 0}, {});
    observe_often(policy, {1, 1}, 1000, 900);
    CHECK_NOTHROW(policy.observe(std::vector{3.0, 1.0}, 890));
}

TEST_CASE("a proposal needs two confirmations, and one observation against it ends it") {
    const auto start = start_for("columns", {1, 1, 1, 1}, 1000);
    const moving_cost cost{.net = {.kind = part::medium::switched}};
    const std::vector<double> even{2.5e-3, 2.5e-3, 2.5e-3, 2.5e-3}, uneven{2.5e-3, 5e-3, 2.5e-3, 2.5e-3};
    const std::vector<double> reverse{2.5e-3, 2.5e-3, 2.5e-3, 5e-3};
    repartition_policy policy(start, {.iterations = 1000}, cost);
    observe_often(policy, even, 1000, 700);
    CHECK_FALSE(policy.observe(uneven, 690));
    CHECK_FALSE(policy.observe(uneven, 680));
    CHECK_FALSE(policy.observe(even, 670));
    CHECK_FALSE(policy.observe(uneven, 660));
    CHECK_FALSE(policy.observe(reverse, 650));  // a proposal of its own
    CHECK_FALSE(policy.observe(reverse, 640));
    const auto choice = policy.observe(reverse, 630);
    REQUIRE(choice);
    CHECK(policy.parts() == choice->parts);
    CHECK(choice->parts.cells(3) < 160'000);
    CHECK(choice->moved_cells == part::moved_cells(start, choice->parts));
    CHECK(choice->gain_s == Approx(5e-3 - static_cast<double>(choice->parts.cells(0)) * 1e-8).margin(2e-4));
}

TEST_CASE("an observation during which the load has appeared does not count for the new partition") {
    const auto cells_after = [](const std::vector<double>& first) {
        repartition_policy policy(start_for("columns", {1, 1, 1, 1}, 1000), {.iterations = 1000},
                                  {.net = {.kind = part::medium::switched}});
        const std::vector<double> loaded{2.5e-3, 5e-3, 2.5e-3, 2.5e-3};
        observe_often(policy, {2.5e-3, 2.5e-3, 2.5e-3, 2.5e-3}, 1000, 700);
        CHECK_FALSE(policy.observe(first, 690));
        CHECK_FALSE(policy.observe(loaded, 680));
        const auto choice = policy.observe(loaded, 670);
        REQUIRE(choice);
        return choice->parts.cells(1);
    };
    // With the mean of all three observations, rank 1 would keep 11'000 cells more.
    const std::int64_t of_half = cells_after({2.5e-3, 3.75e-3, 2.5e-3, 2.5e-3});
    CHECK(std::abs(of_half - cells_after({2.5e-3, 5e-3, 2.5e-3, 2.5e-3})) <= 2000);
}

TEST_CASE("a rank whose times have not changed counts with all its observations, another one with the last ones") {
    repartition_policy policy(start_for("columns", {1, 1, 1, 1}, 2000), {.iterations = 1000, .way = "columns"},
                              {.net = {.kind = part::medium::switched}});
    observe_often(policy, {1e-2, 1e-2, 1e-2, 1e-2}, 1000, 700);
    const std::vector<double> loaded{1e-2, 2e-2, 9.85e-3, 1.1e-2};
    const auto relative = cells_beside_rank_0(policy, loaded);
    CHECK(relative[1] == Approx(0.5).margin(0.004));
    CHECK(relative[2] == Approx(13 / (10 + 3 * 0.985)).margin(0.004));  // 1.015 by the last three observations
    CHECK(relative[3] == Approx(1 / 1.1).margin(0.004));                // 0.977 by all observations
}

TEST_CASE("a rank that waited before the load counts as slower than it seems") {
    repartition_policy policy(start_for("columns", {2, 2, 1, 1}, 2000),
                              {.iterations = 1000, .way = "columns", .least_gain = 0.2},
                              {.net = {.kind = part::medium::switched}});
    // Of 20 ms, rank 2 waits 6 ms and rank 3 waits 10 ms.
    observe_often(policy, {2e-2, 2e-2, 1.4e-2, 1e-2}, 1000, 700);
    const std::vector<double> loaded{2e-2, 4e-2, 1.4e-2, 1e-2};
    const auto relative = cells_beside_rank_0(policy, loaded);
    CHECK(relative[1] == Approx(0.5).margin(0.004));
    // By the measured times it is 0.5 * 20 / 14; if rank 2 needed 20 ms for its cells when it is busy, it would be 0.5.
    CHECK(relative[2] == Approx(0.5 * std::sqrt(20.0 / 14)).margin(0.004));
    CHECK(relative[3] == Approx(0.5 * 20 / 10 / std::sqrt(1.5)).margin(0.006));  // at most 1.5 counts
}

TEST_CASE("ranks that wait do not cause a repartition that gains only at their measured speeds") {
    const auto moves = [](const std::vector<double>& times) {
        repartition_policy policy(start_for("columns", {2, 2, 1, 1}, 2000),
                                  {.iterations = 1000, .way = "columns", .least_gain = 0.1},
                                  {.net = {.kind = part::medium::switched}});
        for (int i = 1; i <= 20; ++i)
            if (policy.observe(times, 1000 - 10 * i)) return true;
        return false;
    };
    // By the measured times, perfect balance takes 17.5 ms. If ranks 2 and 3 are slower when they are busy, 18.8 ms.
    CHECK_FALSE(moves({2e-2, 2e-2, 1.4e-2, 1.4e-2}));
    // Here all other ranks wait for rank 0, which has too many cells.
    CHECK(moves({2e-2, 1.4e-2, 1.4e-2, 1.4e-2}));
}

TEST_CASE("a repartition without the expected gain doubles the least gain") {
    for (const bool gained : {false, true}) {
        repartition_policy policy(start_for("columns", {1, 1}, 1000), {.iterations = 1000, .confirmations = 0},
                                  {.net = {.kind = part::medium::switched}});
        CHECK(policy.least_gain() == 0.02);
        observe_often(policy, {5e-3, 5e-3}, 1000, 600);
        REQUIRE(policy.observe(std::vector<double>{5e-3, 1e-2}, 590));
        (void)policy.observe(gained ? std::vector<double>{6.7e-3, 6.7e-3} : std::vector<double>{1e-2, 5e-3}, 580);
        CHECK(policy.least_gain() == (gained ? 0.02 : 0.04));
    }
}

TEST_CASE("the needed gain follows the variation of the times, not a step") {
    const auto start = start_for("columns", {1, 1, 1}, 300);
    repartition_policy calm(start, {.iterations = 1000, .confirmations = 1000});
    observe_often(calm, {1e-3, 1e-3, 1e-3}, 1000, 500);
    CHECK(calm.needed_gain(1) == Approx(0.02));
    (void)calm.observe(std::vector<double>{1e-3, 5e-3, 1e-3}, 490);
    CHECK(calm.needed_gain(1) >= 0.02);
    for (std::int64_t i = 0; i < 10; ++i)
        (void)calm.observe(std::vector<double>{1e-3, 5e-3, 1e-3}, 480 - i);
    CHECK(calm.needed_gain(1) == Approx(0.02));
    repartition_policy noisy(start, {.iterations = 10'000, .confirmations = 1000});
    std::mt19937_64 random(1);
    std::normal_distribution<double> normal(1e-3, 1e-4);
    for (std::int64_t i = 0; i < 21; ++i)
        (void)noisy.observe(std::vector<double>{normal(random), normal(random), normal(random)}, 9999 - i);
    const double wanted = chance_deviations(3, usual_observations) * 0.1;
    CHECK(noisy.needed_gain(1) > 0.02 + 0.5 * wanted);
    CHECK(noisy.needed_gain(1) < 0.02 + 2 * wanted);
    // A rank that is far from the slowest does not matter.
    repartition_policy idle(start, {.iterations = 10'000, .confirmations = 1000});
    for (std::int64_t i = 0; i < 21; ++i)
        (void)idle.observe(std::vector<double>{1, normal(random) * 100, 1}, 9999 - i);
    CHECK(idle.needed_gain(1) < 0.02 + 0.5 * wanted);
    CHECK(noisy.needed_gain(4) - 0.02 >= (noisy.needed_gain(1) - 0.02) / 2 * (1 - 1e-9));
    CHECK(noisy.needed_gain(4) < noisy.needed_gain(1));
}

TEST_CASE("the trimmed mean has no outliers") {
    CHECK(trimmed_mean({}) == 0);
    CHECK(trimmed_mean(std::vector<double>{3}) == 3);
    CHECK(trimmed_mean(std::vector<double>{3, 5}) == 4);
    CHECK(trimmed_mean(std::vector<double>{5, 100, 4}) == 5);
    CHECK(trimmed_mean(std::vector<double>{1, 2, 3, 4, 5, 6, 1000, 8}) == 4.5);
}

TEST_CASE("moves that take longer than expected are expected to take longer") {
    const auto start = start_for("columns", {1, 1, 1}, 900);
    repartition_policy policy(start, {.iterations = 10'000, .confirmations = 0},
                              {.net = {.kind = part::medium::switched}});
    const auto target = start_for("columns", {1, 1, 2}, 900);
    const double before = policy.expected_move_s(target);
    policy.moved(1);  // no move has been chosen: ignored
    CHECK(policy.expected_move_s(target) == before);
    observe_often(policy, {2e-3, 2e-3, 2e-3}, 10'000, 5000);
    const auto choice = policy.observe(std::vector<double>{2e-3, 4e-3, 2e-3}, 4999);
    REQUIRE(choice);
    const double there = policy.expected_move_s(start);
    policy.moved(7 * choice->move_s);
    CHECK(policy.expected_move_s(start) == Approx(7 * there));
    policy.moved(std::nan(""));
    CHECK(policy.expected_move_s(start) == Approx(7 * there));
}

TEST_CASE("ranks without cells, times of zero and ranks in any number") {
    const auto rows = part::partition::from_rectangles({4, 4}, 3, {{0, 0, 0, 2, 4}, {2, 2, 0, 2, 4}});
    repartition_policy policy(rows, {.iterations = 1'000'000, .way = "columns", .confirmations = 0},
                              {.net = {.latency_s = 0, .time_per_byte_s = 0, .kind = part::medium::switched}});
    for (int i = 0; i < 10; ++i) {
        CHECK_FALSE(policy.observe(std::vector<double>{0, 0, 1e-3}, 1000));
        CHECK_FALSE(policy.observe(std::vector<double>{1e-3, 0, std::nan("")}, 1000));
    }
    std::optional<repartition_choice> choice;
    for (int i = 0; i < 8; ++i)
        choice = policy.observe(std::vector<double>{1e-3, 0, 1e-3}, 1000);
    REQUIRE(choice);  // a method gives the idle rank cells
    CHECK(choice->parts.dropped().empty());
    repartition_policy one(part::make_partition("columns", {8, 8}, part::speeds{1}), {.iterations = 100});
    CHECK_FALSE(one.observe(std::vector<double>{1}, 50));
}

TEST_CASE("a grid with fewer cells than ranks keeps its partition") {
    const auto cells = part::partition::from_rectangles({1, 2}, 3, {{0, 0, 0, 1, 1}, {1, 0, 1, 1, 1}});
    repartition_policy policy(cells, {.iterations = 1'000'000, .confirmations = 0},
                              {.net = {.latency_s = 0, .time_per_byte_s = 0, .kind = part::medium::switched}});
    for (int i = 0; i < 20; ++i)
        CHECK_FALSE(policy.observe(std::vector<double>{1e-3, 5e-3, 0}, 900'000 - i));
}

TEST_CASE("wrong settings are named in one line") {
    const auto start = start_for("columns", {1, 2}, 20);
    const auto message = [&](const repartition_settings& settings) -> std::string {
        try {
            repartition_policy policy(start, settings);
            return "";
        } catch (const part::error& e) {
            return e.what();
        }
    };
    CHECK(message({.iterations = -1}) == "iterations: -1, allowed: whole numbers from 0");
    CHECK(message({.every = -3}) == "every: -3, allowed: whole numbers from 0 (0: chosen)");
    CHECK(message({.least_gain = 1}) == "least_gain: 1.000000, allowed: numbers from 0, below 1");
    CHECK(message({.confirmations = -1}) == "confirmations: -1, allowed: whole numbers from 0");
    CHECK(message({.safety = 0.5}) == "safety: 0.500000, allowed: numbers from 1");
    CHECK(message({.way = "guess"})
              .starts_with("way to repartition: unknown name 'guess', allowed: auto, incremental, ripple, interleaved, "
                           "contiguous_row, "));
    repartition_policy policy(start, {});
    CHECK_THROWS_WITH(policy.observe(std::vector<double>{1}, 3),
                      "times: 1 given for the 2 processors of the partition");
    CHECK_THROWS_WITH(policy.observe(std::vector<double>{1, 1}, -3),
                      "iterations left: -3, allowed: whole numbers from 0");
}

}  // namespace repartition_policy_test

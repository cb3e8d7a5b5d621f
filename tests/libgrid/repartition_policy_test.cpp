// Decisions from simulated times: how much of the gain of an oracle is reached, and that nothing is lost otherwise.
#include "banyan/grid/repartition_policy.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <set>
#include <string>

#include "banyan/grid/redistribution.hpp"
#include "banyan/part/communication.hpp"
#include "banyan/part/error.hpp"
#include "banyan/part/methods.hpp"
#include "banyan/part/repartition.hpp"
#include "libgrid/busiest_mover.hpp"
#include "libgrid/repartition_candidates.hpp"
#include "libgrid/repartition_model.hpp"
#include "tests/common/long_form.hpp"
#include "tests/libgrid/sample_partitions.hpp"
#include "tests/libgrid/simulated_run.hpp"

namespace repartition_policy_test {

using namespace banyan;
using namespace banyan::grid;
using testing::run_simulated;
using testing::simulated_program;

namespace {

constexpr double usual_cell_s = 1e-8;

part::partition start_for(const char* method, const std::vector<double>& values, std::int64_t side) {
    return part::make_partition(method, {side, side}, part::speeds(values));
}

/// Shares that are no whole rows: cell ranges of whole rows send fewer messages.
std::vector<double> speeds_for(int p) {
    std::vector<double> values;
    for (int i = 0; i < p; ++i)
        values.push_back(1 + (3 * i + 1) % 4 + 0.13 * i);
    return values;
}

/// Another program takes `load` times the time from a third of the run on, on one rank.
testing::cell_time loaded(const std::vector<double>& values, std::int64_t iterations, int rank, double load) {
    return [=](int r, std::int64_t i) {
        const double seconds = usual_cell_s / values[static_cast<std::size_t>(r)];
        return r == rank && 3 * i >= iterations ? seconds * load : seconds;
    };
}

/// Observations of equal times, so that the policy knows that they do not vary.
void observe_often(repartition_policy& policy, const std::vector<double>& times, std::int64_t from, std::int64_t to) {
    for (int i = 0; i < 10; ++i)
        REQUIRE_FALSE(policy.observe(times, from - (from - to) * i / 9));
}

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

/// The seconds of a run that knows the load: it changes at once, to the best of several partitions for the true
/// speeds, and pays the move.
double oracle_seconds(const simulated_program& program, const moving_cost& cost, double without) {
    const auto third = (program.iterations + 2) / 3;
    std::vector<double> after;
    for (int r = 0; r < program.start.processors(); ++r)
        after.push_back(1 / program.cell_s(r, third));
    const part::speeds now(after);
    const repartition_policy model(program.start, {}, cost);
    double best = without;
    std::vector<part::partition> candidates;
    for (double weight : {0.0, 0.001, 0.01, 0.1})
        candidates.push_back(part::repartition("incremental", program.start, now, {.moving_weight = weight}));
    if (program.start.is_rectangular())
        for (const char* method : {"columns", "hybrid"})
            candidates.push_back(part::make_partition(method, program.start.domain(), now));
    for (const part::partition& candidate : candidates) {
        double seconds = model.expected_move_s(candidate) * program.move_factor;
        const double before_s = testing::exchange_seconds(program.start, cost);
        const double after_s = testing::exchange_seconds(candidate, cost);
        std::mt19937_64 random(program.seed);
        for (std::int64_t i = 0; i < program.iterations; ++i) {
            const part::partition& parts = i < third ? program.start : candidate;
            double slowest = 0;
            for (int r = 0; r < parts.processors(); ++r)
                slowest = std::max(slowest, static_cast<double>(parts.cells(r)) * program.cell_s(r, i) *
                                                testing::noise_factor(random, program));
            seconds += slowest + (i < third ? before_s : after_s);
        }
        best = std::min(best, seconds);
    }
    return best;
}

}  // namespace

TEST_CASE("a load that appears at a third of the run: at least 80 % of the gain of an oracle") {
    for (const char* method : {"columns", "contiguous_row", "hybrid", "contiguous_point"})
        for (int p : {2, 4, 9})
            for (std::int64_t iterations : {150, 600})
                for (double load : {1.5, 2.0, 4.0}) {
                    const auto values = speeds_for(p);
                    const int rank = (p + 1) / 2;
                    simulated_program program{.start = start_for(method, values, 1000),
                                              .iterations = iterations,
                                              .cell_s = loaded(values, iterations, rank, load),
                                              .noise = 0.05};
                    program.seed = static_cast<std::uint64_t>(100 * p) + static_cast<std::uint64_t>(iterations);
                    const moving_cost cost{.net = {.kind = part::medium::switched}};
                    const repartition_settings settings{.iterations = iterations};
                    const double without = run_simulated(program, settings, cost, false).seconds;
                    const auto with = run_simulated(program, settings, cost, true);
                    const double oracle = oracle_seconds(program, cost, without);
                    INFO(method << ", p " << p << ", " << iterations << " iterations, load " << load << ": without "
                                << without << " s, with " << with.seconds << " s, oracle " << oracle << " s, "
                                << with.repartitions << " repartitions");
                    CHECK(without - with.seconds >= 0.8 * (without - oracle));
                    CHECK(with.repartitions <= 3);
                }
}

TEST_CASE("if nothing changes, a run is never more than 3 % slower than without repartitions") {
    const std::uint64_t seeds = testing::full_form() ? 20 : testing::shortened() ? 1 : 3;
    for (const char* method : {"columns", "contiguous_row", "hybrid", "contiguous_point"})
        for (int p : {2, 5, 16})
            for (double noise : {0.0, 0.05, 0.2})
                for (double spikes : {0.0, 0.02})
                    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
                        const auto values = speeds_for(p);
                        const simulated_program program{.start = start_for(method, values, 500),
                                                        .iterations = 500,
                                                        .cell_s = loaded(values, 500, 0, 1),
                                                        .noise = noise,
                                                        .spikes = spikes,
                                                        .move_factor = 10,
                                                        .seed = seed};
                        const moving_cost cost{.net = {.kind = part::medium::switched}};
                        const repartition_settings settings{.iterations = 500};
                        const double without = run_simulated(program, settings, cost, false).seconds;
                        const auto with = run_simulated(program, settings, cost, true);
                        INFO(method << ", p " << p << ", noise " << noise << ", spikes " << spikes << ", seed " << seed
                                    << ": " << with.repartitions << " repartitions");
                        CHECK(with.seconds <= 1.03 * without);
                        if (noise == 0 && spikes == 0) CHECK(with.repartitions == 0);
                    }
}

TEST_CASE("when the load ends, the cells return") {
    const std::vector<double> values{1, 1, 1, 1};
    const testing::cell_time twice = [](int rank, std::int64_t i) {
        return rank == 2 && i >= 200 && i < 400 ? 2 * usual_cell_s : usual_cell_s;
    };
    const simulated_program program{
        .start = start_for("columns", values, 1000), .iterations = 600, .cell_s = twice, .noise = 0.03};
    const auto with = run_simulated(program, {.iterations = 600}, {.net = {.kind = part::medium::switched}}, true);
    CHECK(with.repartitions >= 2);
    CHECK(with.repartitions <= 4);
    CHECK(static_cast<double>(with.last.cells(2)) > 0.95 * 250'000);
}

TEST_CASE("if speeds fall with the number of cells, repartitions do not go back and forth") {
    for (double exponent : {0.3, 0.7, 1.0})
        for (int p : {2, 4, 7}) {
            std::vector<double> first(static_cast<std::size_t>(p), 1);
            first[0] = 4;
            simulated_program program{.start = start_for("contiguous_row", first, 1000),
                                      .iterations = 1000,
                                      .cell_s = loaded(std::vector<double>(first.size(), 1), 1000, 0, 1),
                                      .noise = 0.05};
            program.size_exponent = exponent;
            const moving_cost cost{.net = {.kind = part::medium::switched}};
            const double without = run_simulated(program, {.iterations = 1000}, cost, false).seconds;
            const auto with = run_simulated(program, {.iterations = 1000}, cost, true);
            program.start = start_for("contiguous_row", std::vector<double>(first.size(), 1), 1000);
            const double balanced = run_simulated(program, {.iterations = 1000}, cost, false).seconds;
            INFO("exponent " << exponent << ", p " << p << ": without " << without << " s, with " << with.seconds
                             << " s, balanced " << balanced << " s, " << with.repartitions << " repartitions");
            CHECK(without - with.seconds >= 0.7 * (without - balanced));
            CHECK(with.repartitions <= 8);
        }
}

TEST_CASE("a load that comes in bursts of any length costs at most 3 %") {
    const std::vector<double> values{1, 1.2, 1.4, 1};
    for (std::int64_t length : {1, 3, 8, 20, 40, 80, 150})
        for (double move_factor : {0.5, 5.0, 50.0}) {
            const testing::cell_time bursts = [length](int rank, std::int64_t i) {
                return (rank == 2 && i / length % 2 == 1 ? 2 : 1) * usual_cell_s;
            };
            const simulated_program program{.start = start_for("columns", values, 1000),
                                            .iterations = 1200,
                                            .cell_s = bursts,
                                            .noise = 0.03,
                                            .move_factor = move_factor};
            const moving_cost cost{.net = {.kind = part::medium::switched}};
            const double without = run_simulated(program, {.iterations = 1200}, cost, false).seconds;
            const auto with = run_simulated(program, {.iterations = 1200}, cost, true);
            INFO("bursts of " << length << " iterations, moves take " << move_factor << " times the estimate: without "
                              << without << " s, with " << with.seconds << " s, " << with.repartitions
                              << " repartitions");
            CHECK(with.seconds <= 1.03 * without);
        }
}

TEST_CASE("no repartition if moving costs more than it saves, and just before the end") {
    const std::vector<double> values{1, 1, 1, 1};
    const simulated_program program{
        .start = start_for("columns", values, 300), .iterations = 300, .cell_s = loaded(values, 300, 1, 2)};
    const moving_cost slow{.net = {.time_per_byte_s = 1e-3, .kind = part::medium::switched}};
    CHECK(run_simulated(program, {.iterations = 300}, slow, true).repartitions == 0);
    repartition_policy policy(program.start, {.iterations = 300, .confirmations = 0},
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

TEST_CASE("every way and method works for every partition that it can change") {
    for (const char* method : {"columns", "contiguous_point", "scatter_row", "general_quadrilateral"})
        for (const char* way : {"auto", "incremental", "ripple", "interleaved", "row", "best", "scatter"}) {
            const auto start = start_for(method, {1, 1, 1, 1}, 64);
            INFO(method << ", " << way);
            std::optional<repartition_choice> choice;
            try {
                repartition_policy policy(start, {.iterations = 100'000, .way = way, .confirmations = 0},
                                          {.net = {.latency_s = 1e-6, .kind = part::medium::switched}});
                observe_often(policy, {1e-3, 1e-3, 1e-3, 1e-3}, 100'000, 50'000);
                choice = policy.observe(std::vector<double>{1e-3, 4e-3, 1e-3, 1e-3}, 49'000);
            } catch (const part::error&) {
                CHECK((way == std::string("ripple") || way == std::string("interleaved")));
                CHECK(start.kind() == part::layout::cells);
                continue;
            }
            REQUIRE(choice);
            CHECK(choice->parts.cells(1) < start.cells(1));
        }
}

TEST_CASE("auto tries every way, and for rectangles methods: columns, hybrid and best, the last two for few ranks") {
    const auto names = [](const char* method, int p) {
        const auto parts = start_for(method, std::vector<double>(static_cast<std::size_t>(p), 1), 100);
        const part::speeds now(speeds_for(p));
        std::set<std::string> found;
        for (const repartition_candidate& c : repartition_candidates("auto", parts, now, 0.002, {}))
            found.insert(c.way);
        if (const auto searched = searched_candidate("auto", parts, now, {})) found.insert(searched->way);
        return found;
    };
    std::set<std::string> expected{"incremental", "ripple", "interleaved"};
    CHECK(names("contiguous_point", 4) == expected);
    expected.insert("columns");
    CHECK(names("columns", 65) == expected);
    expected.insert("hybrid");
    CHECK(names("columns", 17) == expected);
    expected.insert("best");
    CHECK(names("columns", 16) == expected);
}

TEST_CASE("auto takes a partition that only the method best finds") {
    // Four rectangles of 2 x 3 cells surround one cell. No straight cut divides 25 cells into such parts, because 5,
    // 10, 15 and 20 are no sums of them.
    const auto start = start_for("contiguous_row", {1, 1, 1, 1, 1}, 5);
    repartition_policy policy(
        start, {.iterations = 100'000, .confirmations = 0},
        {.net = {.latency_s = 1e-12, .time_per_byte_s = 1e-15, .kind = part::medium::switched}, .copy_s_per_byte = 0});
    observe_often(policy, {1e-3, 1e-3, 1e-3, 1e-3, 1e-3}, 100'000, 50'000);
    const double fast_s = 5e-3 / 6;
    const auto choice = policy.observe(std::vector<double>{fast_s, fast_s, fast_s, fast_s, 5e-3}, 49'000);
    REQUIRE(choice);
    CHECK(choice->way == "best");
    for (int rank = 0; rank < 4; ++rank)
        CHECK(choice->parts.cells(rank) == 6);
    CHECK(choice->parts.cells(4) == 1);
}

TEST_CASE("methods know the network of the run: strips if messages are expensive, fewer items if bytes are") {
    const std::vector<double> nine(9, 1), even(9, 7e-3);
    std::vector<double> uneven = even;
    uneven[4] *= 3;
    const auto messages_on = [&](const part::network& net) {
        repartition_policy policy(start_for("columns", nine, 256),
                                  {.iterations = 100'000, .way = "best", .confirmations = 0}, {.net = net});
        observe_often(policy, even, 100'000, 50'000);
        const auto choice = policy.observe(uneven, 49'000);
        REQUIRE(choice);
        return part::exact_communication(choice->parts, part::stencil::named("5"));
    };
    const auto strips = part::exact_communication(start_for("contiguous_row", nine, 256), part::stencil::named("5"));
    CHECK(messages_on({.latency_s = 1e-2, .time_per_byte_s = 1e-12, .kind = part::medium::switched}).messages() ==
          strips.messages());
    CHECK(messages_on({.latency_s = 1e-9, .time_per_byte_s = 1e-5, .kind = part::medium::switched}).items() <
          strips.items());
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

TEST_CASE("the busiest processor of a move is that of the messages") {
    const part::grid domain(23, 31);
    const auto all = testing::all_for(domain, 5);
    for (const auto& from : all)
        for (const auto& to : all) {
            std::int64_t items = 0, messages = 0;
            for (int i = 0; i < 5; ++i) {
                const redistribution change(from.parts, to.parts, i);
                std::int64_t out = 0, in = 0;
                for (const cell_transfer& t : change.sends())
                    out += t.items;
                for (const cell_transfer& t : change.receives())
                    in += t.items;
                items = std::max({items, out, in});
                messages = std::max(messages, std::ssize(change.sends()) + std::ssize(change.receives()));
            }
            const busiest_mover most = busiest_in_move(from.parts, to.parts);
            INFO(from.name << " to " << to.name);
            CHECK(most.items == items);
            CHECK(most.messages == messages);
        }
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

// Decisions in simulated runs: how much of the gain of an oracle is reached, and that nothing is lost otherwise.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <random>
#include <vector>

#include "banyan/part/methods.hpp"
#include "banyan/part/repartition.hpp"
#include "tests/common/long_form.hpp"
#include "tests/libgrid/repartition_samples.hpp"
#include "tests/libgrid/simulated_run.hpp"

namespace repartition_gain_test {

using namespace banyan;
using namespace banyan::grid;
using testing::run_simulated;
using testing::simulated_program;
using testing::speeds_for;
using testing::start_for;

namespace {

constexpr double usual_cell_s = 1e-8;

/// Another program takes `load` times the time from a third of the run on, on one rank.
testing::cell_time loaded(const std::vector<double>& values, std::int64_t iterations, int rank, double load) {
    return [=](int r, std::int64_t i) {
        const double seconds = usual_cell_s / values[static_cast<std::size_t>(r)];
        return r == rank && 3 * i >= iterations ? seconds * load : seconds;
    };
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

TEST_CASE("no repartition if moving costs more than it saves") {
    const std::vector<double> values{1, 1, 1, 1};
    const simulated_program program{
        .start = start_for("columns", values, 300), .iterations = 300, .cell_s = loaded(values, 300, 1, 2)};
    const moving_cost slow{.net = {.time_per_byte_s = 1e-3, .kind = part::medium::switched}};
    CHECK(run_simulated(program, {.iterations = 300}, slow, true).repartitions == 0);
}

}  // namespace repartition_gain_test

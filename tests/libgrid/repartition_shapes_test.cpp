// Decisions for loads of other shapes, speeds and seeds than those that the constants of the policy were chosen with:
// how much of the gain of a program that knows everything is reached, and that little is lost otherwise.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <random>
#include <string>

#include "banyan/part/methods.hpp"
#include "libgrid/repartition_model.hpp"
#include "tests/common/long_form.hpp"
#include "tests/libgrid/simulated_run.hpp"

namespace repartition_shapes_test {

using namespace banyan;
using namespace banyan::grid;
using testing::cell_time;
using testing::simulated_program;

namespace {

constexpr double usual_cell_s = 1e-7;  // a run takes about ten seconds, as runs that are worth a repartition
constexpr std::int64_t iterations = 400;
const moving_cost cost{.net = {.kind = part::medium::switched}};

/// The factor by which another program slows a rank; `at` goes from 0 to 1 over the run.
using load = std::function<double(int rank, double at)>;

std::vector<double> random_speeds(std::mt19937_64& random, int p) {
    std::vector<double> values;
    for (int i = 0; i < p; ++i)
        values.push_back(1 + 7 * static_cast<double>(random() >> 11) * 0x1.0p-53);
    return values;
}

simulated_program program_with(const load& loaded, const char* method, int p, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    const std::vector<double> values = random_speeds(random, p);
    return {.start = part::make_partition(method, {1000, 1000}, part::speeds(values)),
            .iterations = iterations,
            .cell_s =
                [values, loaded](int rank, std::int64_t i) {
                    return usual_cell_s / values[static_cast<std::size_t>(rank)] *
                           loaded(rank, static_cast<double>(i) / iterations);
                },
            .noise = 0.05,
            .seed = random()};
}

struct run_times {
    double without, with, ideal;
    int repartitions;

    [[nodiscard]] double part_of_gain() const { return (without - with) / (without - ideal); }
};

run_times times_of(const simulated_program& program) {
    const repartition_settings settings{.iterations = program.iterations};
    const auto with = testing::run_simulated(program, settings, cost, true);
    return {testing::run_simulated(program, settings, cost, false).seconds, with.seconds,
            testing::ideal_seconds(program, cost), with.repartitions};
}

/// The last of some seeds.
std::uint64_t last_seed(std::uint64_t first) {
    return first + (testing::full_form() ? 19U : testing::shortened() ? 0U : 2U);
}

/// Checks all partitions, numbers of ranks and a few seeds: the least part of the ideal gain, and the mean.
void check_gain(const std::string& name, const load& loaded, double least, double mean) {
    double sum = 0;
    int runs = 0;
    for (const char* method : {"columns", "contiguous_row", "contiguous_point"})
        for (int p : {3, 6, 12})
            for (std::uint64_t seed = 7001; seed <= last_seed(7001); ++seed) {
                const run_times times = times_of(program_with(loaded, method, p, seed + static_cast<std::uint64_t>(p)));
                INFO(name << ", " << method << ", p " << p << ", seed " << seed << ": without " << times.without
                          << " s, with " << times.with << " s, ideal " << times.ideal << " s, " << times.repartitions
                          << " repartitions");
                CHECK(times.part_of_gain() >= least);
                sum += times.part_of_gain();
                ++runs;
            }
    INFO(name << ": mean part of the gain " << sum / runs);
    if (!testing::shortened()) CHECK(sum / runs >= mean);
}

/// A step from `begin` to `end` on one rank.
load step(int loaded_rank, double factor, double begin, double end = 2) {
    return [=](int rank, double at) { return rank == loaded_rank && at >= begin && at < end ? factor : 1; };
}

}  // namespace

TEST_CASE("steps of other sizes and times, on fast and slow ranks: at least 80 % of the ideal gain") {
    for (double begin : {0.2, 0.5})
        for (double factor : {1.5, 2.2, 3.0})
            for (int rank : {0, 2})
                check_gain("step of " + std::to_string(factor) + " at " + std::to_string(begin) + " on rank " +
                               std::to_string(rank),
                           step(rank, factor, begin), 0.8, 0.85);
}

TEST_CASE("loads on two hosts that come one after the other: at least 80 % of the ideal gain") {
    const load first = step(0, 2, 0.25), second = step(2, 2.5, 0.55);
    check_gain(
        "two hosts", [&](int rank, double at) { return first(rank, at) * second(rank, at); }, 0.8, 0.85);
}

TEST_CASE("a load that leaves again: most of the ideal gain") {
    check_gain("from 0.3 to 0.65", step(1, 2.5, 0.3, 0.65), 0.6, 0.7);
}

TEST_CASE("a load that grows slowly: most of the ideal gain") {
    check_gain(
        "ramp", [](int rank, double at) { return rank == 1 ? 1 + 2 * std::clamp((at - 0.3) / 0.4, 0.0, 1.0) : 1; }, 0.6,
        0.7);
}

TEST_CASE("bursts of other lengths, and speeds that change slowly by chance, cost at most 3 %") {
    for (const char* method : {"columns", "contiguous_point"})
        for (int p : testing::sampled(0, std::vector{3, 6, 12})) {
            for (int bursts : {2, 3, 7, 12, 25, 80}) {
                const load bursting = [bursts](int rank, double at) {
                    return rank == 1 && static_cast<int>(at * 2 * bursts) % 2 == 1 ? 2.5 : 1;
                };
                for (double move_factor : {1.0, 20.0}) {
                    auto program = program_with(bursting, method, p, 8100);
                    program.move_factor = move_factor;
                    const run_times times = times_of(program);
                    INFO(method << ", p " << p << ", " << bursts << " bursts, moves take " << move_factor
                                << " times the estimate, " << times.repartitions << " repartitions");
                    CHECK(times.with <= 1.03 * times.without);
                }
            }
            for (std::uint64_t seed = 8201; seed <= last_seed(8201); ++seed) {
                // Each rank's time wanders: the logarithm follows itself with a correlation of 0.95.
                std::mt19937_64 random(seed);
                std::normal_distribution<double> normal(0, 0.03);
                std::vector<std::vector<double>> wandering(static_cast<std::size_t>(p));
                for (auto& of_rank : wandering)
                    for (double state = 0; std::ssize(of_rank) < iterations; of_rank.push_back(std::exp(state)))
                        state = 0.95 * state + normal(random);
                auto program = program_with(
                    [&](int rank, double at) {
                        return wandering[static_cast<std::size_t>(rank)][static_cast<std::size_t>(at * iterations)];
                    },
                    method, p, seed);
                program.spikes = 0.01;
                const run_times times = times_of(program);
                INFO(method << ", p " << p << ", wandering, seed " << seed << ", " << times.repartitions
                            << " repartitions");
                CHECK(times.with <= 1.03 * times.without);
            }
        }
}

TEST_CASE("if nothing changes, false repartitions are as rare as the model says") {
    int with_repartitions = 0, runs = 0;
    for (int p : {2, 4, 8, 16})
        for (std::uint64_t seed = 9001; seed <= (testing::full_form() ? 9200U : 9025U); ++seed) {
            auto program = program_with([](int, double) { return 1; }, "columns", p, seed);
            program.noise = 0.15;
            const run_times times = times_of(program);
            with_repartitions += times.repartitions > 0;
            ++runs;
            INFO("p " << p << ", seed " << seed << ", " << times.repartitions << " repartitions");
            CHECK(times.with <= 1.03 * times.without);
        }
    INFO(with_repartitions << " of " << runs << " runs had repartitions");
    CHECK(with_repartitions <= runs / 10);
}

TEST_CASE("the deviation of means: independent values, values that wander, and a step") {
    std::mt19937_64 random(7);
    std::normal_distribution<double> normal(0, 0.1);
    std::vector<double> independent, wandering, calm(20, 1);
    for (double state = 0; independent.size() < 2000; wandering.push_back(std::exp(state))) {
        independent.push_back(1 + normal(random));
        state = 0.9 * state + 0.1 * normal(random);
    }
    CHECK(deviation_of_mean(independent, 1) == Approx(0.1).epsilon(0.1));
    CHECK(deviation_of_mean(independent, 4) == Approx(0.05).epsilon(0.1));
    CHECK(deviation_of_mean(wandering, 4) > 1.5 * deviation_of_mean(wandering, 1) / 2);
    std::fill(calm.begin() + 17, calm.end(), 3);  // a load has appeared
    CHECK(deviation_of_mean(calm, 3) < 0.01);
    CHECK(deviation_of_mean(std::vector<double>{1}, 3) == 0);
}

TEST_CASE("a load that appears among times that vary does not raise the deviation of means") {
    constexpr int runs = 100, observations = 21;
    for (int first_loaded : {6, 10, 14}) {
        std::mt19937_64 random(11);
        std::normal_distribution<double> normal(1, 0.05);
        double without = 0, with = 0;
        for (int i = 0; i < runs; ++i) {
            std::vector<double> times;
            while (std::ssize(times) < observations)
                times.push_back(normal(random));
            without += deviation_of_mean(times, 3) / runs;
            for (auto at = static_cast<std::size_t>(first_loaded); at < times.size(); ++at)
                times[at] *= 2;
            with += deviation_of_mean(times, 3) / runs;
        }
        INFO("load from observation " << first_loaded << ": " << with << ", without it " << without);
        CHECK(with < 1.2 * without);  // 1.4 if means before and after its appearance are compared
    }
}

TEST_CASE("the numbers of the model: the normal tail, and how long a load lasts") {
    CHECK(chance_deviations(1, 1) == Approx(1.6449).epsilon(1e-4));
    CHECK(chance_deviations(1, 2) == Approx(1.9600).epsilon(1e-4));
    CHECK(chance_deviations(5, 10) == Approx(3.0902).epsilon(1e-4));
    CHECK(chance_deviations(16, 100) > chance_deviations(4, 100));
    // The expectation is the sum of the probabilities of lasting longer.
    for (int changes : {0, 1, 2, 7}) {
        double sum = 0;
        for (int s = 0; s < 3000; ++s)
            sum += std::pow(70.0 / (70.0 + s + 0.5), 1 + changes);
        const auto [lasts, ends] = outlook_of(70, 3000, changes);
        CHECK(lasts == Approx(sum).epsilon(0.001));
        CHECK(ends == Approx(1 - std::pow(70.0 / 3070, 1 + changes)));
    }
    CHECK(outlook_of(100, 0, 0).iterations == 0);
    CHECK(outlook_of(0, 100, 3).iterations == 0);
    CHECK(outlook_of(1'000'000, 10, 0).iterations <= 10);
}

}  // namespace repartition_shapes_test

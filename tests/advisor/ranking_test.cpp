#include "advisor/ranking.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <stdexcept>

namespace ranking_test {

using namespace banyan::advisor;

namespace {

std::vector<double> noisy(double value, double noise, std::mt19937_64& random, int count = 15) {
    std::normal_distribution<double> relative(0.0, noise);
    std::vector<double> out;
    for (int i = 0; i < count; ++i) {
        out.push_back(value * std::exp(relative(random)));
    }
    return out;
}

std::vector<exchange_samples> network(const exchange_model& truth, double noise, std::mt19937_64& random) {
    std::vector<exchange_samples> out;
    for (double bytes = 8; bytes < 1e5; bytes *= 8) {
        for (const exchange_load load : {exchange_load{1, 1, bytes, bytes}, exchange_load{1, 4, bytes, 4 * bytes},
                                         exchange_load{2, 8, 2 * bytes, 8 * bytes}}) {
            out.push_back({load, noisy(truth.seconds(load), noise, random)});
        }
    }
    return out;
}

const exchange_model ethernet{0, 1e-3, 0, 0, 1e-6};

// A 64 x 64 grid on 4 equal processors, 5-point, doubles: rows send 2 messages of 512 bytes, blocks 4 of 256.
candidate rows(double compute, double noise, std::mt19937_64& random) {
    return {"row", std::vector<std::vector<double>>(4, noisy(compute, noise, random)), {2, 8, 1024, 4096}, {}};
}
candidate blocks(double compute, double noise, std::mt19937_64& random) {
    return {"block", std::vector<std::vector<double>>(4, noisy(compute, noise, random)), {4, 16, 1024, 4096}, {}};
}

}  // namespace

TEST_CASE("the prediction is the slowest processor's computation plus the exchange") {
    std::mt19937_64 random(1);
    auto row = rows(1e-3, 0, random);
    row.compute_s[2] = {5e-3, 4e-3, 90e-3};  // median 5 ms
    const std::vector<candidate> both{row, blocks(1e-3, 0, random)};
    const auto result = rank_methods(both, network(ethernet, 0, random));
    CHECK(result.of("row").compute_s == Approx(5e-3));
    CHECK(result.of("row").communication_s == Approx(2e-3 + 4096e-6).epsilon(1e-3));
    CHECK(result.of("block").predicted_s == Approx(1e-3 + 4e-3 + 4096e-6).epsilon(1e-3));
    CHECK(result.methods.front().relative == 1.0);
}

TEST_CASE("the ranking is not a tie if the difference is above the noise") {
    std::mt19937_64 random(2);
    const std::vector<candidate> both{blocks(1e-3, 0.05, random), rows(1e-3, 0.05, random)};
    const auto result = rank_methods(both, network(ethernet, 0.05, random));
    CHECK(result.methods.front().method == "row");
    CHECK(result.of("row").p_best > 0.95);
    CHECK(result.of("row").p_best + result.of("block").p_best == Approx(1));
    CHECK_FALSE(result.is_tie());
    CHECK(result.of("block").relative == Approx((1e-3 + 4e-3 + 4.096e-3) / (1e-3 + 2e-3 + 4.096e-3)).epsilon(0.05));
}

TEST_CASE("two equal methods are a tie") {
    std::mt19937_64 random(3);
    auto twin = rows(1e-3, 0.1, random);
    twin.method = "column";
    const std::vector<candidate> both{rows(1e-3, 0.1, random), twin};
    const auto result = rank_methods(both, network(ethernet, 0.1, random));
    CHECK(result.is_tie());
    CHECK(result.methods[0].p_as_fast == Approx(1));
    CHECK(result.within_noise() == std::vector{result.methods[1].method});
}

TEST_CASE("methods with the same partition have the same time in every draw and win together") {
    std::mt19937_64 random(5);
    const auto first = rows(1e-3, 0.1, random);
    auto twin = first;
    twin.method = "column";
    twin.same_as = 0;
    const std::vector<candidate> all{first, twin, {"slow", {noisy(20e-3, 0.1, random)}, {}, {}}};
    const auto result = rank_methods(all, network(ethernet, 0.1, random));
    CHECK_FALSE(result.is_tie());
    CHECK(result.of("row").p_best == Approx(1));
    CHECK(result.of("column").p_best == Approx(1));
    CHECK(result.of("row").interval_s.hi == result.of("column").interval_s.hi);
    CHECK(result.of("slow").p_best == 0);
    const std::vector<candidate> wrong{twin, all[0]};
    CHECK_THROWS_AS(rank_methods(wrong, network(ethernet, 0, random)), std::invalid_argument);
}

TEST_CASE("methods within noise are those that may be as fast as the first one") {
    std::mt19937_64 random(6);
    const std::vector<candidate> all{{"slow", {noisy(2e-3, 0.05, random)}, {}, {}},
                                     {"a", {noisy(1e-3, 0.05, random)}, {}, {}},
                                     {"b", {noisy(1.001e-3, 0.05, random)}, {}, {}}};
    const auto result = rank_methods(all, {});
    CHECK(result.is_tie());
    CHECK(result.methods.back().method == "slow");
    CHECK(result.of("slow").p_as_fast == 0);
    CHECK(result.within_noise() == std::vector{result.methods[1].method});
    const auto certain = rank_methods(std::vector{all[0], all[1]}, {});
    CHECK_FALSE(certain.is_tie());
    CHECK(certain.within_noise().empty());
}

TEST_CASE("the printed interval contains the true time in 93 of 100 seeded measurements") {
    int inside = 0;
    for (unsigned seed = 1; seed <= 100; ++seed) {
        std::mt19937_64 random(seed);
        candidate row{"row", {noisy(8e-3, 0.1, random, 31)}, {2, 8, 1024, 4096}, {}};
        const std::vector<candidate> one{row};
        const auto result = rank_methods(one, network(ethernet, 0.1, random), {200, seed});
        inside += result.of("row").interval_s.contains(8e-3 + 2e-3 + 4.096e-3) ? 1 : 0;
    }
    CHECK(inside >= 93);
}

TEST_CASE("the overlap calibration gives the time of computation and exchange together") {
    std::mt19937_64 random(4);
    auto row = rows(10e-3, 0, random);
    const double exchange = 2e-3 + 4.096e-3;
    const auto predicted = [&](double both) {
        row.calibration = {{10e-3, 10e-3, 50e-3}, {5e-3}, {both}};
        return rank_methods(std::vector<candidate>{row}, network(ethernet, 0, random)).of("row");
    };
    CHECK(predicted(16e-3).predicted_s == Approx(16e-3));
    CHECK(predicted(16e-3).waiting_s == Approx(16e-3 - 10e-3 - exchange).margin(1e-5));  // a little is hidden
    CHECK(predicted(19e-3).waiting_s == Approx(19e-3 - 10e-3 - exchange).margin(1e-5));
    CHECK(predicted(5e-3).predicted_s == Approx(10e-3));  // never less than the computation alone
}

TEST_CASE("the classic model adds the slowest mean and its two costs, and never looks at the calibration") {
    std::mt19937_64 random(7);
    auto row = rows(1e-3, 0, random);
    row.compute_s[1] = {2e-3, 4e-3};
    row.direction_messages = 2;
    row.calibration.both_s = {1.0};
    const std::vector<candidate> one{row};
    const auto network_now = network(ethernet, 0, random);
    const double expected = 3e-3 + 2 * 1e-3 + 4096e-6;
    const auto ours = rank_methods(one, network_now).of("row");
    CHECK(ours.predicted_s == Approx(1.0));
    CHECK(ours.classic_s == Approx(expected).epsilon(1e-6));
    const auto classic = rank_methods(one, network_now, {200, 1, prediction_model::classic}).of("row");
    CHECK(classic.predicted_s == Approx(expected).epsilon(1e-6));
    CHECK(classic.waiting_s == 0);
    CHECK(prediction_model_named("classic") == prediction_model::classic);
    CHECK_THROWS_WITH(prediction_model_named("plain"), Catch::Contains("measured, classic"));
}

TEST_CASE("a method that is modelled only comes last and is never the fastest") {
    std::mt19937_64 random(8);
    const auto with_calibration = [&](const std::string& name, double seconds) {
        candidate one{name, {{1e-3}}, {}, {}};
        one.calibration = {{1e-3}, {1e-3}, noisy(seconds, 0.01, random)};
        return one;
    };
    candidate modelled{"modelled", {{1e-3}}, {}, {}};
    modelled.modelled_only = true;
    std::vector<candidate> all{modelled, with_calibration("slow", 9e-3), with_calibration("fast", 5e-3)};
    const auto result = rank_methods(all, {});
    CHECK(result.methods[0].method == "fast");
    CHECK(result.methods[0].relative == 1);
    CHECK(result.of("fast").p_best == Approx(1));
    CHECK(result.methods[2].method == "modelled");
    CHECK(result.of("modelled").predicted_s == 1e-3);
    CHECK(result.of("modelled").p_best == 0);
    CHECK(result.of("modelled").p_as_fast == 0);
    CHECK(rank_methods(all, {}, {200, 1, prediction_model::classic}).methods[0].p_best == Approx(1));
    all.resize(1);
    CHECK(rank_methods(all, {}).of("modelled").p_best == Approx(1));  // there is no other one
}

TEST_CASE("a processor without cells and a run without messages can be ranked") {
    const std::vector<candidate> alone{{"row", {{2e-3}, {}}, {}, {}}};
    const auto result = rank_methods(alone, {});
    CHECK(result.of("row").predicted_s == 2e-3);
    CHECK(result.of("row").p_best == Approx(1));
}

TEST_CASE("candidates without measurements are refused") {
    CHECK_THROWS_AS(rank_methods({}, {}), std::invalid_argument);
    const std::vector<candidate> idle{{"row", {{}, {}}, {}, {}}};
    CHECK_THROWS_AS(rank_methods(idle, {}), std::invalid_argument);
    const std::vector<candidate> unmeasured{{"row", {{1e-3}}, {2, 2, 8, 8}, {}}};
    CHECK_THROWS_AS(rank_methods(unmeasured, {}), std::invalid_argument);
    CHECK_THROWS_AS(rank_methods(std::vector<candidate>{{"row", {{1.0}}, {}, {}}}, {}).of("block"),
                    std::invalid_argument);
}

}  // namespace ranking_test

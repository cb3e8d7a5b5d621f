// Compares the imbalance of an epoch with simulated random compute times.
#include "banyan/part/papers/epoch_imbalance.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <random>
#include <vector>

#include "banyan/part/error.hpp"

namespace epoch_imbalance_test {

using namespace banyan::part;

namespace {

constexpr int trials = 20'000;

/// The mean of max(X_1 .. X_P) - 1 for random times X of mean 1, and its standard error.
struct drawn {
    double imbalance;
    double error;
};

drawn draw(std::int64_t processors, const std::function<double(std::mt19937_64&)>& time) {
    std::mt19937_64 bits(static_cast<std::uint64_t>(processors) * 7919);
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < trials; ++i) {
        double slowest = time(bits);
        for (std::int64_t p = 1; p < processors; ++p)
            slowest = std::max(slowest, time(bits));
        sum += slowest - 1;
        squares += (slowest - 1) * (slowest - 1);
    }
    const double mean = sum / trials;
    return {mean, std::sqrt((squares / trials - mean * mean) / trials)};
}

const std::vector<std::int64_t> sizes{1, 2, 3, 8, 17, 64};

}  // namespace

TEST_CASE("the imbalance of uniform times is that of drawn ones") {
    for (double cv : {0.01, 0.2, 0.5})
        for (std::int64_t processors : sizes) {
            std::uniform_real_distribution<double> time(1 - cv * std::sqrt(3.0), 1 + cv * std::sqrt(3.0));
            const drawn seen = draw(processors, [&](auto& bits) { return time(bits); });
            INFO(processors << " processors, cv " << cv);
            CHECK(std::abs(epoch_imbalance({time_distribution::uniform, cv}, processors) - seen.imbalance) <=
                  4 * seen.error);
        }
}

TEST_CASE("the imbalance of exponential times is that of drawn ones, and not log P + C") {
    for (std::int64_t processors : sizes) {
        std::exponential_distribution<double> time(1);
        const drawn seen = draw(processors, [&](auto& bits) { return time(bits); });
        const double imbalance = epoch_imbalance({time_distribution::exponential, 1}, processors);
        INFO(processors);
        CHECK(std::abs(imbalance - seen.imbalance) <= 4 * seen.error);
        // The printed log P + C is close to the mean maximum, which is the imbalance plus 1.
        if (processors >= 64) CHECK(std::log(processors) + 0.577216 == Approx(imbalance + 1).epsilon(0.01));
    }
    // For large P, a series replaces the harmonic numbers.
    const auto of = [](std::int64_t p) { return epoch_imbalance({time_distribution::exponential, 1}, p); };
    for (std::int64_t p : {999, 1000, 1001, 1002})
        CHECK(of(p) - of(p - 1) == Approx(1.0 / static_cast<double>(p)).epsilon(1e-9));
}

TEST_CASE("the integral for normal times is the imbalance of drawn ones") {
    for (std::int64_t processors : sizes) {
        std::normal_distribution<double> time(1, 0.3);
        const drawn seen = draw(processors, [&](auto& bits) { return time(bits); });
        INFO(processors);
        CHECK(std::abs(normal_imbalance(0.3, processors) - seen.imbalance) <= 4 * seen.error);
    }
    CHECK(normal_imbalance(1, 2) == Approx(1 / std::sqrt(M_PI)).epsilon(1e-9));  // the known closed form
    CHECK(normal_imbalance(1, 3) == Approx(1.5 / std::sqrt(M_PI)).epsilon(1e-9));
    CHECK(normal_imbalance(2, 1) == 0);
}

TEST_CASE("the printed formula for normal times comes near the integral as the processors become more") {
    double distance = 1;
    for (int exponent : {1, 2, 4, 8, 16, 32, 62}) {
        const std::int64_t processors = std::int64_t{1} << exponent;
        const double exact = normal_imbalance(0.1, processors);
        const double printed = epoch_imbalance({time_distribution::normal, 0.1}, processors);
        CHECK(printed > exact);
        CHECK(printed / exact - 1 < distance);
        distance = printed / exact - 1;
        if (exponent == 1) CHECK(distance == Approx(0.33).margin(0.01));
        if (exponent == 4) CHECK(distance == Approx(0.045).margin(0.005));
    }
    CHECK(distance < 0.001);
}

TEST_CASE("the bound for any distribution holds, and the times u^(P-1) reach it") {
    for (std::int64_t processors : {2, 3, 8, 17}) {
        const auto p = static_cast<double>(processors);
        // u^(P-1) has mean 1 / P and variance 1 / (2P - 1) - 1 / P^2.
        const double sigma = std::sqrt(1 / (2 * p - 1) - 1 / (p * p));
        std::uniform_real_distribution<double> unit;
        const drawn seen =
            draw(processors, [&](auto& bits) { return 1 + (std::pow(unit(bits), p - 1) - 1 / p) / sigma; });
        CHECK(std::abs(epoch_imbalance({time_distribution::any, 1}, processors) - seen.imbalance) <= 4 * seen.error);
    }
    for (std::int64_t processors : {2, 16, 1 << 20, 1 << 30}) {
        const double bound = epoch_imbalance({time_distribution::any, 1}, processors);
        CHECK(bound >= 2 * epoch_imbalance({time_distribution::uniform, 0.5}, processors));
        CHECK(bound >= epoch_imbalance({time_distribution::exponential, 1}, processors));
        CHECK(bound >= normal_imbalance(1, processors));
    }
}

TEST_CASE("one processor waits for no other") {
    for (time_distribution d : {time_distribution::uniform, time_distribution::normal, time_distribution::any})
        CHECK(epoch_imbalance({d, 0.3}, 1) == 0);
    CHECK(epoch_imbalance({time_distribution::exponential, 1}, 1) == 0);
}

TEST_CASE("the load imbalance factor weighs epochs by their means, and gives the utilization") {
    const std::vector<timed_epoch> epochs{{1, 0.5}, {3, 0.1}};
    CHECK(imbalance_factor(epochs) == Approx((0.5 + 0.3) / 4));
    // Compute time divided by elapsed time, eq. 2.8.
    CHECK(utilization_of_imbalance(imbalance_factor(epochs)) == Approx(4 / (1 * 1.5 + 3 * 1.1)));
    CHECK(utilization_of_imbalance(0) == 1);
}

TEST_CASE("arguments out of range are refused by name") {
    using Catch::Contains;
    CHECK_THROWS_WITH(epoch_imbalance({time_distribution::uniform, 0.6}, 4), Contains("cv: 0.6") && Contains("0.5773"));
    CHECK_THROWS_WITH(epoch_imbalance({time_distribution::exponential, 0.5}, 4), Contains("only 1"));
    CHECK_THROWS_WITH(epoch_imbalance({time_distribution::normal, -1}, 4), Contains("cv: -1"));
    CHECK_THROWS_WITH(epoch_imbalance({time_distribution::any, INFINITY}, 4), Contains("cv: inf"));
    CHECK_THROWS_WITH(epoch_imbalance({}, 0), Contains("processors: 0"));
    CHECK_THROWS_AS(normal_imbalance(NAN, 4), error);
    CHECK_THROWS_AS(imbalance_factor({}), error);
    CHECK_THROWS_AS(imbalance_factor(std::vector<timed_epoch>{{0, 1}}), error);
    CHECK_THROWS_AS(utilization_of_imbalance(-0.1), error);
}

}  // namespace epoch_imbalance_test

#include "advisor/exchange_model.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <stdexcept>

namespace exchange_model_test {

using namespace banyan::advisor;

namespace {

// The exchanges that the ring probe measures with p processes: single messages, and rings of 1, 2, 4 messages per task.
std::vector<exchange_load> measured_loads(int p) {
    std::vector<exchange_load> loads;
    for (double bytes = 8; bytes <= 1 << 18; bytes *= 8) {
        loads.push_back({1, 1, bytes, bytes});
        for (const double messages : {1.0, 2.0, 4.0}) {
            loads.push_back({messages, messages * p, messages * bytes, messages * p * bytes});
        }
    }
    return loads;
}

std::vector<exchange_samples> simulate(const exchange_model& network, int p, unsigned seed) {
    std::mt19937_64 random(seed);
    std::normal_distribution<double> noise(0.0, 0.1);
    std::uniform_real_distribution<double> chance(0.0, 1.0);
    std::vector<exchange_samples> out;
    for (const auto& load : measured_loads(p)) {
        exchange_samples samples{load, {}};
        for (int round = 0; round < 31; ++round) {
            samples.seconds.push_back(network.seconds(load) * std::exp(noise(random)) +
                                      (chance(random) < 0.03 ? 5e-3 : 0.0));
        }
        out.push_back(samples);
    }
    return out;
}

}  // namespace

TEST_CASE("the fit distinguishes a shared medium, a switch and shared cores") {
    const int p = 6;
    const exchange_model ethernet{0, 1.5e-3, 0, 0, 0.8e-6};
    const exchange_model lan_switch{40e-6, 20e-6, 0, 0.08e-6, 0};
    for (unsigned seed = 1; seed <= 20; ++seed) {
        CHECK(fit_exchanges(simulate(ethernet, p, seed)).kind(p) == "shared");
        CHECK(fit_exchanges(simulate(lan_switch, p, seed)).kind(p) == "switched");
    }
}

TEST_CASE("an exchange that was not measured is predicted within the noise") {
    const int p = 4;
    const exchange_model network{30e-6, 5e-6, 4e-6, 0.2e-9, 0.3e-9};
    const exchange_load halo{3, 10, 3 * 8192, 10 * 8192};
    for (unsigned seed = 1; seed <= 20; ++seed) {
        const auto fitted = fit_exchanges(simulate(network, p, seed));
        CHECK(fitted.seconds(halo) == Approx(network.seconds(halo)).epsilon(0.05));
    }
}

TEST_CASE("without messages there is nothing to wait for") {
    CHECK(exchange_model{1, 1, 1, 1, 1}.seconds({}) == 0);
}

TEST_CASE("the published cost is one case of the model") {
    // Row partition of an n x n grid, 5-point: 2 lambda + 2 tau p d n (Crandall 1994, chapter 6).
    const double lambda = 2.5e-3, tau = 1.5e-6, d = 8, n = 256;
    const int p = 8;
    const exchange_model ethernet{0, lambda, 0, 0, tau};
    CHECK(ethernet.seconds({2, 2.0 * p, 2 * d * n, 2 * p * d * n}) == Approx(2 * lambda + 2 * tau * p * d * n));
}

TEST_CASE("exchanges without samples are refused") {
    CHECK_THROWS_AS(fit_exchanges({}), std::invalid_argument);
    CHECK_THROWS_AS(fit_exchanges(std::vector<exchange_samples>{{{1, 1, 1, 1}, {}}}), std::invalid_argument);
}

}  // namespace exchange_model_test

#include "advisor/network_fit.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <vector>

namespace network_fit_test {

using namespace banyan::advisor;

namespace {

constexpr double lambda = 60e-6;  // s
constexpr double tau = 0.9e-9;    // s per byte

// Rounds on a simulated network: relative noise, and 3 % of the rounds delayed by ten milliseconds.
std::vector<size_samples> simulated(std::mt19937_64& random, double noise, double spike_share) {
    std::normal_distribution<double> relative(0.0, noise);
    std::uniform_real_distribution<double> chance(0.0, 1.0);
    std::vector<size_samples> sizes;
    for (double bytes = 8; bytes <= 1 << 20; bytes *= 3) {
        size_samples at{bytes, {}};
        for (int round = 0; round < 51; ++round) {
            const double spike = chance(random) < spike_share ? 10e-3 : 0.0;
            at.seconds.push_back((lambda + tau * bytes) * std::exp(relative(random)) + spike);
        }
        sizes.push_back(at);
    }
    return sizes;
}

std::vector<size_samples> exact(double offset, double slope, std::vector<double> bytes) {
    std::vector<size_samples> sizes;
    for (const double b : bytes) {
        sizes.push_back({b, {offset + slope * b}});
    }
    return sizes;
}

}  // namespace

TEST_CASE("an exact line is recovered exactly") {
    const auto fit = fit_network(exact(lambda, tau, {8, 64, 512, 4096, 32768, 262144}));
    CHECK(fit.lambda_s == Approx(lambda).epsilon(1e-9));
    CHECK(fit.tau_s_per_byte == Approx(tau).epsilon(1e-9));
    REQUIRE(fit.held_out.size() == 1);
    CHECK(fit.held_out[0].bytes == 512);
    CHECK(fit.worst_held_out_error() < 1e-9);
}

TEST_CASE("with noise and spikes the true values are inside the printed intervals") {
    int lambda_inside = 0;
    int tau_inside = 0;
    for (unsigned seed = 1; seed <= 100; ++seed) {
        std::mt19937_64 random(seed);
        const auto fit = fit_network(simulated(random, 0.2, 0.03));
        lambda_inside += fit.lambda_ci95.contains(lambda) ? 1 : 0;
        tau_inside += fit.tau_ci95.contains(tau) ? 1 : 0;
        CHECK(fit.lambda_s == Approx(lambda).epsilon(0.25));
        CHECK(fit.tau_s_per_byte == Approx(tau).epsilon(0.25));
    }
    CHECK(lambda_inside >= 93);
    CHECK(tau_inside >= 93);
}

TEST_CASE("the floor is the line through the shortest rounds") {
    auto sizes = exact(lambda, tau, {8, 64, 512, 4096, 32768});
    for (auto& size : sizes) {
        const double shortest = size.seconds.front();
        size.seconds = {1.5 * shortest, shortest, 1.5 * shortest, 10 * shortest};
    }
    const auto lowest = fit_floor(sizes), usual = fit_network(sizes);
    CHECK(lowest.lambda_s == Approx(lambda));
    CHECK(lowest.tau_s_per_byte == Approx(tau));
    CHECK(usual.lambda_s == Approx(1.5 * lambda));
    CHECK_THROWS_AS(fit_floor(std::vector<size_samples>{{8, {}}, {16, {}}, {32, {}}}), std::invalid_argument);
    CHECK_THROWS_AS(fit_floor(exact(1e-3, -1e-9, {8, 64, 512, 4096})), not_identifiable);
}

TEST_CASE("the order of the sizes does not matter") {
    const auto up = fit_network(exact(lambda, tau, {8, 64, 512, 4096, 32768}));
    const auto down = fit_network(exact(lambda, tau, {32768, 4096, 512, 64, 8}));
    CHECK(up.lambda_s == down.lambda_s);
    CHECK(up.held_out[0].bytes == down.held_out[0].bytes);
}

TEST_CASE("a curve that is not a line has a large held-out error") {
    std::vector<size_samples> bent;
    for (double bytes = 8; bytes < 1e6; bytes *= 4) {
        bent.push_back({bytes, {lambda + tau * bytes + (bytes > 1000 ? 300e-6 : 0.0)}});
    }
    CHECK(fit_network(bent).worst_held_out_error() > 0.1);
}

TEST_CASE("a fit without latency or without time per byte is refused") {
    CHECK_THROWS_AS(fit_network(exact(-1e-6, 1e-6, {8, 64, 512, 4096})), not_identifiable);
    CHECK_THROWS_AS(fit_network(exact(1e-3, -1e-9, {8, 64, 512, 4096})), not_identifiable);
    CHECK_THROWS_AS(fit_network(exact(lambda, tau, {8, 8, 8})), not_identifiable);
    CHECK_THROWS_AS(fit_network(exact(lambda, tau, {8, 64})), not_identifiable);
    CHECK_THROWS_WITH(fit_network(exact(1e-3, 0, {8, 64, 512})), Catch::Contains("not identifiable from these data"));
}

TEST_CASE("samples that cannot be times are refused") {
    CHECK_THROWS_AS(fit_network(exact(-1, 0, {8, 64, 512})), std::invalid_argument);
    CHECK_THROWS_AS(fit_network(exact(1, 1, {-8, 64, 512})), std::invalid_argument);
    CHECK_THROWS_AS(fit_network(std::vector<size_samples>{{8, {}}, {16, {}}, {32, {}}}), std::invalid_argument);
}

}  // namespace network_fit_test

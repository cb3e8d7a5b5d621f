#include "advisor/line_segments.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <random>

namespace line_segments_test {

using namespace banyan::advisor;

namespace {

constexpr double lambda = 60e-6, tau = 2e-9;                 // of small messages
constexpr double large_offset = 250e-6, large_tau = 0.8e-9;  // from 32 KiB on
constexpr double switch_bytes = 32768;

double one_line(double bytes) {
    return lambda + tau * bytes;
}
double two_lines(double bytes) {
    return bytes < switch_bytes ? one_line(bytes) : large_offset + large_tau * bytes;
}

// 31 rounds of each of 11 sizes with noise, and 3 % of them delayed by 10 ms.
std::vector<size_samples> simulated(unsigned seed, const std::function<double(double)>& truth) {
    std::mt19937_64 random(seed);
    std::normal_distribution<double> noise(0.0, 0.1);
    std::bernoulli_distribution spike(0.03);
    std::vector<size_samples> sizes;
    for (double bytes = 512; bytes <= 1 << 20; bytes *= 2) {
        sizes.push_back({bytes, {}});
        for (int round = 0; round < 31; ++round) {
            sizes.back().seconds.push_back(truth(bytes) * std::exp(noise(random)) + (spike(random) ? 10e-3 : 0.0));
        }
    }
    return sizes;
}

}  // namespace

TEST_CASE("one line is not divided, and its true numbers are inside the intervals") {
    int undivided = 0, offset_inside = 0, slope_inside = 0;
    for (unsigned seed = 1; seed <= 100; ++seed) {
        const auto lines = fit_segments(simulated(seed, one_line));
        if (lines.size() != 1) continue;
        ++undivided;
        offset_inside += lines[0].offset_ci95.contains(lambda) ? 1 : 0;
        slope_inside += lines[0].slope_ci95.contains(tau) ? 1 : 0;
    }
    INFO(undivided << " " << offset_inside << " " << slope_inside);
    CHECK(undivided >= 93);
    CHECK(offset_inside >= 93 * undivided / 100);
    CHECK(slope_inside >= 93 * undivided / 100);
}

TEST_CASE("two lines are found at the size where they change") {
    int found = 0, slopes_inside = 0;
    for (unsigned seed = 1; seed <= 100; ++seed) {
        const auto lines = fit_segments(simulated(seed, two_lines));
        if (lines.size() != 2 || lines[1].from_bytes != switch_bytes) continue;
        ++found;
        slopes_inside += lines[0].slope_ci95.contains(tau) && lines[1].slope_ci95.contains(large_tau) ? 1 : 0;
    }
    INFO(found << " " << slopes_inside);
    CHECK(found >= 93);
    CHECK(slopes_inside >= 93 * found / 100);
}

TEST_CASE("exact lines are found exactly") {
    std::vector<size_samples> sizes;
    for (const double bytes : {8.0, 64.0, 512.0, 4096.0, 32768.0, 65536.0, 131072.0})
        sizes.push_back({bytes, {two_lines(bytes)}});
    const auto lines = fit_segments(sizes);
    REQUIRE(lines.size() == 2);
    CHECK(lines[0].to_bytes == 4096);
    CHECK(lines[1].offset_s == Approx(large_offset));
    CHECK(lines[1].slope_s_per_byte == Approx(large_tau));
}

TEST_CASE("falling times and too few sizes are refused") {
    CHECK_THROWS_AS(fit_segments(std::vector<size_samples>{{8, {1}}, {16, {1}}}), not_identifiable);
    CHECK_THROWS_AS(fit_segments(std::vector<size_samples>{{8, {3}}, {16, {2}}, {32, {1}}}), not_identifiable);
    CHECK_THROWS_AS(fit_segments(std::vector<size_samples>{{8, {1}}, {8, {1}}, {8, {1}}}), not_identifiable);
    CHECK_THROWS_AS(fit_segments(std::vector<size_samples>{{8, {0}}, {9, {1}}, {10, {1}}}), std::invalid_argument);
}

}  // namespace line_segments_test

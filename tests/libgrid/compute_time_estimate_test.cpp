#include "banyan/grid/compute_time_estimate.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

#include "banyan/part/error.hpp"

namespace compute_time_estimate_test {

using banyan::grid::compute_time_estimate;

TEST_CASE("the first times have equal weights: mean and standard deviation of all of them") {
    std::mt19937 bits(5);
    std::uniform_real_distribution<double> time(0.5, 2);
    compute_time_estimate estimate(50);
    std::vector<double> times;
    for (int i = 0; i < 50; ++i) {
        times.push_back(time(bits));
        estimate.add(times.back());
        const auto n = static_cast<double>(times.size());
        const double mean = std::accumulate(times.begin(), times.end(), 0.0) / n;
        double squares = 0;
        for (const double t : times)
            squares += (t - mean) * (t - mean);
        CHECK(estimate.mean() == Approx(mean));
        CHECK(estimate.deviation() == Approx(std::sqrt(squares / n)).margin(1e-12));
    }
}

TEST_CASE("the estimate follows a program whose iterations become longer") {
    compute_time_estimate estimate(10);
    for (int i = 0; i < 1000; ++i)
        estimate.add(1);
    CHECK(estimate.mean() == Approx(1));
    CHECK(estimate.deviation() == Approx(0).margin(1e-12));
    estimate.add(3);
    CHECK(estimate.deviation() > 0.5);  // the change widens the bound at once
    for (int i = 0; i < 200; ++i)
        estimate.add(3);
    CHECK(estimate.mean() == Approx(3));
    CHECK(estimate.deviation() == Approx(0).margin(1e-3));
    CHECK(estimate.times() == 10);
}

TEST_CASE("an estimate begins with nothing, and wrong times are refused") {
    compute_time_estimate estimate;
    CHECK(estimate.times() == 0);
    CHECK(estimate.mean() == 0);
    CHECK(estimate.deviation() == 0);
    CHECK_THROWS_AS(estimate.add(-1), banyan::part::error);
    CHECK_THROWS_AS(estimate.add(NAN), banyan::part::error);
    CHECK_THROWS_AS(compute_time_estimate(0), banyan::part::error);
}

}  // namespace compute_time_estimate_test

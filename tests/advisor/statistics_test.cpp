#include "advisor/statistics.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <stdexcept>
#include <vector>

namespace statistics_test {

using namespace banyan::advisor;

namespace {

// Coverage of the order statistics lo..n+1-lo from Pascal's triangle, without any library.
double coverage_by_counting(std::size_t n, std::size_t lo) {
    std::vector<double> choose(n + 1, 0.0);
    choose[0] = 1;
    for (std::size_t row = 1; row <= n; ++row) {
        for (std::size_t k = row; k > 0; --k) {
            choose[k] = (choose[k] + choose[k - 1]) / 2;
        }
        choose[0] /= 2;
    }
    double inside = 0;
    for (std::size_t below = lo; below <= n - lo; ++below) {
        inside += choose[below];
    }
    return inside;
}

}  // namespace

TEST_CASE("the median interval uses the published places") {
    const auto places = [](std::size_t n) {
        const auto p = median_interval_places(n);
        return std::pair(p.lo, p.hi);
    };
    CHECK(places(10) == std::pair<std::size_t, std::size_t>(2, 9));
    CHECK(places(30) == std::pair<std::size_t, std::size_t>(10, 21));
    CHECK(places(100) == std::pair<std::size_t, std::size_t>(40, 61));
}

TEST_CASE("the median interval is the narrowest that covers 95 %, for every n") {
    for (std::size_t n = 6; n <= 120; ++n) {
        const auto places = median_interval_places(n);
        INFO("n = " << n);
        CHECK(places.hi == n + 1 - places.lo);
        CHECK(places.coverage == Approx(coverage_by_counting(n, places.lo)).epsilon(1e-9));
        CHECK(places.coverage >= 0.95);
        if (2 * (places.lo + 1) <= n) CHECK(coverage_by_counting(n, places.lo + 1) < 0.95);
    }
    for (std::size_t n = 1; n <= 5; ++n) {
        CHECK(median_interval_places(n).lo == 1);
        CHECK(median_interval_places(n).coverage < 0.95);
    }
}

TEST_CASE("a median is known to a part of it if there are enough samples and they are close") {
    CHECK_FALSE(is_median_within(std::vector<double>(5, 1.0), 0.5));  // too few for an interval
    CHECK(is_median_within(std::vector<double>(6, 1.0), 0.0));
    const std::vector<double> some{4.12, 4, 4, 3.88, 4, 4};  // the interval is from the smallest to the largest
    CHECK_FALSE(is_median_within(some, 0.029));
    CHECK(is_median_within(some, 0.031));
    CHECK_THROWS_AS(is_median_within({}, 0.1), std::invalid_argument);
}

TEST_CASE("median and percentiles agree with a hand computation") {
    const std::vector<double> odd{9, 1, 5};
    const std::vector<double> even{4, 1, 3, 2};
    CHECK(median(odd) == 5);
    CHECK(median(even) == 2.5);
    CHECK(percentile(even, 0) == 1);
    CHECK(percentile(even, 1) == 4);
    CHECK(percentile(even, 0.9) == Approx(3.7));  // place 2.7 between 3 and 4
    CHECK(summarize(even).p95 == Approx(3.85));
    CHECK(median(std::vector<double>{7}) == 7);
}

TEST_CASE("the mean's interval is Student's") {
    const std::vector<double> samples{1, 2, 3, 4, 5};  // s = sqrt(2.5), t(0.975; 4) = 2.776445
    const auto estimate = mean_with_interval(samples);
    CHECK(estimate.mean == Approx(3));
    CHECK(estimate.ci95.half_width() == Approx(2.776445 * 0.7071068).epsilon(1e-5));
    CHECK(mean_with_interval(std::vector<double>{2}).ci95.half_width() == 0);
}

TEST_CASE("95 % intervals contain the true value in about 95 of 100 seeded samples") {
    std::mt19937_64 random(20);
    std::lognormal_distribution<double> skewed(0.0, 0.5);  // true median 1
    std::normal_distribution<double> normal(10.0, 2.0);
    int median_inside = 0;
    int mean_inside = 0;
    const int trials = 2000;
    for (int trial = 0; trial < trials; ++trial) {
        std::vector<double> a(30);
        std::vector<double> b(8);
        std::generate(a.begin(), a.end(), [&] { return skewed(random); });
        std::generate(b.begin(), b.end(), [&] { return normal(random); });
        median_inside += median_interval(a).contains(1.0) ? 1 : 0;
        mean_inside += mean_with_interval(b).ci95.contains(10.0) ? 1 : 0;
    }
    CHECK(median_inside >= trials * 94 / 100);  // exact coverage 95.7 %
    CHECK(mean_inside >= trials * 93 / 100);
    CHECK(mean_inside <= trials * 97 / 100);
}

TEST_CASE("statistics refuse empty samples, NaN and quantiles out of range") {
    const std::vector<double> none;
    const std::vector<double> bad{1, std::nan("")};
    CHECK_THROWS_AS(median(none), std::invalid_argument);
    CHECK_THROWS_AS(median(bad), std::invalid_argument);
    CHECK_THROWS_AS(percentile(std::vector<double>{1}, 1.5), std::invalid_argument);
    CHECK_THROWS_AS(median_interval_places(0), std::invalid_argument);
    CHECK_THROWS_AS(mean_with_interval(none), std::invalid_argument);
}

TEST_CASE("the middle 95 % of the draws of a bootstrap") {
    std::vector<double> draws(201);
    for (std::size_t i = 0; i < draws.size(); ++i)
        draws[i] = static_cast<double>((i * 50) % 201);  // 0 to 200, in another order
    CHECK(middle_95(draws).lo == Approx(5));
    CHECK(middle_95(draws).hi == Approx(195));
    CHECK(middle_95(std::vector<double>{3}).half_width() == 0);
    CHECK_THROWS_AS(middle_95({}), std::invalid_argument);
}

}  // namespace statistics_test

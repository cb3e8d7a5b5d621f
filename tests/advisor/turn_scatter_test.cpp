#include "advisor/turn_scatter.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <random>

namespace turn_scatter_test {

using namespace banyan::advisor;

TEST_CASE("samples are divided into equal turns in their order") {
    const std::vector<double> samples{1, 9, 2, 5, 5, 6, 7, 7, 7};
    CHECK(means_of_turns(samples, 3) == std::vector<double>{4, 16.0 / 3, 7});
    CHECK(means_of_turns(samples, 2) == samples);
    CHECK(means_of_turns(samples, 9) == std::vector<double>{49.0 / 9});
    CHECK(means_of_turns({}, 3).empty());
}

TEST_CASE("the scatter is the standard deviation of the logarithms") {
    CHECK(scatter_of(std::vector<double>{1, std::exp(2.0)}).deviation == Approx(std::sqrt(2)));
    CHECK(scatter_of(std::vector<double>{1}).freedom == 0);
    const std::vector<turn_scatter> two{{1, 2}, {2, 2}, {}};
    CHECK(pooled(two).deviation == Approx(std::sqrt(2.5)));
    CHECK(pooled(two).freedom == 4);
    CHECK(shrunk({1, 2}, {2, 40}).deviation == Approx(std::sqrt((2 * 1 + 4 * 4) / 6.0)));
    CHECK(shrunk({}, {}).freedom == 0);
}

TEST_CASE("the interval contains the observed time of two runs in 93 of 100 seeds, and is not always wide") {
    int inside = 0, all = 0;
    for (unsigned seed = 1; seed <= 100; ++seed) {
        std::mt19937_64 random(seed);
        std::normal_distribution<double> noise(0.0, 0.05);
        std::vector<std::vector<double>> methods(6);
        std::vector<turn_scatter> scatters;
        for (auto& turns : methods) {
            for (int i = 0; i < 3; ++i)
                turns.push_back(std::exp(noise(random)));
            scatters.push_back(scatter_of(turns));
        }
        for (std::size_t m = 0; m < methods.size(); ++m) {
            const double observed = std::exp((noise(random) + noise(random)) / 2);
            const auto range = prediction_interval(median(methods[m]), shrunk(scatters[m], pooled(scatters)), 3);
            inside += range.contains(observed) ? 1 : 0;
            ++all;
            CHECK(range.hi / range.lo < 1.6);
        }
    }
    CHECK(inside * 100 >= 93 * all);
    CHECK(inside < all);
}

TEST_CASE("an interval is at least as wide as the error of a run") {
    const auto range = prediction_interval(2, {0, 10}, 3);
    CHECK(range.lo < 1.97);
    CHECK(range.hi > 2.03);
    CHECK(prediction_interval(2, {}, 3).half_width() == 0);
}

}  // namespace turn_scatter_test

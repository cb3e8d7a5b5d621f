#include "libpart/geometry/apportion.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "tests/libpart/model/random_instances.hpp"

namespace apportion_test {

using namespace banyan::part;
namespace testing = banyan::testing;
using numbers = std::vector<std::int64_t>;

namespace {

std::vector<bounds> at_least(std::size_t claimants, std::int64_t least) {
    return std::vector<bounds>(claimants, bounds{least});
}

double largest_load(const numbers& shares, const std::vector<double>& weights) {
    double largest = 0;
    for (std::size_t i = 0; i < shares.size(); ++i)
        largest = std::max(largest, static_cast<double>(shares[i]) / weights[i]);
    return largest;
}

/// Tries every division.
double best_load(std::int64_t total, const std::vector<double>& weights, const std::vector<bounds>& limits,
                 std::size_t i) {
    if (i + 1 == weights.size()) {
        const bool allowed = total >= limits[i].least && total <= limits[i].most;
        return allowed ? static_cast<double>(total) / weights[i] : INFINITY;
    }
    double best = INFINITY;
    for (std::int64_t mine = limits[i].least; mine <= std::min(total, limits[i].most); ++mine)
        best = std::min(
            best, std::max(static_cast<double>(mine) / weights[i], best_load(total - mine, weights, limits, i + 1)));
    return best;
}

}  // namespace

TEST_CASE("exact quotas are given exactly") {
    CHECK(apportion(23, std::vector<double>{4, 4, 3, 3, 3, 2, 2, 1, 1}, at_least(9, 1)) ==
          numbers{4, 4, 3, 3, 3, 2, 2, 1, 1});
    CHECK(apportion(3000, std::vector<double>{0.5, 0.1, 0.1, 0.1, 0.1, 0.05, 0.05}, at_least(7, 1)) ==
          numbers{1500, 300, 300, 300, 300, 150, 150});
}

TEST_CASE("every share is at least its bound, also if the quota is smaller") {
    CHECK(apportion(5, std::vector<double>{1000, 1, 1}, at_least(3, 1)) == numbers{3, 1, 1});
    CHECK(apportion(3, std::vector<double>{1000, 1, 1}, at_least(3, 1)) == numbers{1, 1, 1});
}

TEST_CASE("no division has a smaller largest load") {
    testing::source random(3);
    for (int i = 0; i < 500; ++i) {
        const auto claimants = static_cast<std::size_t>(random.integer(1, 4));
        std::vector<double> weights;
        std::vector<bounds> limits;
        std::int64_t least = 0;
        std::int64_t most = 0;
        for (std::size_t j = 0; j < claimants; ++j) {
            weights.push_back(random.real(0.2, 5));
            const std::int64_t low = random.integer(0, 3);
            limits.push_back({low, low + random.integer(0, 8)});
            least += limits.back().least;
            most += limits.back().most;
        }
        const std::int64_t total = random.integer(least, most);
        const numbers shares = apportion(total, weights, limits);
        CHECK(std::accumulate(shares.begin(), shares.end(), std::int64_t{0}) == total);
        for (std::size_t j = 0; j < claimants; ++j) {
            CHECK(shares[j] >= limits[j].least);
            CHECK(shares[j] <= limits[j].most);
        }
        CHECK(largest_load(shares, weights) == Approx(best_load(total, weights, limits, 0)));
    }
}

TEST_CASE("bounds that move more units than can be counted one by one are kept") {
    const std::int64_t many = 1'000'000'000'000;
    CHECK(apportion(3 * many + 10, std::vector<double>{2, 1, 1}, std::vector<bounds>{{0}, {0, 10}, {0}}) ==
          numbers{2 * many, 10, many});
    CHECK(apportion(4 * many, std::vector<double>{2, 1, 1e-6}, std::vector<bounds>{{0}, {0}, {many}}) ==
          numbers{2 * many, many, many});
    const std::int64_t total = (std::int64_t{1} << 62) - 12345;
    const numbers shares =
        apportion(total, std::vector<double>{1e12, 7, 0.3}, std::vector<bounds>{{1, many}, {5 * many}, {3}});
    CHECK(std::accumulate(shares.begin(), shares.end(), std::int64_t{0}) == total);
    CHECK(shares[0] == many);
    CHECK(static_cast<double>(shares[1]) / 7 == Approx(static_cast<double>(shares[2]) / 0.3).epsilon(1e-12));
}

TEST_CASE("totals near 2^62 are distributed completely") {
    const std::int64_t total = (std::int64_t{1} << 62) - 12345;
    const numbers shares = apportion(total, std::vector<double>{0.1, 0.7, 3.3}, at_least(3, 1));
    CHECK(std::accumulate(shares.begin(), shares.end(), std::int64_t{0}) == total);
}

}  // namespace apportion_test

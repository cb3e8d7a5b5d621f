#include "advisor/rank_correlation.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstddef>
#include <numeric>
#include <random>
#include <stdexcept>

namespace rank_correlation_test {

using namespace banyan::advisor;

namespace {

// The number of exchanges of neighbours that sorts a list is its number of pairs in the wrong order.
double exchanges_to_sort(std::vector<int> order) {
    int exchanges = 0;
    for (bool sorted = false; !sorted;) {
        sorted = true;
        for (std::size_t i = 0; i + 1 < order.size(); ++i) {
            if (order[i] <= order[i + 1]) continue;
            std::swap(order[i], order[i + 1]);
            ++exchanges;
            sorted = false;
        }
    }
    return exchanges;
}

}  // namespace

TEST_CASE("equal values have the same rank") {
    CHECK(ranks_of(std::vector{0.3, 0.1, 0.2}) == std::vector{3, 1, 2});
    CHECK(ranks_of(std::vector{2.0, 1.0, 2.0, 5.0}) == std::vector{2, 1, 2, 4});
    CHECK(ranks_of({}).empty());
}

TEST_CASE("Kendall's tau of different values counts the exchanges that sort one list by the other") {
    std::mt19937_64 random(7);
    for (int n = 2; n < 12; ++n) {
        std::vector<int> order(static_cast<std::size_t>(n));
        std::iota(order.begin(), order.end(), 0);
        const std::vector<double> ascending(order.begin(), order.end());
        std::shuffle(order.begin(), order.end(), random);
        const std::vector<double> shuffled(order.begin(), order.end());
        const double expected = 1 - 4 * exchanges_to_sort(order) / (n * (n - 1));
        CHECK(kendall_tau(ascending, shuffled) == Approx(expected).margin(1e-12));
        CHECK(kendall_tau(shuffled, ascending) == Approx(expected).margin(1e-12));
    }
}

TEST_CASE("the mean of Kendall's tau over all orders of a list is 0") {
    std::vector<double> order{1, 2, 3, 4, 5};
    const auto ascending = order;
    double sum = 0;
    do {
        sum += kendall_tau(ascending, order);
    } while (std::next_permutation(order.begin(), order.end()));
    CHECK(sum == Approx(0).margin(1e-9));
}

TEST_CASE("Kendall's tau-b with equal values") {
    // The example in the documentation of scipy.stats.kendalltau.
    CHECK(kendall_tau(std::vector<double>{12, 2, 1, 12, 2}, std::vector<double>{1, 4, 7, 1, 0}) ==
          Approx(-0.47140452079103173));
    // 2 of 3 pairs differ in both lists and agree, all 3 differ in the second: 2 / sqrt(2 * 3).
    CHECK(kendall_tau(std::vector<double>{1, 1, 2}, std::vector<double>{1, 2, 3}) == Approx(0.81649658));
    CHECK(kendall_tau(std::vector<double>{1, 1}, std::vector<double>{1, 2}) == 0);
    CHECK(kendall_tau(std::vector<double>{1}, std::vector<double>{1}) == 0);
    CHECK(kendall_tau({}, {}) == 0);
    CHECK_THROWS_AS(kendall_tau(std::vector<double>{1}, {}), std::invalid_argument);
}

TEST_CASE("Kendall's tau depends on the order only, not on the distances") {
    const std::vector<double> predicted{1.0, 1.2, 0.9, 4.0};
    const std::vector<double> observed{1.1, 1.0, 0.8, 9.0};
    const std::vector<double> stretched{1.1e6, 1.0, -8, 1e9};
    CHECK(kendall_tau(predicted, observed) == kendall_tau(predicted, stretched));
    CHECK(kendall_tau(predicted, predicted) == 1);
    CHECK(kendall_tau(predicted, std::vector<double>{-1.0, -1.2, -0.9, -4.0}) == -1);
}

}  // namespace rank_correlation_test

// Compares the dynamic program with a closed form and the lower bound, before rounding. exact_columns_test.cpp
// enumerates all layouts.
#include <catch2/catch.hpp>
#include <cmath>

#include "banyan/part/grid.hpp"
#include "libpart/methods/column_layout.hpp"
#include "tests/libpart/geometry/random_processors.hpp"

namespace columns_test {

using namespace banyan::part;
using banyan::testing::processors_of;
namespace testing = banyan::testing;

namespace {

std::vector<double> descending_weights(testing::source& random, int processors, double ratio) {
    std::vector<double> weights;
    for (int i = 0; i < processors; ++i)
        weights.push_back(random.real(1, ratio));
    std::ranges::sort(weights, std::greater<>());
    return weights;
}

/// Internal length if the strips take counts[0], counts[1], ... of the weights in their order (Kaddoura, Theorem 1).
double internal_length(const std::vector<double>& weights, const std::vector<int>& counts, double across_m,
                       double along_n) {
    double total = 0;
    for (double w : weights)
        total += w;
    double length = static_cast<double>(counts.size() - 1) * across_m;
    std::size_t next = 0;
    for (int count : counts)
        for (int i = 0; i < count; ++i)
            length += (count - 1) * (weights[next++] / total) * along_n;
    return length;
}

double internal_length(const column_layout& layout, const std::vector<double>& weights, const grid& g) {
    const auto rows = static_cast<double>(g.rows());
    const auto cols = static_cast<double>(g.cols());
    return layout.direction == cut::vertical ? internal_length(weights, layout.counts, rows, cols)
                                             : internal_length(weights, layout.counts, cols, rows);
}

double lower_bound(const std::vector<double>& weights) {
    double total = 0;
    double roots = 0;
    for (double w : weights)
        total += w;
    for (double w : weights)
        roots += 2 * std::sqrt(w / total);
    return roots;
}

}  // namespace

TEST_CASE("equal processors follow the closed form of Lemma 4") {
    for (int p = 1; p <= 200; ++p) {
        const double m = 1000;
        const double n = 2500;
        double best = INFINITY;
        for (int l = 1; l <= p; ++l) {
            const double low = std::floor(static_cast<double>(p) / l);
            const double high = std::ceil(static_cast<double>(p) / l);
            const double inner = (low * (low - 1) * (l - p % l) + high * (high - 1) * (p % l)) / p;
            best = std::min({best, inner * n + (l - 1) * m, inner * m + (l - 1) * n});
        }
        const std::vector<double> weights(static_cast<std::size_t>(p), 1.0);
        const grid g(1000, 2500);
        CHECK(internal_length(best_columns(g, processors_of(weights)), weights, g) == Approx(best).margin(1e-6));
    }
}

TEST_CASE("columns stays close to the lower bound on the unit square") {
    testing::source random(53);
    const grid square(1000000, 1000000);
    for (const auto& [processors, most] : {std::pair(64, 1.005), std::pair(10000, 1.00004)}) {
        double sum = 0;
        for (int i = 0; i < 10; ++i) {
            const std::vector<double> weights = descending_weights(random, processors, 10);
            sum += (internal_length(best_columns(square, processors_of(weights)), weights, square) / 1e6 + 2) /
                   lower_bound(weights);
        }
        CHECK(sum / 10 < most);
        CHECK(sum / 10 >= 1);
    }
}

}  // namespace columns_test

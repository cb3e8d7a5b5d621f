// The transforms of length 4 across four rows, compared with sums of the definition.
#include "libgrid/fft/across_four.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <random>
#include <vector>

namespace across_four_test {

using namespace banyan::grid;
using number = std::complex<double>;
using row_values = std::vector<std::vector<number>>;

namespace {

constexpr double tolerance = 1e-13;
constexpr std::int64_t n = 1 << 14, first_k = 700;

number root(double turns) {
    return std::polar(1.0, -2 * std::numbers::pi * turns);
}

row_values random_rows(std::int64_t length) {
    std::mt19937 random(static_cast<unsigned>(length));
    std::uniform_real_distribution<double> any(-1, 1);
    row_values rows(4);
    for (auto& row : rows)
        for (std::int64_t i = 0; i < length; ++i)
            row.emplace_back(any(random), any(random));
    return rows;
}

/// Row s is multiplied by w_n^(s k), k = first_k + first + i.
row_values by_definition(const row_values& x, std::int64_t first) {
    row_values y(4, std::vector<number>(x[0].size()));
    for (std::size_t s = 0; s < 4; ++s)
        for (std::size_t i = 0; i < x[s].size(); ++i) {
            for (std::size_t q = 0; q < 4; ++q)
                y[s][i] += x[q][i] * root(static_cast<double>(s * q) / 4);
            const auto k = first_k + first + static_cast<std::int64_t>(i);
            y[s][i] *= root(static_cast<double>(s) * static_cast<double>(k) / static_cast<double>(n));
        }
    return y;
}

double largest_difference(const row_values& a, const row_values& b, double factor) {
    double largest = 0;
    for (std::size_t q = 0; q < 4; ++q)
        for (std::size_t i = 0; i < a[q].size(); ++i)
            largest = std::max(largest, std::abs(a[q][i] - factor * b[q][i]));
    return largest;
}

four_rows begins(row_values& rows) {
    return {rows[0].data(), rows[1].data(), rows[2].data(), rows[3].data()};
}

}  // namespace

TEST_CASE("across four ranks: as the definition, and back, for any length and place in the tables of factors") {
    const auto factors = factors_of_rows(n, 4, first_k, 1024);
    for (const std::int64_t first : {0, 5, 250})
        for (const std::int64_t length : {0, 1, 63, 64, 65, 256, 700}) {
            INFO("first " << first << ", length " << length);
            const row_values given = random_rows(length);
            row_values rows = given;
            transform_across_four(begins(rows), factors, first, length);
            CHECK(largest_difference(rows, by_definition(given, first), 1) < tolerance);
            transform_across_four_back(begins(rows), factors, first, length, 0.5);
            CHECK(largest_difference(rows, given, 2) < tolerance);  // 4 times one half
        }
}

}  // namespace across_four_test

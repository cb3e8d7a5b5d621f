#include "advisor/non_negative_fit.hpp"

#include <catch2/catch.hpp>
#include <random>
#include <stdexcept>

namespace non_negative_fit_test {

using namespace banyan::advisor;

namespace {

double error_of(const std::vector<equation>& equations, const std::vector<double>& coefficients) {
    double sum = 0;
    for (const auto& e : equations) {
        double predicted = 0;
        for (std::size_t k = 0; k < coefficients.size(); ++k) {
            predicted += coefficients[k] * e.terms[k];
        }
        sum += (predicted / e.value - 1) * (predicted / e.value - 1);
    }
    return sum;
}

}  // namespace

TEST_CASE("the fit finds coefficients of very different sizes") {
    const std::vector<double> truth{5e-5, 0, 2e-9};
    std::vector<equation> equations;
    for (double bytes = 1; bytes < 1e6; bytes *= 4) {
        for (const double messages : {1.0, 4.0}) {
            equations.push_back({{1, messages, bytes}, truth[0] + truth[2] * bytes});
        }
    }
    const auto found = fit_non_negative(equations);
    CHECK(found[0] == Approx(truth[0]).epsilon(1e-6));
    CHECK(found[1] == Approx(0).margin(1e-10));
    CHECK(found[2] == Approx(truth[2]).epsilon(1e-6));
}

TEST_CASE("no small change of the coefficients is better") {
    for (unsigned seed = 1; seed <= 50; ++seed) {
        std::mt19937_64 random(seed);
        std::uniform_real_distribution<double> uniform(0.1, 3.0);
        std::vector<equation> equations;
        for (int i = 0; i < 12; ++i) {
            equations.push_back(
                {{uniform(random), uniform(random), uniform(random), uniform(random)}, uniform(random)});
        }
        const auto found = fit_non_negative(equations);
        const double least = error_of(equations, found);
        for (std::size_t k = 0; k < found.size(); ++k) {
            CHECK(found[k] >= 0);
            for (const double step : {-1e-4, 1e-4}) {
                auto other = found;
                other[k] = std::max(0.0, other[k] + step);
                CHECK(error_of(equations, other) >= least - 1e-12);
            }
        }
    }
}

TEST_CASE("dependent terms do not break the fit") {
    const std::vector<equation> equations{{{1, 1}, 2}, {{2, 2}, 4}, {{3, 3}, 6}};
    CHECK(error_of(equations, fit_non_negative(equations)) < 1e-12);
    const std::vector<equation> absent{{{1, 0}, 2}, {{2, 0}, 4}};
    CHECK(fit_non_negative(absent) == std::vector<double>{2, 0});
}

TEST_CASE("impossible equations are refused") {
    CHECK_THROWS_AS(fit_non_negative({}), std::invalid_argument);
    CHECK_THROWS_AS(fit_non_negative(std::vector<equation>{{{1}, 0}}), std::invalid_argument);
    CHECK_THROWS_AS(fit_non_negative(std::vector<equation>{{{1}, 1}, {{1, 2}, 1}}), std::invalid_argument);
    CHECK_THROWS_AS(fit_non_negative(std::vector<equation>{{std::vector<double>(9, 1.0), 1}}), std::invalid_argument);
}

}  // namespace non_negative_fit_test

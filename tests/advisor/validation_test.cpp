#include "advisor/validation.hpp"

#include <catch2/catch.hpp>
#include <stdexcept>

namespace validation_test {

using namespace banyan::advisor;

TEST_CASE("trials of the same setting become one result") {
    const std::vector<trial> trials{
        {4, 10, {1, 1.2}, {{1}, {1.0}}},  // quotient 1.2
        {6, 10, {1, 0.8}, {{1}, {0.8}}},
        {4, 10, {1, 1.2}, {{1}, {1.5}}},  // quotient 0.8
        {4, 50, {1, 1.1}, {{1}, {0.9}}},
    };
    const auto results = summarize_trials(trials);
    REQUIRE(results.size() == 3);
    CHECK(results[0].tasks == 4);
    CHECK(results[0].trials == 2);
    CHECK(results[0].predicted_ratio == Approx(1.2));
    CHECK(results[0].observed_ratio == Approx(1.25));
    CHECK(results[0].predicted_over_observed.mean == Approx(1.0));
    // Two values d apart: t(0.975; 1) = 12.7062 times d / 2.
    CHECK(results[0].predicted_over_observed.ci95.half_width() == Approx(12.7062 * 0.2).epsilon(1e-4));
    CHECK(results[0].ranking_right);
    CHECK(results[0].is_tie());
    CHECK(results[1].tasks == 6);
    CHECK(results[1].ranking_right);
    CHECK(results[2].flops == 50);
    CHECK_FALSE(results[2].ranking_right);
}

TEST_CASE("a trial that was not completed is refused") {
    CHECK_THROWS_AS(summarize_trials(std::vector<trial>{{4, 10, {1}, {{1}, {1}}}}), std::invalid_argument);
    CHECK_THROWS_AS(summarize_trials(std::vector<trial>{{4, 10, {1, 1}, {{1}, {}}}}), std::invalid_argument);
    CHECK_THROWS_AS(summarize_trials(std::vector<trial>{{4, 10, {1, 0}, {{1}, {1}}}}), std::invalid_argument);
    CHECK(summarize_trials({}).empty());
}

}  // namespace validation_test

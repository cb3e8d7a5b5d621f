#include "advisor/iteration_patterns.hpp"

#include <catch2/catch.hpp>
#include <stdexcept>

namespace iteration_patterns_test {

using namespace banyan::advisor;

namespace {

ranked_method method(const std::string& name, double seconds, std::vector<double> draws_s) {
    ranked_method one;
    one.method = name;
    one.predicted_s = one.compute_s = seconds;
    one.classic_s = 2 * seconds;
    one.draws_s = std::move(draws_s);
    return one;
}

}  // namespace

TEST_CASE("an iteration is a list of patterns with their times") {
    CHECK(parse_iteration("5") == iteration_patterns{{1, "5"}});
    CHECK(parse_iteration("3:5,9,reduction") == iteration_patterns{{3, "5"}, {1, "9"}, {1, "reduction"}});
    CHECK(parse_iteration("5,2:random,4:5") == iteration_patterns{{5, "5"}, {2, "random"}});
    CHECK(text_of(parse_iteration("1:wavefront,1000:broadcast")) == "wavefront,1000:broadcast");
    CHECK(has_sweep("systolic"));
    CHECK_FALSE(has_sweep("broadcast"));
    CHECK(is_single(parse_iteration("1:9")));
    CHECK_FALSE(is_single(parse_iteration("2:9")));
    CHECK_FALSE(is_single(parse_iteration("5,9")));
}

TEST_CASE("an iteration that is not understood is refused with what is allowed") {
    for (const std::string text : {"0:5", "1001:5", "-1:5", "x:5", ":5", "1.5:5"}) {
        INFO(text);
        CHECK_THROWS_WITH(parse_iteration(text), Catch::Contains("use a whole number from 1 to 1000"));
    }
    for (const std::string text : {"", "7", "5,", "5,,9", "3:", "5;9"}) {
        INFO(text);
        CHECK_THROWS_WITH(parse_iteration(text), Catch::Contains("use 3, 5, 9, systolic, wavefront, broadcast"));
    }
    CHECK_THROWS_WITH(parse_iteration("2:reduction"), Catch::Contains("has no stencil"));
}

TEST_CASE("the time of an iteration is the sum of its patterns, draw by draw") {
    const auto five = rank_predictions({method("row", 1, {1, 2}), method("block", 2, {1.5, 3})}, {});
    const auto nine = rank_predictions({method("block", 1, {1, 1}), method("row", 5, {4, 5})}, {});
    const auto sum = rank_sums({{2, &five}, {1, &nine}});
    CHECK(sum.methods.at(0).method == "block");
    CHECK(sum.of("block").predicted_s == 5);
    CHECK(sum.of("row").predicted_s == 7);
    CHECK(sum.of("row").classic_s == 14);
    CHECK(sum.of("row").relative == Approx(1.4));
    CHECK(sum.of("row").draws_s == std::vector<double>{6, 9});
    CHECK(sum.of("block").draws_s == std::vector<double>{4, 7});
    CHECK(sum.of("block").p_best == 1);
    CHECK(sum.of("block").interval_s.lo == Approx(4 + 0.025 * 3));
    CHECK_THROWS_AS(rank_sums({}), std::invalid_argument);
}

}  // namespace iteration_patterns_test

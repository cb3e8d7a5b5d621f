#include "tools/banyan/chart.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "tests/tools/markup_check.hpp"

namespace banyan::tools::chart_test {
namespace {

std::vector<double> ticks(double lo, double hi, axis_kind kind = axis_kind::linear) {
    return chart_scale(lo, hi, kind, 0, 1).ticks();
}

chart some_chart() {
    return {
        "a < b",
        {"size (bytes)", axis_kind::logarithmic},
        {"time (ms)"},
        {{"measured", 0, true, false, {{8, 1, 0.5, 1.5}, {512, 2}}}, {"fitted", 1, false, true, {{8, 1}, {512, 2}}}}};
}

}  // namespace

TEST_CASE("the ticks of an axis are round and contain its values") {
    CHECK(ticks(0.2, 9.7) == std::vector<double>{0, 2, 4, 6, 8, 10});
    CHECK(ticks(8, 32768, axis_kind::logarithmic) == std::vector<double>{10, 100, 1000, 10000});
    CHECK(ticks(3, 50, axis_kind::logarithmic) == std::vector<double>{5, 10, 20, 50});
    CHECK(ticks(10, 11, axis_kind::logarithmic) == std::vector<double>{10, 10.5, 11});
    CHECK(ticks(1, 3, axis_kind::whole_numbers) == std::vector<double>{1, 2, 3});
    CHECK(ticks(1, 16, axis_kind::whole_numbers) == std::vector<double>{0, 5, 10, 15, 20});
    CHECK(ticks(5, 5).front() <= 2.5);
    CHECK(ticks(0, 0).size() > 2);
}

TEST_CASE("an axis places its values from one end to the other") {
    const chart_scale linear(0, 10, axis_kind::linear, 100, 200);
    CHECK(linear.position(0) == Approx(100));
    CHECK(linear.position(2.5) == Approx(125));
    const chart_scale logarithmic(1, 1e4, axis_kind::logarithmic, 40, 0);
    CHECK(logarithmic.position(100) == Approx(20));
    CHECK(logarithmic.position(1) < 40);
    CHECK_THROWS_AS(chart_scale(0, 1, axis_kind::logarithmic, 0, 1), std::invalid_argument);
    CHECK_THROWS_AS(chart_scale(0, std::numeric_limits<double>::infinity(), axis_kind::linear, 0, 1),
                    std::invalid_argument);
}

TEST_CASE("the numbers of ticks are short") {
    CHECK(tick_text(0) == "0");
    CHECK(tick_text(0.25) == "0.25");
    CHECK(tick_text(1000) == "1000");
    CHECK(tick_text(200'000) == "200k");
    CHECK(tick_text(5e6) == "5M");
}

TEST_CASE("a chart has a symbol for each point, its intervals, its lines and a legend") {
    const auto text = svg_chart(some_chart());
    testing::check_well_formed(text);
    CHECK(testing::count(text, "class=\"symbol\"") == 2 + 1);  // and one in the legend
    CHECK(testing::count(text, "class=\"interval\"") == 1);
    CHECK(testing::count(text, "class=\"series\"") == 1 + 1);
    CHECK_THAT(text, Catch::Contains("<title>a &lt; b</title>") && Catch::Contains(">size (bytes)</text>"));
    CHECK_THROWS_AS(svg_chart({}), std::invalid_argument);
}

TEST_CASE("bars have their names, texts and intervals") {
    const auto text = svg_bars({"times", "ms", {{"row", 2, 1.5, 2.5, "2.0 ms"}, {"<block>", 1}}});
    testing::check_well_formed(text);
    CHECK(testing::count(text, "class=\"bar\"") == 2);
    CHECK(testing::count(text, "class=\"interval\"") == 3);
    CHECK_THAT(text, Catch::Contains(">row: 2.0 ms<") && Catch::Contains(">&lt;block&gt;<"));
    CHECK_THROWS_AS(svg_bars({}), std::invalid_argument);
}

}  // namespace banyan::tools::chart_test

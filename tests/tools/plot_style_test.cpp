#include "tools/banyan/plot_style.hpp"

#include <catch2/catch.hpp>
#include <regex>
#include <set>

namespace banyan::tools::plot_style_test {

TEST_CASE("all colours of the plots are different") {
    std::set<std::string> colours;
    for (int number = 0; number < plot_colours; ++number)
        colours.insert(plot_colour(number));
    CHECK(colours.size() == plot_colours);
    for (const auto& colour : colours)
        CHECK(std::regex_match(colour, std::regex("#[0-9A-F]{6}")));
    CHECK(plot_colour(plot_colours) == plot_colour(0));
}

TEST_CASE("the head of a plot names terminal and file and has all line types") {
    const auto head = plot_head("/tmp/it's.svg", 300, 200);
    CHECK_THAT(head, Catch::StartsWith("set terminal svg ") && Catch::Contains("size 300,200"));
    CHECK_THAT(head, Catch::Contains("\nset output '/tmp/it''s.svg'\n"));
    for (int number = 0; number < plot_colours; ++number)
        CHECK_THAT(head, Catch::Contains("set linetype " + std::to_string(number + 1) + " linecolor rgb '" +
                                         plot_colour(number) + "'"));
    CHECK_THAT(plot_head("a.png", 3, 2), Catch::StartsWith("set terminal pngcairo "));
}

}  // namespace banyan::tools::plot_style_test

#include "tools/banyan/html_page.hpp"

#include <catch2/catch.hpp>

#include "tests/tools/markup_check.hpp"

namespace banyan::tools::html_page_test {

TEST_CASE("a page is well-formed and has no link to anything else") {
    const auto text = html::page(
        "a <title> & more", "made \"today\"",
        html::section("part <1>", html::paragraphs("first\n\nsecond < third") + html::warnings("mind <this>")) +
            html::element({"<caption>", {{"<name>", false}, {"number"}}, {{"<row>", "1"}, {"&", "2"}}}) +
            html::facts({{"key <", "value >"}}) +
            html::figures({html::figure("<svg></svg>", "below <it>"), html::figure("<svg></svg>", "")}));
    testing::check_well_formed(text);
    CHECK_THAT(text, Catch::StartsWith("<!DOCTYPE html>\n"));
    CHECK(testing::count(text, "&lt;") == 10);
    CHECK(testing::count(text, "<p class=\"text\">") == 2);
    CHECK(testing::count(text, "<p class=\"warning\">") == 1);
    for (const auto* absent : {"<script", "<link", "http:", "https:", "src="})
        CHECK_THAT(text, !Catch::Contains(absent));
}

TEST_CASE("columns of numbers are aligned to the right") {
    const auto text = html::element({"", {{"name", false}, {"number"}}, {{"a", "1"}}});
    CHECK_THAT(text, Catch::Contains("<td class=\"t\">a</td><td class=\"n\">1</td>"));
    CHECK_THAT(text, !Catch::Contains("caption"));
}

}  // namespace banyan::tools::html_page_test

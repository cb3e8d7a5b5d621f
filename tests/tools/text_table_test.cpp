#include "tools/banyan/text_table.hpp"

#include <catch2/catch.hpp>
#include <stdexcept>

namespace banyan::tools::text_table_test {

TEST_CASE("a column of a table of text is as wide as its longest cell") {
    CHECK(text_table("<>", {{"host", "slots"}, {"east", "2"}}) ==
          "host  slots\n"
          "east      2\n");
    CHECK(text_table("<>", {{"host", "slots"}, {"far-west", "1234567"}}) ==
          "host        slots\n"
          "far-west  1234567\n");
}

TEST_CASE("no line of a table of text ends in a space") {
    CHECK(text_table("><<", {{"pid", "host", "program"}, {"7", "east", ""}, {"123456", "", ""}}) ==
          "   pid  host  program\n"
          "     7  east\n"
          "123456\n");
}

TEST_CASE("a table of text without rows is empty, and a missing cell is an error") {
    CHECK(text_table("<<", {}).empty());
    CHECK_THROWS_AS(text_table("<<", {{"host"}}), std::out_of_range);
}

}  // namespace banyan::tools::text_table_test

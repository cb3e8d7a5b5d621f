#include "advisor/published_table.hpp"

#include <catch2/catch.hpp>

namespace banyan::advisor {

TEST_CASE("the table has the published form") {
    CHECK(to_text({"thermal.c", 64, 64, 4, {{"block", 1.39}, {"row", 1.0}}}) ==
          "Application: thermal.c\n"
          "Rows: 64\n"
          "Columns: 64\n"
          "Processors: 4\n"
          "Block  Row\n"
          "1.39   1.00\n");
}

TEST_CASE("long names and large factors keep their columns apart") {
    const auto text = to_text({"thermal.c", 8, 8, 2, {{"point", 123.456}, {"homogeneous_block", 1}}});
    CHECK(text.find("Point   Homogeneous_block\n123.46  1.00\n") != std::string::npos);
}

}  // namespace banyan::advisor

#include "tools/banyan/published_table.hpp"

#include <catch2/catch.hpp>
#include <sstream>

namespace banyan::tools::published_table_test {

TEST_CASE("the table has the published form") {
    CHECK(published_table_text({"thermal.c", 64, 64, 4, {{"block", 1.39}, {"row", 1.0}}}) ==
          "Application: thermal.c\n"
          "Rows: 64\n"
          "Columns: 64\n"
          "Processors: 4\n"
          "Block  Row\n"
          "1.39   1.00\n");
}

TEST_CASE("long names and large factors keep their columns apart") {
    const auto text = published_table_text({"thermal.c", 8, 8, 2, {{"point", 123.456}, {"homogeneous_block", 1}}});
    CHECK(text.find("Point   Homogeneous_block\n123.46  1.00\n") != std::string::npos);
}

TEST_CASE("many methods continue on further lines, each name above its number") {
    published_table table{"thermal.c", 8, 8, 2, {}};
    for (int i = 0; i < 20; ++i)
        table.columns.push_back({"method_" + std::to_string(100 + i), 1 + i / 100.0});
    std::istringstream lines(published_table_text(table));
    std::size_t found = 0;
    for (std::string line, above; std::getline(lines, line); above = line) {
        CHECK(line.size() <= 100);
        for (int i = 0; i < 20; ++i)
            if (const auto at = above.find("Method_" + std::to_string(100 + i)); at != std::string::npos) {
                CHECK(line.substr(at, 4) == (i < 10 ? "1.0" : "1.1") + std::to_string(i % 10));
                ++found;
            }
    }
    CHECK(found == 20);
}

}  // namespace banyan::tools::published_table_test

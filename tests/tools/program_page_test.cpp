#include "tools/banyan/program_page.hpp"

#include <catch2/catch.hpp>

#include "tests/tools/made_up_phases.hpp"
#include "tests/tools/markup_check.hpp"

namespace banyan::tools::program_page_test {

using Catch::Contains;

TEST_CASE("the section of the phases has a row for each phase, and the plan") {
    auto program = testing::flow_and_solve(1);
    program.phases[0].name = "<flow>";
    const auto section = phases_section(program);
    testing::check_well_formed(section);
    CHECK_THAT(section, Contains("<td class=\"t\">&lt;flow&gt;</td><td class=\"t\">3:5</td>") &&
                            Contains("<td class=\"t\">9,reduction</td>"));
    CHECK(testing::count(section, "<tr>") == 1 + 2);
    CHECK_THAT(section, Contains("Use row in &lt;flow&gt;, block in solve: the changes save 9 s (9..9)."));
}

TEST_CASE("the section of a running program has a row for each measurement") {
    auto answer = testing::running_program();
    answer.measured.push_back(answer.measured.front());
    const auto section = repartition_section(answer);
    testing::check_well_formed(section);
    CHECK_THAT(section, Contains("to columns moves 5 of 20 cells.") && Contains("columns (ms)"));
    CHECK(testing::count(section, "proposal") == 1);
    CHECK(testing::count(section, "confirmation 1") == 1);
    CHECK_THAT(section, Contains("0.88..2.92"));
    CHECK(repartition_section({}).empty());
}

}  // namespace banyan::tools::program_page_test

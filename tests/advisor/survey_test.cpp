#include "advisor/survey.hpp"

#include <catch2/catch.hpp>

namespace survey_test {

using banyan::advisor::problem;

TEST_CASE("whole iterations are measured if an iteration is one occurrence of the stencil that the program sends") {
    problem task;
    CHECK(task.measures_iterations());
    task.stencil = "9";
    CHECK_FALSE(task.measures_iterations());  // thermal sends the messages of the 5-point stencil
    task.application = "./mine";
    CHECK(task.measures_iterations());
    task.item_bytes = 4;
    CHECK(task.measures_iterations());
    task.whole_iterations = false;
    CHECK_FALSE(task.measures_iterations());
}

TEST_CASE("thermal computes a torus of equal cells only") {
    problem open;
    open.domain = {64, 64, banyan::part::periodic::none};
    CHECK_FALSE(open.is_of_thermal());
    CHECK_FALSE(open.measures_iterations());
    problem weighted;
    weighted.domain = {2, 64};
    CHECK(weighted.is_of_thermal());
    weighted.work = banyan::advisor::cell_work(weighted.domain, banyan::part::work_density::of_rows({1, 2}));
    CHECK_FALSE(weighted.is_of_thermal());
    CHECK_FALSE(weighted.measures_iterations());
    weighted.application = open.application = "./mine";
    CHECK(weighted.measures_iterations());  // with the partitions of its own grid
    CHECK(open.measures_iterations());
}

}  // namespace survey_test

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

}  // namespace survey_test

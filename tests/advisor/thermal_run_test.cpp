#include "advisor/thermal_run.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <stdexcept>

namespace thermal_run_test {

using namespace banyan::advisor;

TEST_CASE("the time of an iteration is the total time divided by the iterations") {
    CHECK(parse_thermal_seconds(R"({"iterations": 200, "seconds_total": 0.5, "seconds_per_iteration": 0.002})") ==
          Approx(0.0025));
    for (const std::string bad : {"", "{}", "warning\n{}", R"({"iterations": 0, "seconds_total": 1})",
                                  R"({"iterations": 5, "seconds_total": 0})", R"({"iterations": 5})"}) {
        CHECK_THROWS_AS(parse_thermal_seconds(bad), std::runtime_error);
    }
}

TEST_CASE("the warm-up reaches the program") {
    thermal_run run;
    run.warm_up = 17;
    const auto command = thermal_command("thermal", run);
    const auto option = std::find(command.begin(), command.end(), "--warm-up");
    REQUIRE(option != command.end());
    CHECK(*(option + 1) == "17");
}

TEST_CASE("speeds reach the program without loss") {
    thermal_run run;
    run.speeds = {1.0 / 3, 123456789.123456789};
    const auto command = thermal_command("thermal", run);
    const auto speeds = std::find(command.begin(), command.end(), "--speeds");
    REQUIRE(speeds != command.end());
    const auto& text = *(speeds + 1);
    CHECK(std::stod(text) == run.speeds[0]);
    CHECK(std::stod(text.substr(text.find(',') + 1)) == run.speeds[1]);
}

}  // namespace thermal_run_test

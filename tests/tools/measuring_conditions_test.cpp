#include "tools/banyan/measuring_conditions.hpp"

#include <catch2/catch.hpp>

namespace banyan::tools::measuring_conditions_test {

TEST_CASE("a warning names each computer on which other programs take cores that the tasks need") {
    CHECK(busy_warnings({}).empty());
    CHECK(busy_warnings({{{"idle"}, 2, 2, 0.1}, {{"large"}, 2, 16, 8}}).empty());
    CHECK(
        busy_warnings({{{"idle"}, 2, 2, 0.1}, {{"east", "west"}, 2, 2, 1.84}, {{"far"}, 1, 1, 1}}) ==
        "banyan: warning: other programs use 1.8 of the 2 cores of east, west, where 2 tasks measure; the measurement "
        "will be inaccurate: end these programs, or measure later\n"
        "banyan: warning: other programs use 1.0 of the 1 core of far, where 1 task measures; the measurement will be "
        "inaccurate: end these programs, or measure later\n");
}

TEST_CASE("many hosts on one computer are not all named") {
    CHECK_THAT(busy_warnings({{{"a", "b", "c", "d", "e", "f"}, 6, 2, 1}}),
               Catch::Contains("2 cores of a, b, c, d, ... (6 hosts), where"));
}

TEST_CASE("what to do about an unknown network depends on the computers") {
    CHECK_THAT(unknown_network_text({{{"idle"}, 2, 2, 0}}),
               Catch::EndsWith("To get lambda and tau, measure longer (--probe-seconds)\n"));
    CHECK_THAT(unknown_network_text({{{"n1", "n2"}, 4, 2, 0}}),
               Catch::Contains("use at most 2 tasks on n1, n2 (4 tasks share 2 cores), or measure longer"));
    CHECK_THAT(unknown_network_text({{{"n1"}, 1, 1, 1}}),
               Catch::Contains("end the other programs on n1, or measure longer"));
}

}  // namespace banyan::tools::measuring_conditions_test

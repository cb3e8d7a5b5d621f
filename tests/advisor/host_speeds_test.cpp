#include "advisor/host_speeds.hpp"

#include <catch2/catch.hpp>
#include <stdexcept>

namespace host_speeds_test {

using namespace banyan::advisor;

TEST_CASE("the speed of a host is the mean of its tasks, each with its median window") {
    probe_report report;
    report.hosts = {"east", "west", "east"};
    const auto probe = host_speed_probe(3);
    report.shapes = probe.shapes;
    REQUIRE(report.shapes.size() == 3);
    REQUIRE(report.shapes[0].size() == 1);
    const auto cells = static_cast<double>(report.shapes[0][0].cells());
    // Cells per second of the three tasks: 1e8 (with one slow window), 5e7, 3e8.
    report.sweeps = {{{cells / 1e8, cells / 1e8, cells / 1e6}}, {{cells / 5e7}}, {{cells / 3e8}}};
    const auto found = host_speeds_in(report);
    REQUIRE(found.size() == 2);
    CHECK(found[0].host == "east");
    CHECK(found[0].cells_per_s == Approx(2e8));
    CHECK(found[1].host == "west");
    CHECK(found[1].cells_per_s == Approx(5e7));
}

TEST_CASE("all tasks of the speed probe sweep over the same shape") {
    const auto probe = host_speed_probe(5);
    CHECK(probe.what == probe_options::mode::speed);
    CHECK(probe.rounds * probe.window_s < probe.speed_budget_s);
    REQUIRE(probe.shapes.size() == 5);
    for (const auto& one : probe.shapes)
        CHECK(one == probe.shapes[0]);
    CHECK_THROWS_AS(host_speeds_in({}), std::runtime_error);
}

}  // namespace host_speeds_test

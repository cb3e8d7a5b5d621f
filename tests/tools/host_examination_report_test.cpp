#include "tools/banyan/host_examination_report.hpp"

#include <catch2/catch.hpp>

namespace banyan::tools::host_examination_report_test {
namespace {

daemon::host_examination good() {
    daemon::host_examination host{.name = "east", .slots = 2, .address = "192.0.2.1", .version = "1.2.3"};
    host.system = "Debian GNU/Linux 12, kernel 6.1.0";
    host.cores = 4;
    host.folder = "/run/user/1000/banyan-1000";
    host.free_bytes = std::uint64_t{5} << 20;
    host.reaches_here = true;
    host.is_reached = false;
    host.clock = daemon::clock_reading{-0.25, 0.0001};
    return host;
}

const std::vector<daemon::host_examination> both{
    good(), {.name = "far-west", .failures = {"it cannot be examined", "and it is on fire"}}};

}  // namespace

TEST_CASE("the table of examined hosts has a line for each host") {
    CHECK(host_examination_text(both) ==
          "host      address    version  cores  slots  clock s  free MiB  to/from  system\n"
          "east      192.0.2.1  1.2.3        4      2   -0.250         5  no/yes   Debian GNU/Linux 12, kernel 6.1.0\n"
          "far-west  -          -            -      -        -         -  -/-      -\n");
}

TEST_CASE("each failure of an examined host has a line with its name") {
    CHECK(host_failure_lines(both) ==
          std::vector<std::string>{"host far-west: it cannot be examined", "host far-west: and it is on fire"});
}

TEST_CASE("the JSON of examined hosts has null for what is not known") {
    const auto list = host_examination_json(both);
    REQUIRE(list.size() == 2);
    CHECK(list[0]["name"] == "east");
    CHECK(list[0]["slots"] == 2);
    CHECK(list[0]["free_bytes"] == 5242880);
    CHECK(list[0]["clock_ahead_s"] == -0.25);
    CHECK(list[0]["is_reached"] == false);
    CHECK(list[0]["failures"].empty());
    for (const char* unknown : {"address", "version", "system", "cores", "slots", "clock_ahead_s",
                                "clock_uncertainty_s", "folder", "free_bytes", "is_reached", "reaches_here"})
        CHECK(list[1][unknown].is_null());
    CHECK(list[1]["failures"].size() == 2);
    CHECK(host_examination_json({}).is_array());
}

}  // namespace banyan::tools::host_examination_report_test

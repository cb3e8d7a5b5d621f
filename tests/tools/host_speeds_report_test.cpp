#include "tools/banyan/host_speeds_report.hpp"

#include <catch2/catch.hpp>

#include "tools/banyan/verb.hpp"

namespace banyan::tools::host_speeds_report_test {
namespace {

daemon::host_info host(const std::string& name, double declared, double cells_per_s = 0) {
    daemon::host_info made{.number = net::host_id{1}, .name = name, .address = "", .slots = 2, .speed = declared};
    if (cells_per_s > 0) made.measured = daemon::measured_speed{cells_per_s, std::chrono::sys_seconds{}};
    return made;
}

daemon::host_entry entry(const std::string& name) {
    daemon::host_entry made;
    made.name = name;
    return made;
}

}  // namespace

TEST_CASE("the table of speeds says which speeds programs get") {
    const auto text = host_speeds_text({host("east", 1, 9e7), host("west", 4, 3e7)});
    CHECK_THAT(text, Catch::Contains("east      2         1      90.0         3  1970-01-01T00:00:00Z\n"));
    CHECK_THAT(text, Catch::Contains("west      2         4      30.0         1  1970-01-01T00:00:00Z\n"));
    CHECK_THAT(text, Catch::EndsWith("\nPrograms get the measured speeds.\n"));
    const auto mixed = host_speeds_text({host("east", 1, 9e7), host("west", 4)});
    CHECK_THAT(mixed, Catch::Contains("east      2         1      90.0         1  1970-01-01T00:00:00Z\n"));
    CHECK_THAT(mixed, Catch::Contains("west      2         4         -         4  -\n"));
    CHECK_THAT(mixed,
               Catch::EndsWith("\nRuns with tasks on hosts that were not measured (west) get the declared speeds, "
                               "other runs the measured speeds.\n"));
    CHECK_THAT(host_speeds_text({host("west", 4)}), Catch::Contains("\nPrograms get the declared speeds."));
}

TEST_CASE("the JSON of speeds has declared and measured speeds") {
    const auto found = host_speeds_json({host("east", 1, 9e7), host("west", 4)});
    CHECK(found["source"] == "declared");
    CHECK(found["hosts"][0]["measured"] ==
          nlohmann::ordered_json{{"cells_per_s", 9e7}, {"at", "1970-01-01T00:00:00Z"}});
    CHECK(found["hosts"][1] ==
          nlohmann::ordered_json{
              {"name", "west"}, {"slots", 2}, {"declared", 4.0}, {"measured", nullptr}, {"relative", 4.0}});
    CHECK(host_speeds_json({host("east", 1, 9e7)})["source"] == "measured");
}

TEST_CASE("speeds for a host file are relative to the slowest host in it, and all of them are measured") {
    const std::vector<daemon::host_info> hosts{host("a", 1, 9e7), host("b", 1, 3e7), host("c", 1, 1e7), host("d", 1)};
    const auto speeds = relative_speeds(hosts, {entry("a"), entry("b")}, "hosts.txt");
    CHECK(speeds == std::map<std::string, double>{{"a", 3.0}, {"b", 1.0}});
    CHECK_THROWS_WITH(relative_speeds(hosts, {entry("a"), entry("d")}, "hosts.txt"),
                      Catch::Contains("--hostfile hosts.txt: host d was not measured"));
    CHECK_THROWS_WITH(relative_speeds(hosts, {entry("z")}, "hosts.txt"),
                      Catch::Contains("host z is not in the virtual machine"));
}

}  // namespace banyan::tools::host_speeds_report_test

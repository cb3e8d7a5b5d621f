// The declared and measured speeds of the hosts reach the tasks of a run, also after a restart of the coordinator.
#include <algorithm>
#include <catch2/catch.hpp>
#include <csignal>
#include <nlohmann/json.hpp>

#include "tests/daemon/system/child.hpp"

namespace speeds_test {

using namespace banyan::testing;
using Catch::Matchers::Contains;
using nlohmann::json;

namespace {

std::string four_hosts(const arena& a) {
    return a.file("hosts.txt",
                  "a address=127.0.0.2 slots=1 speed=1\nb address=127.0.0.3 slots=1 speed=2\n"
                  "c address=127.0.0.4 slots=1 speed=1\nd address=127.0.0.5 slots=1 speed=0.5\n");
}

json printed(const child_result& r) {
    INFO(r.err);
    REQUIRE(r.status == 0);
    return json::parse(r.out);
}

json thermal(const arena& a, const std::vector<std::string>& options, const std::string& tasks = "4") {
    std::vector<std::string> arguments{"run",    "-n",  tasks,          "--", built("thermal"), "--rows", "480",
                                       "--cols", "512", "--iterations", "2",  "--method",       "row",    "--json"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    return printed(run_banyan(a, arguments));
}

std::vector<std::int64_t> cells(const json& report) {
    std::vector<std::int64_t> list;
    for (const auto& rank : report["ranks"])
        list.push_back(rank["cells"]);
    return list;
}

}  // namespace

TEST_CASE("thermal divides its grid by the declared speeds of the hosts") {
    const arena a;
    REQUIRE(run_banyan(a, {"up", "--hostfile", four_hosts(a)}).status == 0);
    const json report = thermal(a, {});
    CHECK(report["speeds"]["source"] == "declared");
    CHECK(report["speeds"]["values"] == json{1.0, 2.0, 1.0, 0.5});
    // Whole rows of 512 cells: 480 rows in the proportion 1 : 2 : 1 : 0.5.
    const auto of_ranks = cells(report);
    const std::vector<double> shares{1 / 4.5, 2 / 4.5, 1 / 4.5, 0.5 / 4.5};
    for (std::size_t rank = 0; rank < 4; ++rank)
        CHECK(std::abs(static_cast<double>(of_ranks[rank]) - shares[rank] * 480 * 512) <= 512);

    SECTION("the tasks of a host with more tasks than slots share its speed") {
        // Ranks fill the slots and start again at the first host: two each on a, b and c, one on d.
        CHECK(thermal(a, {}, "7")["speeds"]["values"] == json{0.5, 0.5, 1.0, 1.0, 0.5, 0.5, 0.5});
    }
    SECTION("--speeds overrides them") {
        const json given = thermal(a, {"--speeds", "1,1,1,1"});
        CHECK(given["speeds"]["option"] == "--speeds");
        CHECK(cells(given) == std::vector<std::int64_t>(4, 120 * 512));
        CHECK(given["checksum"] == report["checksum"]);
    }
    SECTION("also if the coordinator is restarted before the run") {
        const auto pid = banyand_with(a, "coordinator");
        REQUIRE(::kill(pid, SIGKILL) == 0);
        REQUIRE(eventually([&] { return run_banyan(a, {"hosts"}).status == 0; }));
        CHECK(thermal(a, {})["speeds"]["values"] == json{1.0, 2.0, 1.0, 0.5});
    }
    run_banyan(a, {"down"});
    CHECK(a.empty_within(clean_up_limit));
}

TEST_CASE("Measured speeds are stored with their date until the virtual machine ends, and programs get them") {
    const arena a;
    const std::string file = four_hosts(a);
    const json up = printed(run_banyan(a, {"up", "--hostfile", file, "--measure", "--json"}));
    for (const auto& host : up["hosts"]) {
        CHECK(host["measured"]["cells_per_s"] > 0);
        CHECK_THAT(host["measured"]["at"].get<std::string>(), Contains("T"));
    }
    REQUIRE(::kill(banyand_with(a, "coordinator"), SIGKILL) == 0);  // the host daemons store the speeds
    json hosts;
    REQUIRE(eventually([&] {
        const auto r = run_banyan(a, {"hosts", "--json"});
        if (r.status == 0) hosts = json::parse(r.out);
        return r.status == 0;
    }));
    CHECK(hosts["hosts"] == up["hosts"]);

    const json report = thermal(a, {});
    CHECK(report["speeds"]["source"] == "measured");
    for (std::size_t rank = 0; rank < 4; ++rank)
        CHECK(report["speeds"]["values"][rank] == hosts["hosts"][rank]["measured"]["cells_per_s"]);
    CHECK_THAT(run_banyan(a, {"hosts"}).out, Contains("Mcells/s"));

    SECTION("the host file gets them, relative to the slowest host") {
        const json shown = printed(run_banyan(a, {"speeds", "--hostfile", file, "--json"}));
        CHECK(shown["source"] == "measured");
        const json divided = printed(run_banyan(
            a, {"partition", "--rows", "40", "--cols", "40", "--hostfile", file, "--method", "row", "--json"}));
        CHECK(divided["hosts"] == json{"a", "b", "c", "d"});
        for (std::size_t rank = 0; rank < 4; ++rank)
            CHECK(divided["speeds"][rank].get<double>() ==
                  Approx(shown["hosts"][rank]["relative"].get<double>()).epsilon(0.006));
    }
    SECTION("a run that uses a host without a measurement gets the declared speeds of all") {
        REQUIRE(
            run_banyan(a, {"add", "--hostfile", a.file("more.txt", "e address=127.0.0.6 slots=1 speed=3\n")}).status ==
            0);
        CHECK(thermal(a, {})["speeds"]["source"] == "measured");
        const json five = thermal(a, {}, "5");
        CHECK(five["speeds"]["source"] == "declared");
        CHECK(five["speeds"]["values"] == json{1.0, 2.0, 1.0, 0.5, 3.0});
        CHECK_THAT(run_banyan(a, {"speeds"}).out, Contains("not measured (e)"));
    }
    SECTION("they can be deleted") {
        CHECK(printed(run_banyan(a, {"speeds", "--forget", "--json"}))["source"] == "declared");
        CHECK(thermal(a, {})["speeds"]["values"] == json{1.0, 2.0, 1.0, 0.5});
        check_refused(a, {"speeds", "--hostfile", file}, 1, "host a was not measured");
    }
    run_banyan(a, {"down"});
    CHECK(a.empty_within(clean_up_limit));
}

TEST_CASE("banyan speeds needs a virtual machine and a host file that can be used") {
    const arena a;
    check_refused(a, {"speeds"}, 1, "no virtual machine is running");
    check_refused(a, {"speeds", "--measure", "--forget"}, 2, "--forget");
}

}  // namespace speeds_test

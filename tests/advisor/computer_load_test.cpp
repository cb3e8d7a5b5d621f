#include "advisor/computer_load.hpp"

#include <catch2/catch.hpp>

#include "advisor/probe/measure.hpp"
#include "banyan/net/thread_world.hpp"

namespace computer_load_test {

using namespace banyan::advisor;

TEST_CASE("hosts with one operating system are one computer") {
    probe_report report;
    report.hosts = {"node1", "node2", "far", "node1"};
    report.facts = {
        {{"name", "a"}, {"cores", 4}}, {{"name", "a"}, {"cores", 4}}, {{"name", "b"}, {"cores", 1}}, {{"name", "a"}}};
    report.busy_cores = {0.5, 1.5, 0.125, 1};
    const auto loads = computer_loads(report);
    REQUIRE(loads.size() == 2);
    CHECK(loads[0].hosts == std::vector<std::string>{"node1", "node2"});
    CHECK(loads[0].tasks == 3);
    CHECK(loads[0].cores == 4);
    CHECK(loads[0].busy_cores == 1.5);
    CHECK(loads[1].hosts == std::vector<std::string>{"far"});
    CHECK(loads[1].tasks == 1);
    report.busy_cores.clear();
    CHECK(computer_loads(report)[0].busy_cores == 0);
    report.facts = {{}, {}};
    CHECK(computer_loads(report).size() == 1);
    CHECK_FALSE(computer_loads(report)[0].is_contended());
}

TEST_CASE("a computer is contended if other programs take cores that the tasks need") {
    const auto contended = [](int tasks, int cores, double busy) {
        return computer_load{{}, tasks, cores, busy}.is_contended();
    };
    CHECK(contended(2, 2, 0.3));
    CHECK_FALSE(contended(2, 2, 0.2));
    CHECK_FALSE(contended(2, 4, 2));
    CHECK(contended(2, 4, 2.5));
    CHECK(contended(8, 4, 0.5));
    CHECK_FALSE(contended(8, 4, 0));
    CHECK_FALSE(contended(2, 0, 7));
}

TEST_CASE("the load probe measures on every rank") {
    probe_report report;
    banyan::net::run_threads(3, [&](banyan::net::group& world) {
        auto options = load_probe();
        options.window_s = 0.02;
        auto found = measure(world, options);
        if (world.rank().value == 0) report = std::move(found);
    });
    REQUIRE(report.busy_cores.size() == 3);
    for (const double busy : report.busy_cores)
        CHECK(busy >= 0);
    CHECK(parse_probe_report(to_json(report).dump()).busy_cores == report.busy_cores);
    CHECK(computer_loads(report).size() == 1);
}

}  // namespace computer_load_test

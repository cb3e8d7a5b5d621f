#include "advisor/host_facts.hpp"
#include "tests/common/scratch_folder.hpp"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <fstream>
#include <regex>

namespace host_facts_test {

using namespace banyan::advisor;

namespace {

// A folder with the files of a host's root, removed at the end.
struct fake_root : banyan::testing::scratch_folder {
    void write(const std::string& file, const std::string& text) const {
        std::filesystem::create_directories((path / file).parent_path());
        std::ofstream(path / file) << text;
    }
};

}  // namespace

TEST_CASE("facts are read from the files of the system") {
    const fake_root root;
    root.write("proc/sys/kernel/osrelease", "6.1.0-test\n");
    root.write("proc/cpuinfo", "processor : 0\nmodel name\t: Fast CPU: 3 GHz\n");
    root.write("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave\n");
    root.write("proc/sys/net/ipv4/tcp_congestion_control", "cubic\n");
    root.write("proc/loadavg", "1.25 0.5 0.1 1/100 42\n");
    const auto facts = read_host_facts(root.path);
    CHECK(facts.kernel == "6.1.0-test");
    CHECK(facts.cpu == "Fast CPU: 3 GHz");
    CHECK(facts.governor == "powersave");
    CHECK(facts.congestion_control == "cubic");
    CHECK(facts.load == 1.25);
    CHECK(facts.clock == "unknown");
    CHECK(facts.cores >= 1);
    CHECK((facts.available_cores > 0 && facts.available_cores <= facts.cores));
    CHECK(to_json(facts)["governor"] == "powersave");
}

TEST_CASE("facts of a host without these files are unknown") {
    const fake_root root;
    const auto facts = read_host_facts(root.path);
    CHECK(facts.cpu == "unknown");
    CHECK(facts.congestion_control == "unknown");
    CHECK(facts.load == 0);
}

TEST_CASE("the time is written in UTC") {
    CHECK(std::regex_match(utc_now(), std::regex(R"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)")));
}

}  // namespace host_facts_test

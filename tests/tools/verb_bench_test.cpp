// banyan bench as a user runs it: fields of the JSON, the table, wrong options.
#include <algorithm>

#include "tests/tools/command_checks.hpp"
#include "tests/tools/own_virtual_machines.hpp"

using namespace banyan::testing;

namespace {

void check_usage_error(const std::vector<std::string>& arguments, const std::vector<std::string>& words) {
    check_failed(run_banyan(arguments), 2, words);
}

void check_bench_fields(const json& found, const std::vector<std::size_t>& bytes, std::size_t repeat) {
    CHECK(keys(found) ==
          std::set<std::string>{"schema", "transport", "hosts", "congestion_control", "encryption", "results"});
    CHECK(found["schema"] == "banyan.bench.v1");
    CHECK(found["encryption"] == "none");
    CHECK(found["hosts"].size() == 2);
    REQUIRE(found["results"].size() == bytes.size());
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        const auto& result = found["results"][i];
        CHECK(keys(result) == std::set<std::string>{"bytes", "latency_us", "bandwidth_MBps", "repeat"});
        CHECK(result["bytes"] == bytes[i]);
        CHECK(result["repeat"] == repeat);
        const auto& latency = result["latency_us"];
        CHECK(keys(latency) == std::set<std::string>{"min", "median", "p95"});
        CHECK(latency["min"].get<double>() > 0);
        CHECK(latency["min"] <= latency["median"]);
        CHECK(latency["median"] <= latency["p95"]);
        CHECK(keys(result["bandwidth_MBps"]) == std::set<std::string>{"median", "max"});
        CHECK(result["bandwidth_MBps"]["median"] <= result["bandwidth_MBps"]["max"]);
    }
}

}  // namespace

TEST_CASE("bench latency and bandwidth have the fields of the contract") {
    const own_virtual_machines folder;
    check_bench_fields(json_printed_by({"bench", "latency", "--bytes", "0,8,1024", "--repeat", "20"}), {0, 8, 1024},
                       20);
    const auto tcp = json_printed_by({"bench", "bandwidth", "--bytes", "65536", "--repeat", "5", "--transport", "tcp"});
    check_bench_fields(tcp, {65536}, 5);
    CHECK(tcp["transport"] == "tcp");
}

TEST_CASE("bench prints a table for people") {
    const own_virtual_machines folder;
    const outcome o = run_banyan({"bench", "latency", "--bytes", "8", "--repeat", "10"});
    CHECK(o.status == 0);
    CHECK(o.out.find("median us") != std::string::npos);
    CHECK(std::count(o.out.begin(), o.out.end(), '\n') == 3);
}

TEST_CASE("bad input to bench is refused in one line") {
    check_usage_error({"bench", "latency", "--bytes", "-8"}, {"--bytes", "-8", "0"});
    check_usage_error({"bench", "latency", "--bytes", "8,many"}, {"--bytes", "many", "whole number"});
    check_usage_error({"bench", "latency", "--bytes", "99999999999"}, {"--bytes", "99999999999", "1073741824"});
    check_usage_error({"bench", "latency", "--repeat", "0"}, {"--repeat", "0", "1"});
    check_usage_error({"bench", "bandwidth", "--transport", "pigeon"}, {"--transport", "pigeon", "auto, tcp, unix"});
    check_usage_error({"bench", "latency", "--bytes", "8,,64"}, {"--bytes", "'8,,64' has an empty part"});
    check_usage_error({"bench", "latency", "--between", "a,"}, {"--between", "'a,' has an empty part"});
    const own_virtual_machines folder;
    check_usage_error({"bench", "latency", "--between", "nowhere,here"}, {"--between", "nowhere", "localhost"});
}

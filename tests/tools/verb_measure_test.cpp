// banyan bench, advise and validate, as a user meets them: small settings, the fields of the contract, bad input.
#include <stdlib.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "tests/tools/command_checks.hpp"
#include "tests/tools/scratch_folder.hpp"

using namespace banyan::testing;

namespace {

/// Also the place of its virtual machines' sockets, so that no other machine of the user is found.
struct own_place : scratch_folder {
    own_place() {
        setenv("XDG_RUNTIME_DIR", path.c_str(), 1);
        unsetenv("BANYAN_VM");
    }
};

void check_refusal(const std::vector<std::string>& arguments, const std::vector<std::string>& words, int status = 2) {
    check_failed(run_banyan(arguments), status, words);
}

json read_json(const std::filesystem::path& file) {
    std::ifstream in(file);
    return json::parse(in);
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
    const own_place folder;
    check_bench_fields(json_printed_by({"bench", "latency", "--bytes", "0,8,1024", "--repeat", "20"}), {0, 8, 1024},
                       20);
    const auto tcp = json_printed_by({"bench", "bandwidth", "--bytes", "65536", "--repeat", "5", "--transport", "tcp"});
    check_bench_fields(tcp, {65536}, 5);
    CHECK(tcp["transport"] == "tcp");
}

TEST_CASE("bench prints a table for people") {
    const own_place folder;
    const outcome o = run_banyan({"bench", "latency", "--bytes", "8", "--repeat", "10"});
    CHECK(o.status == 0);
    CHECK(o.out.find("median us") != std::string::npos);
    CHECK(std::count(o.out.begin(), o.out.end(), '\n') == 3);
}

TEST_CASE("advise ranks the methods asked for") {
    const own_place folder;
    const auto found = json_printed_by({"advise", "--rows", "96", "--cols", "64", "-n", "2", "--method",
                                        "row,block,column", "--probe-seconds", "0.5"});
    CHECK(found["schema"] == "banyan.advise.v2");
    CHECK(found["hosts"].size() == 1);
    CHECK(found["processors"].size() == 2);
    CHECK(found["network"].contains("lambda_s"));
    CHECK(found["network"].contains("tau_s_per_byte"));
    REQUIRE(found["ranking"].size() == 3);
    CHECK(found["ranking"][0]["relative"] == 1.0);
    double draws = 0;
    std::set<std::string> methods;
    for (const auto& entry : found["ranking"]) {
        CHECK(keys(entry) == std::set<std::string>{"method", "relative", "predicted_s", "interval_s", "p_best"});
        CHECK(entry["predicted_s"].get<double>() > 0);
        CHECK(entry["interval_s"][0] <= entry["interval_s"][1]);
        CHECK(entry["relative"].get<double>() >= 1.0);
        draws += entry["p_best"].get<double>();
        methods.insert(entry["method"]);
    }
    CHECK(draws == Approx(1.0));
    CHECK(methods == std::set<std::string>{"row", "block", "column"});
}

TEST_CASE("advise prints the published table, also for a single task") {
    const own_place folder;
    const outcome o = run_banyan(
        {"advise", "--rows", "64", "--cols", "64", "-n", "1", "--method", "block,row", "--probe-seconds", "0.3"});
    INFO(o.err);
    CHECK(o.status == 0);
    CHECK(o.out.find("Application: thermal\nRows: 64\nColumns: 64\nProcessors: 1\nBlock  Row\n") != std::string::npos);
}

TEST_CASE("validate predicts, runs, and keeps what it measured") {
    const own_place folder;
    const auto out = folder.path / "results";
    const auto found =
        json_printed_by({"validate", "thermal", "--rows", "128", "--cols", "96", "-n", "2,3", "--flops", "10",
                         "--trials", "2", "--run-seconds", "0.02", "--probe-seconds", "0.4", "--out", out.string()});
    CHECK(found["schema"] == "banyan.validate.v1");
    CHECK(found["application"] == "thermal");
    CHECK(found["trials"] == 2);
    REQUIRE(found["results"].size() == 2);
    for (const auto& result : found["results"]) {
        CHECK(keys(result) == std::set<std::string>{"processes", "flops", "methods", "predicted_ratio",
                                                    "observed_ratio", "predicted_over_observed", "ranking_right"});
        CHECK(result["methods"] == json({"row", "block"}));
        CHECK(result["predicted_ratio"].get<double>() > 0);
        CHECK(result["observed_ratio"].get<double>() > 0);
        const auto& mean = result["predicted_over_observed"];
        CHECK(mean["ci95"][0] <= mean["mean"]);
        CHECK(mean["mean"] <= mean["ci95"][1]);
    }
    CHECK(read_json(out / "validate.json") == found);
    CHECK(std::filesystem::exists(out / "figure43.gp"));
    const auto samples = read_json(out / "samples.json");
    REQUIRE(samples["trials"].size() == 4);
    const auto& trial = samples["trials"][0];
    CHECK(trial["observed_s"].size() == 2);
    CHECK(trial["observed_s"][0].size() == 2);
    const auto& facts = trial["survey"]["reports"][0]["facts"][0];
    for (const auto* fact : {"name", "governor", "clock", "congestion_control"}) {
        CHECK(facts.contains(fact));
    }
    CHECK(samples["encryption"] == "none");
}

TEST_CASE("bad input to bench is refused in one line") {
    check_refusal({"bench", "latency", "--bytes", "-8"}, {"--bytes", "-8", "0"});
    check_refusal({"bench", "latency", "--bytes", "8,many"}, {"--bytes", "many", "whole numbers"});
    check_refusal({"bench", "latency", "--bytes", "99999999999"}, {"--bytes", "99999999999", "1073741824"});
    check_refusal({"bench", "latency", "--repeat", "0"}, {"--repeat", "0", "1"});
    check_refusal({"bench", "bandwidth", "--transport", "pigeon"}, {"--transport", "pigeon", "auto, tcp, unix"});
    check_refusal({"bench", "weather"}, {});
    check_refusal({"bench"}, {});
    const own_place folder;
    check_refusal({"bench", "latency", "--between", "nowhere,here"}, {"--between", "nowhere"});
}

TEST_CASE("bad input to advise is refused in one line") {
    check_refusal({"advise", "--cols", "64"}, {"--rows"});
    check_refusal({"advise", "--rows", "0", "--cols", "64"}, {"--rows", "0", "1"});
    check_refusal({"advise", "--rows", "64", "--cols", "-64"}, {"--cols", "-64"});
    check_refusal({"advise", "--rows", "64", "--cols", "64", "-n", "0"}, {"-n", "0", "1"});
    check_refusal({"advise", "--rows", "2", "--cols", "2", "-n", "5"}, {"--rows 2", "5"});
    check_refusal({"advise", "--rows", "64", "--cols", "64", "--method", "spiral"}, {"--method", "spiral", "brbd"});
    check_refusal({"advise", "--rows", "64", "--cols", "64", "--flops", "30"}, {"--flops", "30", "10, 50"});
    check_refusal({"advise", "--rows", "64", "--cols", "64", "--stencil", "7"}, {"--stencil", "7", "5"});
    check_refusal({"advise", "--rows", "64", "--cols", "64", "--item-bytes", "0"}, {"--item-bytes", "0"});
    check_refusal({"advise", "--rows", "64", "--cols", "64", "--app", "weather"}, {"--app", "weather", "thermal"});
}

TEST_CASE("bad input to validate is refused in one line") {
    check_refusal({"validate"}, {"application"});
    check_refusal({"validate", "weather"}, {"weather", "thermal"});
    check_refusal({"validate", "thermal", "-n", "0"}, {"-n", "0", "1"});
    check_refusal({"validate", "thermal", "-n", "4,x"}, {"-n", "x"});
    check_refusal({"validate", "thermal", "--trials", "0"}, {"--trials", "0"});
    check_refusal({"validate", "thermal", "--flops", "10,11"}, {"--flops", "11", "10, 50"});
    check_refusal({"validate", "thermal", "--methods", "row"}, {"--methods", "1", "2"});
    check_refusal({"validate", "thermal", "--methods", "row,row"}, {"--methods", "row", "twice"});
    check_refusal({"validate", "thermal", "--methods", "row,contiguous_row"},
                  {"--methods", "row", "contiguous_row", "twice"});
    check_refusal({"validate", "thermal", "--methods", "row,spiral"}, {"--methods", "spiral"});
    check_refusal({"validate", "thermal", "--rows", "-5"}, {"--rows", "-5"});
    check_refusal({"validate", "thermal", "--rows", "1", "--cols", "3", "-n", "4"}, {"--rows 1", "4"});
    check_refusal({"validate", "thermal", "--probe-seconds", "nan"}, {"--probe-seconds", "nan", "0.1"});
    check_refusal({"validate", "thermal", "--out", "/proc/nowhere"}, {"--out", "/proc/nowhere"}, 1);
    check_refusal({"validate", "thermal", "--out", "/dev/null"}, {"--out", "/dev/null"}, 1);
}

// banyan bench as a user runs it: fields of the JSON, the table, wrong options.
#include <algorithm>

#include "tests/tools/command_checks.hpp"
#include "tests/tools/own_virtual_machines.hpp"

namespace verb_bench_test {

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

TEST_CASE("bench latency and bandwidth have the documented fields") {
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

TEST_CASE("bench model prints the numbers of the model, and writes a file that runs read") {
    const own_virtual_machines folder;
    const scratch_folder files;
    const std::string file = files.path / "network.txt";
    const auto found = json_printed_by({"bench", "model", "-n", "3", "--write", file});
    CHECK(keys(found) == std::set<std::string>{"schema", "transport", "hosts", "model"});
    CHECK(found["schema"] == "banyan.bench.model.v1");
    CHECK(found["hosts"].size() == 3);
    for (const char* name : {"inside_host.start_s", "inside_host.byte_s", "copy_byte_s", "cores"})
        CHECK(found["model"][name].get<double>() > 0);
    std::istringstream lines(read(file));
    std::string line;
    std::getline(lines, line);
    CHECK(line == "banyan network model 1");
    for (std::string name, number; lines >> name >> number;)
        CHECK(found["model"][name].get<double>() == std::stod(number));
}

TEST_CASE("bench model prints a table for people") {
    const own_virtual_machines folder;
    const outcome o = run_banyan({"bench", "model", "-n", "2", "--transport", "tcp"});
    CHECK(o.status == 0);
    CHECK_THAT(o.out, Catch::StartsWith("2 tasks on ") && Catch::Contains(" over tcp\n") &&
                          Catch::Contains("T0  start-up of a message, us"));
    check_failed(run_banyan({"bench", "model", "-n", "2", "--write", "/no/such/folder/file"}), 1,
                 {"--write", "/no/such/folder/file"});
}

TEST_CASE("bench collectives has a time and a prediction for each algorithm, and explains the choice") {
    const own_virtual_machines folder;
    const auto found = json_printed_by({"bench", "collectives", "--np", "2,3", "--op", "barrier,allreduce", "--sizes",
                                        "8,1024", "--repeat", "2", "--explain"});
    CHECK(keys(found) == std::set<std::string>{"schema", "transport", "runs"});
    CHECK(found["schema"] == "banyan.bench.collectives.v1");
    REQUIRE(found["runs"].size() == 2);
    for (std::size_t i = 0; i < 2; ++i) {
        const auto& run = found["runs"][i];
        CHECK(run["tasks"] == i + 2);
        CHECK(run["hosts"].size() == i + 2);
        CHECK(run["model"]["cores"].get<double>() > 0);
        std::set<std::string> rows;
        for (const auto& result : run["results"]) {
            rows.insert(result["collective"].get<std::string>() + " " + std::to_string(result["bytes"].get<int>()) +
                        " " + result["algorithm"].get<std::string>());
            CHECK(result["measured_us"]["min"].get<double>() > 0);
            CHECK(result["measured_us"]["min"] <= result["measured_us"]["median"]);
            CHECK(result["measured_us"]["samples"].size() == 2);
            CHECK(std::ranges::min(result["measured_us"]["samples"].get<std::vector<double>>()) ==
                  result["measured_us"]["min"].get<double>());
            CHECK(result["predicted_us"].get<double>() > 0);
            CHECK(result.contains("explanation") == (result["algorithm"] == "automatic"));
            if (result["algorithm"] == "automatic") CHECK(result.contains("same_as"));  // the named one, or another
        }
        for (const char* row : {"barrier 0 dissemination", "barrier 0 automatic", "allreduce 8 banyan-exchange",
                                "allreduce 8 automatic", "allreduce 1024 banyan-exchange", "allreduce 1024 automatic"})
            CHECK(rows.contains(row));
    }
}

TEST_CASE("each run of bench collectives has its own entry") {
    const own_virtual_machines folder;
    const auto found = json_printed_by({"bench", "collectives", "--np", "2,3", "--op", "barrier", "--repeat", "1",
                                        "--runs", "2", "--first-sample", "3"});
    std::vector<int> tasks;
    for (const auto& run : found["runs"])
        tasks.push_back(run["tasks"]);
    CHECK(tasks == std::vector{2, 2, 3, 3});
    check_usage_error({"bench", "collectives", "--runs", "0"}, {"--runs", "0", "1"});
    check_usage_error({"bench", "collectives", "--first-sample", "0"}, {"--first-sample", "0", "1"});
}

TEST_CASE("bench collectives prints a table for people, and the choice with --explain") {
    const own_virtual_machines folder;
    const outcome o = run_banyan({"bench", "collectives", "--np", "2", "--op", "allreduce", "--algorithm", "automatic",
                                  "--sizes", "64", "--repeat", "1", "--explain"});
    CHECK(o.status == 0);
    CHECK(std::count(o.out.begin(), o.out.end(), '\n') == 4);
    CHECK_THAT(o.out, Catch::Contains("predicted us") && Catch::Contains("\nallreduce of 64 bytes on 2 ranks: "));
}

TEST_CASE("bench collectives writes measured orders, by which automatic chooses afterwards") {
    const own_virtual_machines folder;
    const scratch_folder files;
    const std::string file = files.path / "network.txt", copy = files.path / "copy.txt";
    const std::vector<std::string> words{"bench",   "collectives", "--np",     "2", "--op", "barrier,broadcast",
                                         "--sizes", "8",           "--repeat", "1"};
    const auto with = [&](std::vector<std::string> more) {
        more.insert(more.begin(), words.begin(), words.end());
        return more;
    };
    CHECK(run_banyan(with({"--write", file})).status == 0);
    const std::string text = read(file);
    CHECK_THAT(text, Catch::StartsWith("banyan network model 1\n") && Catch::Contains("\nfastest barrier 2 1 2 0 ") &&
                         Catch::Contains("\nfastest broadcast 2 1 2 8 "));
    const std::size_t begin =
        text.find("fastest broadcast 2 1 2 8 ") + std::string("fastest broadcast 2 1 2 8 ").size();
    const std::string fastest = text.substr(begin, text.find_first_of(" \n", begin) - begin);
    const auto found = json_printed_by(with({"--network-model", file, "--write", copy, "--explain"}));
    for (const auto& result : found["runs"][0]["results"])
        if (result["collective"] == "broadcast" && result["algorithm"] == "automatic") {
            CHECK(result["chosen"] == fastest);
            CHECK(result.contains("chosen_by_prediction"));
            CHECK_THAT(result["explanation"].get<std::string>(),
                       Catch::Contains(fastest + ", measured as the fastest"));
        }
    const auto numbers = [](const std::string& of) { return of.substr(0, of.find("fastest")); };
    CHECK(numbers(read(copy)) == numbers(text));
    check_usage_error(with({"--write", file, "--algorithm", "linear"}), {"--write", "--algorithm"});
    check_usage_error(with({"--network-model", "/no/such/file"}), {"--network-model", "/no/such/file"});
    check_failed(run_banyan(with({"--write", "/no/such/folder/file"})), 1, {"--write", "/no/such/folder/file"});
}

TEST_CASE("bench techniques has the plain and the improved way of each technique, predicted and measured") {
    const own_virtual_machines folder;
    const auto found = json_printed_by({"bench", "techniques", "--np", "3", "--sizes", "64,20000", "--repeat", "1"});
    CHECK(keys(found) == std::set<std::string>{"schema", "transport", "runs"});
    CHECK(found["schema"] == "banyan.bench.techniques.v2");
    REQUIRE(found["runs"].size() == 1);
    const auto& run = found["runs"][0];
    CHECK(keys(run) == std::set<std::string>{"tasks", "hosts", "model", "results"});
    for (const char* name : {"start_us", "byte_ns", "packing_byte_ns"})
        CHECK(run["model"][name].get<double>() > 0);
    REQUIRE(run["results"].size() == 12);
    for (const auto& result : run["results"]) {
        CHECK(keys(result) == std::set<std::string>{"technique", "bytes", "plain", "improved", "predicted_quotient",
                                                    "measured_quotient", "automatic"});
        CHECK_FALSE(result["automatic"].get<std::string>().empty());
        CHECK(result["measured_quotient"].get<double>() > 0);
        for (const char* way : {"plain", "improved"}) {
            CHECK(keys(result[way]) == std::set<std::string>{"setting", "predicted_us", "measured_us"});
            CHECK(result[way]["predicted_us"].get<double>() > 0);
            CHECK(result[way]["measured_us"]["min"] <= result[way]["measured_us"]["median"]);
        }
    }
}

TEST_CASE("bench techniques prints a table for people") {
    const own_virtual_machines folder;
    const outcome o = run_banyan({"bench", "techniques", "--np", "2", "--sizes", "64", "--repeat", "1"});
    CHECK(o.status == 0);
    CHECK(std::count(o.out.begin(), o.out.end(), '\n') == 9);
    CHECK_THAT(o.out, Catch::StartsWith("2 tasks on ") && Catch::Contains("many-to-many-figure-4.9"));
}

TEST_CASE("bad input to bench is refused in one line") {
    check_usage_error({"bench", "techniques", "--np", "1"}, {"--np", "1", "from 2"});
    check_usage_error({"bench", "techniques", "--sizes", "12"}, {"--sizes", "12", "multiples of 8"});
    check_usage_error({"bench", "techniques", "--sizes", "0"}, {"--sizes", "'0'", "8"});
    check_usage_error({"bench", "collectives", "--op", "allreduse"}, {"--op", "allreduse", "did you mean allreduce?"});
    check_usage_error({"bench", "collectives", "--algorithm", "rings"}, {"--algorithm", "rings", "automatic"});
    check_usage_error({"bench", "collectives", "--np", "1"}, {"--np", "1", "from 2"});
    check_usage_error({"bench", "collectives", "--sizes", "12"}, {"--sizes", "12", "multiples of 8"});
    check_usage_error({"bench", "model", "-n", "1"}, {"-n", "'1'", "from 2"});
    check_usage_error({"bench", "model", "--transport", "pigeon"}, {"--transport", "pigeon", "auto, tcp, unix"});
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

}  // namespace verb_bench_test

// banyan validate as a user runs it: results, files, wrong options.
#include <filesystem>
#include <fstream>

#include "tests/tools/command_checks.hpp"
#include "tests/tools/own_virtual_machines.hpp"

using namespace banyan::testing;

namespace {

void check_usage_error(const std::vector<std::string>& arguments, const std::vector<std::string>& words,
                       int status = 2) {
    check_failed(run_banyan(arguments), status, words);
}

json read_json(const std::filesystem::path& file) {
    std::ifstream in(file);
    return json::parse(in);
}

}  // namespace

TEST_CASE("validate predicts, runs, and stores its samples") {
    const own_virtual_machines folder;
    const auto out = folder.path / "results";
    const auto found =
        json_printed_by({"validate", "thermal", "--rows", "128", "--cols", "96", "-n", "2,3", "--flops", "10",
                         "--trials", "2", "--run-seconds", "0.02", "--probe-seconds", "0.4", "--out", out.string()});
    CHECK(found["schema"] == "banyan.validate.v2");
    CHECK(found["application"] == "thermal");
    CHECK(found["trials"] == 2);
    REQUIRE(found["results"].size() == 2);
    for (const auto& result : found["results"]) {
        CHECK(keys(result) == std::set<std::string>{"tasks", "flops", "methods", "predicted_ratio", "observed_ratio",
                                                    "predicted_over_observed", "ranking_right"});
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

TEST_CASE("bad input to validate is refused in one line") {
    check_usage_error({"validate"}, {"APPLICATION"});
    check_usage_error({"validate", "weather"}, {"weather", "thermal"});
    check_usage_error({"validate", "thermal", "-n", "0"}, {"-n", "0", "1"});
    check_usage_error({"validate", "thermal", "-n", "4,x"}, {"-n", "x"});
    check_usage_error({"validate", "thermal", "--trials", "0"}, {"--trials", "0"});
    check_usage_error({"validate", "thermal", "--flops", "10,11"}, {"--flops", "11", "10, 50"});
    check_usage_error({"validate", "thermal", "--methods", "row"}, {"--methods", "exactly 2", "got 1"});
    check_usage_error({"validate", "thermal", "--methods", "row,row"}, {"--methods", "row", "once"});
    check_usage_error({"validate", "thermal", "--methods", "row,contiguous_row"},
                      {"--methods", "row", "contiguous_row", "once"});
    check_usage_error({"validate", "thermal", "--methods", "row,spiral"}, {"--methods", "spiral"});
    check_usage_error({"validate", "thermal", "--rows", "-5"}, {"--rows", "-5"});
    check_usage_error({"validate", "thermal", "--rows", "1", "--cols", "3", "-n", "4"}, {"--rows 1", "4"});
    check_usage_error({"validate", "thermal", "--probe-seconds", "nan"}, {"--probe-seconds", "nan", "0.1"});
    check_usage_error({"validate", "thermal", "--out", "/proc/nowhere"}, {"--out", "/proc/nowhere"}, 1);
    check_usage_error({"validate", "thermal", "--out", "/dev/null"}, {"--out", "/dev/null"}, 1);
}

// banyan validate as a user runs it: results, files, wrong options.
#include <cmath>
#include <filesystem>
#include <fstream>

#include "tests/tools/command_checks.hpp"
#include "tests/tools/markup_check.hpp"
#include "tests/tools/own_virtual_machines.hpp"

namespace verb_validate_test {

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

// Sweeps in the overlap calibrations of the first trial; whole iterations have none.
std::size_t sweeps_measured(const json& samples) {
    std::size_t count = 0;
    for (const auto& report : samples["trials"][0]["survey"]["reports"])
        if (report.contains("overlap_calibrations"))
            for (const auto& calibration : report["overlap_calibrations"])
                count += calibration["sweep_s"].size();
    return count;
}

}  // namespace

TEST_CASE("validate predicts, runs, and stores its samples") {
    const own_virtual_machines folder;
    const auto out = folder.path / "results";
    const auto page = folder.path / "page.html";
    const auto found = json_printed_by({"validate",
                                        "thermal",
                                        "--report",
                                        page.string(),
                                        "--rows",
                                        "128",
                                        "--cols",
                                        "96",
                                        "-n",
                                        "2,3",
                                        "--flops",
                                        "10",
                                        "--trials",
                                        "2",
                                        "--run-seconds",
                                        "0.02",
                                        "--probe-seconds",
                                        "0.4",
                                        "--out",
                                        out.string()});
    CHECK(found["schema"] == "banyan.validate.v4");
    CHECK(found["application"] == "thermal");
    CHECK(found["trials"] == 2);
    REQUIRE(found["results"].size() == 2);
    for (const auto& result : found["results"]) {
        CHECK(result["methods"][0]["method"] == "row");
        CHECK(result["methods"][1]["method"] == "block");
        const auto& pair = result["pair"];
        CHECK(keys(pair) ==
              std::set<std::string>{"predicted_ratio", "observed_ratio", "predicted_over_observed", "ranking_right"});
        CHECK(pair["predicted_ratio"].get<double>() > 0);
        CHECK(pair["observed_ratio"].get<double>() > 0);
        const auto& mean = pair["predicted_over_observed"];
        CHECK(mean["ci95"][0] <= mean["mean"]);
        CHECK(mean["mean"] <= mean["ci95"][1]);
    }
    CHECK(read_json(out / "validate.json") == found);
    CHECK(std::filesystem::exists(out / "figure43.gp"));
    CHECK(std::filesystem::file_size(out / "samples.pb") > 1000);
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
    const auto shown = read(page);
    check_well_formed(shown);
    CHECK_THAT(shown, Catch::Contains("Figure 43") && Catch::Contains("3 tasks, 10 operations per cell, 2 trials"));
}

TEST_CASE("validate takes any number of methods") {
    const own_virtual_machines folder;
    const auto out = folder.path / "results";
    const std::vector<std::string> methods{"row", "column", "point", "brbd"};
    const auto found = json_printed_by({"validate", "thermal", "--rows", "64", "--cols", "96", "-n", "3", "--methods",
                                        "row,column,point,brbd", "--trials", "1", "--run-seconds", "0.02",
                                        "--probe-seconds", "0.4", "--out", out.string()});
    REQUIRE(found["results"].size() == 1);
    const auto& result = found["results"][0];
    CHECK(keys(result) == std::set<std::string>{"tasks", "flops", "methods", "advised", "fastest", "winner_right",
                                                "regret", "lead", "kendall_tau", "tie", "mean_log_error",
                                                "mean_absolute_log_error", "covered", "classic", "doubts"});
    CHECK(result["classic"]["mean_absolute_log_error"].get<double>() >= 0);
    REQUIRE(result["methods"].size() == methods.size());
    for (std::size_t m = 0; m < methods.size(); ++m) {
        const auto& method = result["methods"][m];
        CHECK(method["method"] == methods[m]);
        CHECK(method["predicted_s"].get<double>() > 0);
        CHECK(method["observed_s"].get<double>() > 0);
    }
    CHECK(result["regret"].get<double>() >= 0);
    CHECK(std::abs(result["kendall_tau"].get<double>()) <= 1);
    CHECK_FALSE(std::filesystem::exists(out / "figure43.gp"));
    const auto samples = read_json(out / "samples.json");
    CHECK(keys(samples["trials"][0]["predictability"]) ==
          std::set<std::string>{"is_good", "held_out_error", "bimodality", "drift", "reasons"});
    CHECK(samples["trials"][0]["order"] == json({0, 1, 2, 3, 3, 2, 1, 0}));
    CHECK(samples["trials"][0]["survey"]["partitions"][0]["partition"]["schema"] == "banyan.stored_partition.v2");
    CHECK(sweeps_measured(samples) == 0);  // thermal offers whole iterations
}

TEST_CASE("validate prints its results although a file cannot be written") {
    const own_virtual_machines folder;
    const auto out = folder.path / "results";
    std::filesystem::create_directories(out / "samples.json");  // a folder in the place of the file
    const outcome o = run_banyan({"validate", "thermal", "--rows", "64", "--cols", "96", "-n", "2", "--trials", "1",
                                  "--run-seconds", "0.02", "--probe-seconds", "0.4", "--json", "--out", out.string()});
    const auto err = without_notes(o.err);
    INFO(err);
    CHECK(o.status == 1);
    CHECK(std::ranges::count(err, '\n') == 1);
    CHECK_THAT(err, Catch::Contains((out / "samples.json").string() + " cannot be written"));
    REQUIRE(json::accept(o.out));
    CHECK(json::parse(o.out)["results"].size() == 1);
}

TEST_CASE("validate --sweeps-only predicts from sweeps and messages") {
    const own_virtual_machines folder;
    const auto out = folder.path / "results";
    json_printed_by({"validate", "thermal", "--rows", "64", "--cols", "96", "-n", "2", "--trials", "1", "--run-seconds",
                     "0.02", "--probe-seconds", "0.4", "--sweeps-only", "--out", out.string()});
    const auto samples = read_json(out / "samples.json");
    CHECK(samples["settings"]["sweeps_only"] == true);
    CHECK(sweeps_measured(samples) > 0);
}

TEST_CASE("validate --shift-shares says for which methods shares were shifted") {
    const own_virtual_machines folder;
    const auto out = folder.path / "results";
    const auto summary = json_printed_by({"validate", "thermal", "--rows", "96", "--cols", "96", "-n", "3", "--trials",
                                          "1", "--run-seconds", "0.02", "--probe-seconds", "0.4", "--methods",
                                          "row,columns", "--shift-shares", "--out", out.string()});
    CHECK(keys(summary["shifted"]) == std::set<std::string>{"row", "columns"});
    const auto samples = read_json(out / "samples.json");
    CHECK(samples["settings"]["shift_shares"] == true);
    const auto& partitions = samples["trials"][0]["survey"]["partitions"];
    REQUIRE(partitions.size() == 2);
    for (const auto& one : partitions)  // whether they were shifted depends on the measured times
        CHECK(summary["shifted"][one["method"].get<std::string>()].get<int>() == (one["shifted"].get<bool>() ? 1 : 0));
}

TEST_CASE("bad input to validate is refused in one line") {
    check_usage_error({"validate"}, {"APPLICATION"});
    check_usage_error({"validate", "weather"}, {"weather", "thermal"});
    check_usage_error({"validate", "thermal", "-n", "0"}, {"-n", "0", "1"});
    check_usage_error({"validate", "thermal", "-n", "4,x"}, {"-n", "x"});
    check_usage_error({"validate", "thermal", "--trials", "0"}, {"--trials", "0"});
    check_usage_error({"validate", "thermal", "--flops", "10,11"}, {"--flops", "11", "10, 50"});
    check_usage_error({"validate", "thermal", "--model", "plain"}, {"--model", "plain", "classic"});
    check_usage_error({"validate", "thermal", "--methods", ""}, {"--methods"});
    check_usage_error({"validate", "thermal", "--methods", "row,row"}, {"--methods", "row", "once"});
    check_usage_error({"validate", "thermal", "--methods", "row,contiguous_row"},
                      {"--methods", "row", "contiguous_row", "once"});
    check_usage_error({"validate", "thermal", "--methods", "row,spiral"}, {"--methods", "spiral"});
    check_usage_error({"validate", "thermal", "-n", "4,60", "--methods", "slicing_exact"},
                      {"--methods slicing_exact", "60 processors", "at most"});
    check_usage_error({"validate", "thermal", "--rows", "-5"}, {"--rows", "-5"});
    const std::vector<std::string> torus{"not allowed", "torus of equal cells", "banyan advise"};
    check_usage_error({"validate", "thermal", "--open"}, torus);
    check_usage_error({"validate", "thermal", "--periodic", "rows"}, torus);
    check_usage_error({"validate", "thermal", "--density=/nowhere"}, torus);
    check_usage_error({"validate", "thermal", "--rows", "1", "--cols", "3", "-n", "4"}, {"--rows 1", "4"});
    check_usage_error({"validate", "thermal", "--probe-seconds", "nan"}, {"--probe-seconds", "nan", "0.1"});
    check_usage_error({"validate", "thermal", "--out", "/proc/nowhere"}, {"--out", "/proc/nowhere"}, 1);
    check_usage_error({"validate", "thermal", "--report", "/proc/nowhere.html"}, {"--report", "/proc/nowhere.html"}, 1);
    check_usage_error({"validate", "thermal", "--out", "/dev/null"}, {"--out", "/dev/null"}, 1);
}

}  // namespace verb_validate_test

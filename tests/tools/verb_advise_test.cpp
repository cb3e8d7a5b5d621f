// banyan advise as a user runs it: fields of the JSON, the table, wrong options.
#include "tests/tools/command_checks.hpp"
#include "tests/tools/own_virtual_machines.hpp"

using namespace banyan::testing;

namespace {

void check_usage_error(const std::vector<std::string>& arguments, const std::vector<std::string>& words) {
    check_failed(run_banyan(arguments), 2, words);
}

}  // namespace

TEST_CASE("advise ranks the methods asked for") {
    const own_virtual_machines folder;
    const auto found = json_printed_by({"advise", "--rows", "96", "--cols", "64", "-n", "2", "--method",
                                        "row,block,column", "--probe-seconds", "0.5"});
    CHECK(found["schema"] == "banyan.advise.v3");
    CHECK(found["hosts"].size() == 1);
    CHECK(found["processors"].size() == 2);
    CHECK(found["network"].contains("lambda_s"));
    CHECK(found["network"].contains("tau_s_per_byte"));
    REQUIRE(found["ranking"].size() == 3);
    CHECK(found["ranking"][0]["relative"] == 1.0);
    CHECK(keys(found["advice"]) == std::set<std::string>{"method", "predicted_s", "same_partition", "within_noise"});
    CHECK(found["advice"]["method"] == found["ranking"][0]["method"]);
    CHECK(found["computers"][0]["tasks"] == 2);
    double draws = 0;
    std::set<std::string> methods;
    for (const auto& entry : found["ranking"]) {
        CHECK(keys(entry) ==
              std::set<std::string>{"method", "relative", "predicted_s", "interval_s", "p_best", "remark"});
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
    const own_virtual_machines folder;
    const outcome o = run_banyan(
        {"advise", "--rows", "64", "--cols", "64", "-n", "1", "--method", "block,row", "--probe-seconds", "0.3"});
    INFO(o.err);
    CHECK(o.status == 0);
    CHECK(o.out.find("Application: thermal\nRows: 64\nColumns: 64\nProcessors: 1\nBlock  Row\n") != std::string::npos);
}

TEST_CASE("bad input to advise is refused in one line") {
    check_usage_error({"advise", "--cols", "64"}, {"--rows"});
    check_usage_error({"advise", "--rows", "0", "--cols", "64"}, {"--rows", "0", "1"});
    check_usage_error({"advise", "--rows", "64", "--cols", "-64"}, {"--cols", "-64"});
    check_usage_error({"advise", "--rows", "64", "--cols", "64", "-n", "0"}, {"-n", "0", "1"});
    check_usage_error({"advise", "--rows", "2", "--cols", "2", "-n", "5"}, {"--rows 2", "5"});
    check_usage_error({"advise", "--rows", "64", "--cols", "64", "--method", "spiral"}, {"--method", "spiral", "brbd"});
    check_usage_error({"advise", "--rows", "64", "--cols", "64", "--flops", "30"}, {"--flops", "30", "10, 50"});
    check_usage_error({"advise", "--rows", "64", "--cols", "64", "--stencil", "7"}, {"--stencil", "7", "5"});
    check_usage_error({"advise", "--rows", "64", "--cols", "64", "--item-bytes", "0"}, {"--item-bytes", "0"});
    check_usage_error({"advise", "--rows", "64", "--cols", "64", "--app", "weather"}, {"--app", "weather", "thermal"});
}

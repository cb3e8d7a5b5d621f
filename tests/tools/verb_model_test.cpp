// banyan model synchronization, as a user runs it.
#include <cmath>

#include "tests/tools/command_checks.hpp"

namespace verb_model_test {

using namespace banyan::testing;

namespace {

json model(std::vector<std::string> options) {
    options.insert(options.begin(), {"model", "synchronization"});
    return json_printed_by(options);
}

}  // namespace

TEST_CASE("the example of section 3.3: ten levels, E = delta") {
    const json j = model({"--neighbours", "0", "--every", "1"});
    CHECK(j["schema"] == "banyan.model.v1");
    CHECK(j["what"] == "synchronization");
    const json& barrier = j["broadcast_collapse"]["without_boundaries"];
    CHECK(barrier["utilization"] == Approx(1.0 / 11));
    CHECK(barrier["utilization_weighted"] == Approx(6.0 / 11));
    CHECK(barrier["speed_up_weighted"] == Approx(1024 * 6.0 / 11));
    CHECK(barrier["utilization_weighted_same_work"].is_null());
    CHECK(j["broadcast_collapse"]["with_boundaries"] == barrier);
}

TEST_CASE("the loads by level: ten levels, E = delta") {
    const json loads = model({})["broadcast_collapse"]["loads"];
    REQUIRE(loads.size() == 11);
    std::int64_t processors = 0;
    double work = 0;
    for (std::size_t level = 0; level < loads.size(); ++level) {
        CHECK(loads[level]["level"] == level);
        CHECK(loads[level]["load"] == Approx(11.0 - static_cast<double>(level)));
        processors += loads[level]["processors"].get<std::int64_t>();
        work += loads[level]["processors"].get<double>() * loads[level]["load"].get<double>();
    }
    CHECK(loads[5]["processors"] == 252);
    CHECK(processors == 1024);
    CHECK(work == Approx(1024 * 6.0));  // E + L delta / 2 on average
    const outcome text = run_banyan({"model", "synchronization", "--levels", "3", "--compute", "2.5"});
    CHECK_THAT(text.out, Catch::Contains("Loads by level") && Catch::Contains("5.5") && Catch::Contains("E_l"));
}

TEST_CASE("a published speed-up is printed: gamma 0.1, R = 25, E = 20 delta") {
    const json j = model({"--compute", "20", "--bound", "0.1", "--every", "4,25"});
    const json& rows = j["self_synchronization"]["results"];
    REQUIRE(rows.size() == 2);
    CHECK(rows[0]["every"] == 4);
    CHECK(rows[0]["speed_up"] == Approx(631).margin(1.5));
    CHECK(rows[1]["speed_up"] == Approx(674).margin(1.5));
    CHECK(j["broadcast_collapse"]["boundary_time"] == 8);
}

TEST_CASE("the bound is the imbalance of the distribution unless it is given, the levels those of the processors") {
    const json j = model({"--distribution", "exponential", "--processors", "100"});
    CHECK(j["epoch"]["cv"] == 1);
    CHECK(j["epoch"]["imbalance"] == Approx(std::log(100) + 0.577216 - 1).epsilon(0.002));
    CHECK(j["self_synchronization"]["bound"] == j["epoch"]["imbalance"]);
    CHECK(j["broadcast_collapse"]["levels"] == 7);
    CHECK(model({"--processors", "128"})["broadcast_collapse"]["levels"] == 7);
    CHECK(model({"--processors", "1"})["broadcast_collapse"]["levels"] == 1);
    CHECK(model({"--distribution", "normal"})["epoch"].contains("imbalance_exact"));
}

TEST_CASE("structures are simulated when a depth is given") {
    CHECK_FALSE(model({}).contains("structures"));
    const json s =
        model({"--depth", "5", "--fan-in", "2", "--cv", "0.3", "--trials", "2000", "--seed", "7"})["structures"];
    CHECK(std::abs(s["structure_1"].get<double>() - s["structure_1_simulated"].get<double>()) <
          5 * s["structure_1_error"].get<double>());
    CHECK(s["structure_2_simulated"] < s["structure_1_simulated"]);
}

TEST_CASE("The option --table prints all 100 entries of Table 2") {
    const json j = model({"--table"});
    CHECK(j["entries"].size() == 100);
    CHECK(j["largest_difference"] < 1.5);
    CHECK(j["entries"][99]["every"].is_null());
    const outcome text = run_banyan({"model", "synchronization", "--table"});
    CHECK_THAT(text.out, Catch::Contains("53.89 (54)") && Catch::Contains("512.00 (512)"));
}

TEST_CASE("the text names what it prints") {
    const outcome o = run_banyan({"model", "synchronization", "--distribution", "any", "--depth", "0"});
    check_failed(o, 2, {"--depth", "'0'", "1 to 20"});
    const outcome text = run_banyan({"model", "synchronization", "--distribution", "any"});
    CHECK(text.status == 0);
    CHECK_THAT(text.out, Catch::Contains("upper bound") && Catch::Contains("U_opt") && Catch::Contains("every R"));
}

TEST_CASE("parameters that the models do not allow are refused in one line") {
    const auto run = [](std::vector<std::string> options) {
        options.insert(options.begin(), {"model", "synchronization"});
        return run_banyan(options);
    };
    check_failed(run_banyan({"model"}), 2, {"model: none is given", "synchronization"});
    check_failed(run({"--distribution", "gauss"}), 2,
                 {"--distribution", "'gauss'", "uniform, exponential, normal, any"});
    check_failed(run({"--cv", "0.7"}), 2, {"--cv: 0.7", "0.5773"});
    check_failed(run({"--distribution", "exponential", "--cv", "0.5"}), 2, {"--cv: 0.5", "only 1"});
    check_failed(run({"--distribution", "any", "--depth", "3"}), 2, {"--distribution: any cannot be simulated"});
    check_failed(run({"--depth", "20", "--fan-in", "20"}), 2, {"--depth: 20"});
    check_failed(run({"--processors", "0"}), 2, {"--processors", "'0'"});
    check_failed(run({"--compute", "0"}), 2, {"--compute", "'0'"});
    check_failed(run({"--every", "4,,5"}), 2, {"--every"});
    check_failed(run({"--table", "--cv", "0.2"}), 2, {"--table", "--cv"});
}

}  // namespace verb_model_test

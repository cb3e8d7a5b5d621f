#include "tools/banyan/comparison_report.hpp"

#include <catch2/catch.hpp>

namespace banyan::tools::comparison_report_test {
namespace {

advisor::setting_comparison some_setting() {
    advisor::setting_comparison setting;
    setting.tasks = 6;
    setting.flops = 50;
    setting.trials = 3;
    setting.methods = {{"brbd", 2e-3, 1.9e-3, {1.05, {0.9, 1.2}}, 2, 1, 0.25},
                       {"row", 1e-3, 2e-3, {0.5, {0.4, 0.6}}, 1, 2, 0.75}};
    setting.advised = 1;
    setting.fastest = 0;
    setting.regret = 0.0526;
    setting.lead = 0.0526;
    setting.kendall_tau = -1;
    setting.mean_log_error = -0.322;
    setting.mean_absolute_log_error = 0.371;
    setting.covered = 0.5;
    setting.tie_called = true;
    return setting;
}

}  // namespace

TEST_CASE("the table of a setting has the fastest prediction first and says what the advice costs") {
    const std::vector<advisor::setting_comparison> settings{some_setting()};
    const auto text = comparison_text(settings);
    CHECK_THAT(text, Catch::StartsWith("6 tasks, 50 operations per cell, 3 trials\nmethod "));
    CHECK(text.find("row  ") < text.find("brbd  "));
    CHECK_THAT(text, Catch::Contains("1.000       2.000              0.500   0.400..0.600"));
    CHECK_THAT(text, Catch::Contains("advised: row, regret 5.3 %; fastest: brbd, 5.3 % before the next\n"));
    CHECK_THAT(text,
               Catch::Contains("Kendall's tau -1.00; a tie was called; the two fastest are not within noise: wrong\n"));
    CHECK_THAT(text, Catch::Contains("mean -0.322, mean absolute 0.371; 50 % of the 95 % intervals"));
}

TEST_CASE("a right advice is shown by one name") {
    auto setting = some_setting();
    setting.advised = setting.fastest;
    setting.is_winner_right = true;
    setting.within_noise = true;
    const auto text = comparison_text(std::vector{setting, setting});
    CHECK_THAT(text, Catch::Contains("advised and fastest: brbd, 5.3 % before the next\n"));
    CHECK_THAT(text, Catch::Contains("are within noise: right\n"));
    CHECK_THAT(text, Catch::Contains("observed time\n\n6 tasks"));
}

TEST_CASE("best that is not predicted to be the fastest says why") {
    auto setting = some_setting();
    CHECK_THAT(comparison_text(std::vector{setting}), !Catch::Contains("best: "));
    setting.methods[0].method = "best";  // predicted rank 2
    CHECK_THAT(
        comparison_text(std::vector{setting}),
        Catch::Contains("\nbest: chosen for 50 us a message, 8 ns a byte, 10 ns a cell, not for these measurements\n"));
    setting.methods[0].predicted_rank = 1;
    CHECK_THAT(comparison_text(std::vector{setting}), !Catch::Contains("best: "));
}

TEST_CASE("the JSON of a setting has the documented fields") {
    const auto json = comparison_json(some_setting());
    CHECK(json["tasks"] == 6);
    CHECK(json["flops"] == 50);
    CHECK(json["advised"] == "row");
    CHECK(json["fastest"] == "brbd");
    CHECK(json["winner_right"] == false);
    CHECK(json["regret"] == 0.0526);
    CHECK(json["kendall_tau"] == -1);
    CHECK(json["tie"] == nlohmann::ordered_json{{"called", true}, {"within_noise", false}, {"right", false}});
    CHECK(json["covered"] == 0.5);
    CHECK(json["classic"].is_null());
    CHECK(json["doubts"] == nlohmann::ordered_json{{"trials", 0}, {"reasons", nlohmann::ordered_json::array()}});
    CHECK(json.size() == 15);
    REQUIRE(json["methods"].size() == 2);
    const auto& method = json["methods"][0];
    CHECK(method["method"] == "brbd");
    CHECK(method["observed_s"] == 1.9e-3);
    CHECK(method["predicted_over_observed"]["ci95"] == nlohmann::ordered_json({0.9, 1.2}));
    CHECK(method["predicted_rank"] == 2);
    CHECK(method["observed_rank"] == 1);
    CHECK(method["p_best"] == 0.25);
    CHECK(method["classic_s"].is_null());
    CHECK(method.size() == 8);
}

TEST_CASE("the classic prediction stands beside ours") {
    auto setting = some_setting();
    CHECK_THAT(comparison_text(std::vector{setting}), !Catch::Contains("Crandall"));
    setting.classic = advisor::prediction_figures{0, true, 0, 1, 0.25, 0.25};
    setting.methods[0].classic_s = 3e-3;
    const auto text = comparison_text(std::vector{setting});
    CHECK_THAT(text, Catch::Contains("0.25      3.000\n"));
    CHECK_THAT(text, Catch::Contains("Crandall's model (classic): advised brbd, regret 0.0 %, Kendall's tau 1.00, log "
                                     "error: mean +0.250, mean absolute 0.250\n"));
    const auto json = comparison_json(setting);
    CHECK(json["classic"] == nlohmann::ordered_json{{"advised", "brbd"},
                                                    {"winner_right", true},
                                                    {"regret", 0.0},
                                                    {"kendall_tau", 1.0},
                                                    {"mean_log_error", 0.25},
                                                    {"mean_absolute_log_error", 0.25}});
    CHECK(json["methods"][0]["classic_s"] == 3e-3);
}

TEST_CASE("doubts that were said before the runs are repeated with the results") {
    auto setting = some_setting();
    setting.doubtful_trials = 2;
    setting.doubts = {"a drift", "two groups"};
    CHECK_THAT(comparison_text(std::vector{setting}),
               Catch::Contains("Before the runs of 2 of 3 trials, the samples said that these hosts cannot be "
                               "predicted: a drift; two groups\n"));
    CHECK(comparison_json(setting)["doubts"]["trials"] == 2);
}

}  // namespace banyan::tools::comparison_report_test

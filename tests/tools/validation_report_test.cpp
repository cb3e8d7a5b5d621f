#include "tools/banyan/validation_report.hpp"

#include <catch2/catch.hpp>

namespace banyan::tools::validation_report_test {
namespace {

advisor::trial made(int tasks, int flops, std::vector<double> predicted, std::vector<std::vector<double>> observed) {
    advisor::trial one{tasks, flops, std::move(predicted), std::move(observed)};
    one.interval_s.assign(one.predicted_s.size(), {0, 10});
    one.p_best.assign(one.predicted_s.size(), 0.5);
    return one;
}

}  // namespace

TEST_CASE("the JSON of a validation has the documented fields") {
    const std::vector<advisor::trial> trials{made(4, 10, {1, 1.2}, {{1}, {1.0}})};
    const auto json = validation_json(make_validation("thermal", {"row", "block"}, 1, trials));
    CHECK(json["application"] == "thermal");
    CHECK(json["trials"] == 1);
    REQUIRE(json["results"].size() == 1);
    const auto& result = json["results"][0];
    CHECK(result["tasks"] == 4);
    CHECK(result["flops"] == 10);
    const auto& pair = result["pair"];
    CHECK(pair["predicted_ratio"].get<double>() == Approx(1.2));
    CHECK(pair["observed_ratio"].get<double>() == Approx(1.0));
    CHECK(pair["predicted_over_observed"]["mean"].get<double>() == Approx(1.2));
    CHECK(pair["predicted_over_observed"]["ci95"].size() == 2);
    CHECK(pair["ranking_right"].is_boolean());
    CHECK(pair.size() == 4);
}

TEST_CASE("only a validation of two methods has ratios") {
    const std::vector<advisor::trial> trials{made(4, 10, {1, 2, 3}, {{1}, {2}, {3}})};
    const auto found = make_validation("thermal", {"row", "column", "block"}, 1, trials);
    CHECK(found.pairs.empty());
    CHECK_FALSE(validation_json(found)["results"][0].contains("pair"));
    CHECK_THAT(validation_text(found), Catch::StartsWith("4 tasks, 10 operations per cell, 1 trial\n"));
}

TEST_CASE("the table of a validation has a line for each result and marks ties") {
    const std::vector<advisor::trial> trials{made(4, 10, {1, 1.2}, {{1}, {1.1}}), made(4, 10, {1, 1.2}, {{1}, {1.1}}),
                                             made(6, 50, {1, 1.2}, {{1}, {0.5}}), made(6, 50, {1, 1.2}, {{1}, {1.4}})};
    const auto text = validation_text(make_validation("thermal", {"row", "block"}, 2, trials));
    CHECK_THAT(text, Catch::StartsWith("Time of block divided by time of row, 2 trials for each line\n"));
    CHECK_THAT(text, Catch::Contains("   10     4     1.200    1.100") && Catch::Contains("right\n"));
    CHECK_THAT(text,
               Catch::Contains("   50     6") &&
                   Catch::Contains("wrong (a tie)\n4 tasks, 10 operations: the ratio is predicted 9.1 % too high"));
    CHECK_THAT(text, Catch::Contains("\n\n4 tasks, 10 operations per cell, 2 trials\n"));
}

TEST_CASE("an interval that does not contain 1 is explained in a sentence, with the doubts of the samples") {
    // Predicted 1.2; observed 1.32 to 1.34: about 10 % too low.
    std::vector<advisor::trial> trials;
    for (const double observed : {1.32, 1.33, 1.34})
        trials.push_back(made(4, 10, {1, 1.2}, {{1}, {observed}}));
    const auto text = [&] { return validation_text(make_validation("thermal", {"row", "block"}, 3, trials)); };
    CHECK_THAT(text(), Catch::Contains("4 tasks, 10 operations: the ratio is predicted 9.8 % too low (") &&
                           Catch::Contains("relative to row, block is predicted too fast; the samples before the runs "
                                           "gave no doubts\n"));
    trials[1].doubts = {"they scatter"};
    CHECK_THAT(text(), Catch::Contains("the samples before the runs gave doubts in 1 of 3 trials\n"));
    trials.resize(1);
    CHECK_THAT(text(), !Catch::Contains("is predicted too"));
    trials = {made(4, 10, {1, 1.2}, {{1}, {1.1}}), made(4, 10, {1, 1.2}, {{1}, {1.3}})};  // the interval contains 1
    CHECK_THAT(text(), !Catch::Contains("is predicted too"));
}

}  // namespace banyan::tools::validation_report_test

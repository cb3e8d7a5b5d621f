#include "tools/banyan/validation_report.hpp"

#include <catch2/catch.hpp>

namespace banyan::tools {

TEST_CASE("the JSON of a validation has the documented fields") {
    const std::vector<advisor::trial> trials{{4, 10, {1, 1.2}, {{1}, {1.0}}}};
    const auto json = validation_json("thermal", {"row", "block"}, 1, advisor::summarize_trials(trials));
    CHECK(json["application"] == "thermal");
    CHECK(json["trials"] == 1);
    REQUIRE(json["results"].size() == 1);
    const auto& result = json["results"][0];
    CHECK(result["tasks"] == 4);
    CHECK(result["flops"] == 10);
    CHECK(result["methods"] == nlohmann::ordered_json({"row", "block"}));
    CHECK(result["predicted_ratio"].get<double>() == Approx(1.2));
    CHECK(result["observed_ratio"].get<double>() == Approx(1.0));
    CHECK(result["predicted_over_observed"]["mean"].get<double>() == Approx(1.2));
    CHECK(result["predicted_over_observed"]["ci95"].size() == 2);
    CHECK(result["ranking_right"].is_boolean());
    CHECK(result.size() == 7);
}

TEST_CASE("the table of a validation has a line for each result and marks ties") {
    const std::vector<advisor::trial> trials{{4, 10, {1, 1.2}, {{1}, {1.1}}},
                                             {4, 10, {1, 1.2}, {{1}, {1.1}}},
                                             {6, 50, {1, 1.2}, {{1}, {0.5}}},
                                             {6, 50, {1, 1.2}, {{1}, {1.4}}}};
    const auto text = validation_text({"row", "block"}, advisor::summarize_trials(trials));
    CHECK_THAT(text, Catch::StartsWith("Time of block divided by time of row, 2 trials for each line\n"));
    CHECK_THAT(text, Catch::Contains("   10     4     1.200    1.100") && Catch::Contains("right\n"));
    CHECK_THAT(text, Catch::Contains("   50     6") && Catch::EndsWith("wrong (a tie)\n"));
}

}  // namespace banyan::tools

#include "tools/banyan/predictability_report.hpp"

#include <catch2/catch.hpp>
#include <cmath>

namespace banyan::tools::predictability_report_test {

TEST_CASE("what the samples say is one line, without a warning if they are good") {
    const advisor::predictability good{std::log(1.02), 0, 0, {}};
    CHECK(samples_text(good) ==
          "Samples: repeated measurements of a method differ by 2.0 %, one group of times, no drift\n");
    CHECK(unpredictable_text(good).empty());
    CHECK(predictability_json(good)["is_good"] == true);
}

TEST_CASE("hosts that cannot be predicted are named as such, with all reasons") {
    const advisor::predictability poor{0.2, 0.5, -0.25, {"a drift", "two groups"}};
    CHECK_THAT(samples_text(poor), Catch::EndsWith("two groups of times that differ by 50 %, a drift of -25 %\n"));
    CHECK_THAT(unpredictable_text(poor),
               Catch::StartsWith("These hosts cannot be predicted now: a drift; two groups.\n"));
    const auto json = predictability_json(poor);
    CHECK(json["is_good"] == false);
    CHECK(json["drift"] == -0.25);
    CHECK(json["reasons"] == nlohmann::ordered_json({"a drift", "two groups"}));
    CHECK(json.size() == 5);
}

}  // namespace banyan::tools::predictability_report_test

#include "tools/banyan/ranking_report.hpp"

#include <catch2/catch.hpp>

namespace banyan::tools {
namespace {

/// Two tasks on one host that send nothing; method b is twice as slow as a.
struct measured {
    measured() {
        problem.methods = {"a", "b"};
        problem.domain = {30, 40};
        found.speeds = {1e6, 3e6};
        found.reports.resize(1);
        found.reports[0].hosts = {"east", "east"};
        found.candidates = {{"a", {{0.5}, {0.25}}, {}, {}}, {"b", {{1}, {0.25}}, {}, {}}};
        ranked = advisor::rank_methods(found.candidates, found.exchanges);
    }
    advisor::problem problem;
    advisor::survey found;
    advisor::ranking ranked;
};

}  // namespace

TEST_CASE("the JSON of a ranking has processors and methods, the best first") {
    const measured m;
    const auto json = ranking_json(m.problem, m.found, m.ranked);
    CHECK(json["rows"] == 30);
    CHECK(json["tasks"] == 2);
    CHECK(json["hosts"] == nlohmann::ordered_json::array({"east"}));
    CHECK(json["processors"][0]["rank"] == 1);
    CHECK(json["processors"][0]["mflops"] == Approx(30));
    CHECK(json["network"]["lambda_s"].is_null());
    CHECK(json["network"]["not_identifiable"] == "a single task sends no messages");
    REQUIRE(json["ranking"].size() == 2);
    CHECK(json["ranking"][0]["method"] == "a");
    CHECK(json["ranking"][1]["relative"] == Approx(2));
    CHECK(json["ranking"][1]["predicted_s"] == Approx(1));
}

TEST_CASE("the text of a ranking names the fastest rank first and has no tie where there is none") {
    const measured m;
    const auto text = ranking_text(m.problem, m.found, m.ranked);
    CHECK_THAT(text, Catch::StartsWith("Speeds (Mflop/s, all tasks at once):  1@east 30  0@east 10\n"));
    CHECK_THAT(text, Catch::Contains("A     B\n1.00  2.00\n"));
    CHECK_THAT(text, !Catch::Contains("tie"));
}

TEST_CASE("the prediction in the samples has the parts of each time") {
    const measured m;
    const auto json = prediction_json(m.ranked);
    REQUIRE(json["methods"].size() == 2);
    CHECK(json["methods"][1]["compute_s"] == Approx(1));
    CHECK(json["methods"][1]["communication_s"] == Approx(0));
    CHECK(json["network"].contains("shared_byte_s"));
}

}  // namespace banyan::tools

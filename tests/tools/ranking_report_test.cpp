#include "tools/banyan/ranking_report.hpp"

#include <catch2/catch.hpp>

namespace banyan::tools::ranking_report_test {
namespace {

/// Two tasks on one host that send nothing; method b is twice as slow as a.
struct measured {
    measured() {
        problem.methods = {"a", "b"};
        problem.domain = {30, 40};
        found.speeds = {1e6, 3e6};
        found.reports.resize(1);
        found.reports[0].hosts = {"east", "east"};
        for (const auto rows : {10, 20})
            found.partitions.push_back({part::partition::from_rectangles(
                                            problem.domain, 2, {{0, 0, 0, rows, 40}, {1, rows, 0, 30 - rows, 40}}),
                                        found.speeds, true});
        found.candidates = {{"a", {{0.5}, {0.25}}, {}, {}}, {"b", {{1}, {0.25}}, {}, {}}};
        ranked = advisor::rank_methods(found.candidates, found.exchanges);
    }
    advisor::problem problem;
    advisor::survey found;
    advisor::ranking ranked;
    computer_loads loads{{{"east"}, 2, 1, 0.5}};
};

}  // namespace

TEST_CASE("the JSON of a ranking has processors and methods, the best first") {
    const measured m;
    const auto json = ranking_json(m.problem, m.found, m.ranked, m.loads);
    CHECK(json["rows"] == 30);
    CHECK(json["tasks"] == 2);
    CHECK(json["hosts"] == nlohmann::ordered_json::array({"east"}));
    CHECK(json["processors"][0]["rank"] == 1);
    CHECK(json["processors"][0]["mflops"] == Approx(30));
    CHECK(json["network"]["lambda_s"].is_null());
    CHECK(json["network"]["not_identifiable"] == "a single task sends no messages");
    CHECK(json["computers"][0] ==
          nlohmann::ordered_json{{"hosts", {"east"}}, {"tasks", 2}, {"cores", 1}, {"busy_cores", 0.5}});
    REQUIRE(json["ranking"].size() == 2);
    CHECK(json["ranking"][0]["method"] == "a");
    CHECK(json["ranking"][1]["relative"] == Approx(2));
    CHECK(json["ranking"][1]["predicted_s"] == Approx(1));
    CHECK(json["ranking"][1]["compute_s"] == Approx(1));
    CHECK(json["ranking"][1]["communication_s"] == 0);
    CHECK(json["ranking"][1]["waiting_s"] == 0);
    CHECK(json["ranking"][1]["classic_s"] == Approx(1));
}

TEST_CASE("a ranking without predictions by the classic model has null") {
    measured m;
    m.ranked.methods[0].classic_s = 0;
    CHECK(ranking_json(m.problem, m.found, m.ranked, m.loads)["ranking"][0]["classic_s"].is_null());
}

TEST_CASE("the decision is that of the ranking that is shown") {
    measured m;
    CHECK(ranking_json(m.problem, m.found, m.ranked, m.loads)["decision"] == "fastest");
    for (auto& method : m.ranked.methods)  // as the sum with another pattern, of which nothing is certain
        method.draws_s = {method.predicted_s / 4, method.predicted_s * 4};
    std::swap(m.ranked.methods[1].draws_s[0], m.ranked.methods[1].draws_s[1]);
    m.ranked = advisor::rank_predictions(m.ranked.methods, {});
    CHECK(ranking_json(m.problem, m.found, m.ranked, m.loads)["decision"] == "undecided");
    CHECK_THAT(ranking_text(m.problem, m.found, m.ranked, m.loads), Catch::EndsWith("a probability of 0.95\n"));
}

TEST_CASE("the text of a ranking names the fastest rank first and has no tie where there is none") {
    const measured m;
    const auto text = ranking_text(m.problem, m.found, m.ranked, m.loads);
    CHECK_THAT(text, Catch::StartsWith("Speeds (Mflop/s, all tasks at once):  1@east 30  0@east 10\n"));
    CHECK_THAT(text, Catch::Contains("A     B\n1.00  2.00\n"));
    CHECK_THAT(text, !Catch::Contains("tie"));
}

TEST_CASE("a ranking says which grid it is for, if it is not a torus of equal cells") {
    measured m;
    const auto torus = ranking_json(m.problem, m.found, m.ranked, m.loads);
    CHECK(torus["periodic"] == "both");
    CHECK_FALSE(torus.contains("density"));
    m.problem.domain = part::grid(30, 40, part::periodic::none);
    CHECK_THAT(ranking_text(m.problem, m.found, m.ranked, m.loads), Catch::StartsWith("Grid: 30 x 40 open grid\n"));
    m.problem.work = advisor::cell_work(m.problem.domain, part::work_density::of_columns(std::vector<double>(40, 2.0)));
    CHECK_THAT(ranking_text(m.problem, m.found, m.ranked, m.loads),
               Catch::StartsWith("Grid: 30 x 40 open grid, work of the cells: given for columns\n"));
    const auto open = ranking_json(m.problem, m.found, m.ranked, m.loads);
    CHECK(open["periodic"] == "none");
    CHECK(open["density"] == "columns");
}

TEST_CASE("speeds have intervals if all of them were measured often enough") {
    measured m;
    CHECK(ranking_json(m.problem, m.found, m.ranked, m.loads)["processors"][0]["mflops_ci95"].is_null());
    m.found.speed_intervals = {advisor::interval{0.95e6, 1.05e6}, advisor::interval{2.97e6, 3.03e6}};
    const auto ci95 = ranking_json(m.problem, m.found, m.ranked, m.loads)["processors"][0]["mflops_ci95"];
    CHECK(ci95.at(0) == Approx(29.7));
    CHECK(ci95.at(1) == Approx(30.3));
    CHECK_THAT(ranking_text(m.problem, m.found, m.ranked, m.loads),
               Catch::StartsWith("Speeds (Mflop/s, all tasks at once):  1@east 30  0@east 10  (95 % intervals: at most "
                                 "+-5.0 %)\n"));
    m.found.speed_intervals[1].reset();
    CHECK_THAT(ranking_text(m.problem, m.found, m.ranked, m.loads), !Catch::Contains("95 % intervals"));
}

TEST_CASE("processors whose speed was not steady are named") {
    measured m;
    CHECK_THAT(ranking_text(m.problem, m.found, m.ranked, m.loads), !Catch::Contains("Unsteady"));
    CHECK(ranking_json(m.problem, m.found, m.ranked, m.loads)["processors"][0]["remark"] == "");
    m.found.speed_quality = {{0, 0, 0.2, {"the times rose by 20 % during the measurement"}}, {}};
    CHECK_THAT(
        ranking_text(m.problem, m.found, m.ranked, m.loads),
        Catch::Contains("0@east 10\nUnsteady speeds: 0@east (the times rose by 20 % during the measurement); these "
                        "processors may get too many or too few cells\n"));
    const auto processors = ranking_json(m.problem, m.found, m.ranked, m.loads)["processors"];
    CHECK(processors[0]["remark"] == "");
    CHECK(processors[1]["remark"] == "the times rose by 20 % during the measurement");
}

TEST_CASE("a tie that is certain says how far the methods differ") {
    measured m;
    m.found.candidates[0].compute_s = {{0.499, 0.5, 0.501}, {0.25}};
    m.found.candidates[1].compute_s = {{0.4995, 0.5005, 0.5015}, {0.25}};
    m.ranked = advisor::rank_methods(m.found.candidates, m.found.exchanges);
    CHECK_THAT(ranking_text(m.problem, m.found, m.ranked, m.loads),
               Catch::EndsWith("A tie: the methods that may be the fastest differ by less than 2 %\n"));
    CHECK(ranking_json(m.problem, m.found, m.ranked, m.loads)["decision"] == "tie");
}

TEST_CASE("unknown lambda and tau are explained in words, with what to do") {
    measured m;
    for (const double bytes : {8.0, 64.0, 512.0, 4096.0, 32768.0})
        m.found.exchanges.push_back({{1, 2, bytes, 2 * bytes}, std::vector<double>(9, 1e-3 - bytes * 1e-8)});
    const auto text = ranking_text(m.problem, m.found, m.ranked, m.loads);
    CHECK_THAT(text, Catch::Contains("\nNetwork: lambda and tau are unknown: the fitted time per byte is -1e-08"));
    CHECK_THAT(text, Catch::Contains("end the other programs on east, or use at most 1 task on east (2 tasks share 1 "
                                     "core), or measure longer (--probe-seconds)\n"));
    const auto json = ranking_json(m.problem, m.found, m.ranked, m.loads);
    CHECK_THAT(json["network"]["not_identifiable"].get<std::string>(), Catch::Contains("not identifiable"));
}

TEST_CASE("a network that was measured with few sizes has no error of sizes that were left out of the fit") {
    const std::vector<double> sizes{8, 64, 512, 4096, 32768};
    for (const std::size_t count : {3, 4, 5}) {
        measured m;
        for (std::size_t i = 0; i < count; ++i)
            m.found.exchanges.push_back(
                {{1, 2, sizes[i], 2 * sizes[i]}, std::vector<double>(9, 1e-4 + sizes[i] * 1e-8)});
        m.ranked = advisor::rank_methods(m.found.candidates, m.found.exchanges);
        const auto text = ranking_text(m.problem, m.found, m.ranked, m.loads);
        CHECK_THAT(text, Catch::Contains("lambda 100.0 us"));
        CHECK((text.find("Check of the fit: ") != std::string::npos) == (count == 5));
        const auto network = ranking_json(m.problem, m.found, m.ranked, m.loads)["network"];
        CHECK(network["held_out_error"].is_null() == (count < 5));
    }
}

TEST_CASE("the shortest rounds have a line of their own") {
    measured m;
    for (const double bytes : {8.0, 64.0, 512.0, 4096.0, 32768.0}) {
        const double shortest = 1e-4 + bytes * 1e-8;
        m.found.exchanges.push_back({{1, 2, bytes, 2 * bytes}, std::vector<double>(9, 2 * shortest)});
        m.found.exchanges.back().seconds[4] = shortest;
    }
    m.ranked = advisor::rank_methods(m.found.candidates, m.found.exchanges);
    CHECK_THAT(ranking_text(m.problem, m.found, m.ranked, m.loads),
               Catch::Contains("lambda 200.0 us") &&
                   Catch::Contains("Shortest rounds: lambda 100.0 us, tau 10.000 ns/byte, without disturbance\n"));
    const auto network = ranking_json(m.problem, m.found, m.ranked, m.loads)["network"];
    CHECK(network["floor"]["lambda_s"] == Approx(1e-4));
    CHECK(network["model"]["ci95"]["byte_s"].size() == 2);
}

TEST_CASE("the text names the numbers of the exchange model that the JSON calls undetermined") {
    measured m;
    for (const double bytes : {8.0, 64.0, 512.0, 4096.0, 32768.0})
        m.found.exchanges.push_back({{1, 2, bytes, 2 * bytes}, {1e-3, 1.5e-3, 1e-3 + bytes * 1e-7}});
    m.ranked = advisor::rank_methods(m.found.candidates, m.found.exchanges);
    const auto model = ranking_json(m.problem, m.found, m.ranked, m.loads)["network"]["model"];
    const auto text = ranking_text(m.problem, m.found, m.ranked, m.loads);
    const auto at = text.find("Exchange model: undetermined");
    CHECK(model["undetermined"].empty() == (at == std::string::npos));
    for (const auto& name : model["undetermined"]) {
        CHECK(text.find(name.get<std::string>(), at) != std::string::npos);
        CHECK(model["ci95"][name.get<std::string>()][0] == 0);
    }
}

TEST_CASE("an interval that contains 0 is explained in words, with what to do") {
    measured m;
    const std::vector<std::pair<double, double>> sizes{
        {8, 1e-3}, {64, 0.9e-3}, {512, 1e-3}, {4096, 0.95e-3}, {32768, 1e-3}};
    for (const auto& [bytes, seconds] : sizes)
        m.found.exchanges.push_back({{1, 2, bytes, 2 * bytes}, std::vector<double>(9, seconds)});
    const auto text = ranking_text(m.problem, m.found, m.ranked, m.loads);
    INFO(text);
    CHECK_THAT(text, Catch::Contains("unknown medium\n"));
    CHECK_THAT(text, Catch::Contains("Network: tau is uncertain, because its interval contains 0\n"));
    CHECK_THAT(text, Catch::Contains("measure longer"));
}

TEST_CASE("the prediction in the samples has the parts of each time") {
    const measured m;
    const auto json = prediction_json(m.ranked);
    REQUIRE(json["methods"].size() == 2);
    CHECK(json["methods"][1]["compute_s"] == Approx(1));
    CHECK(json["methods"][1]["communication_s"] == Approx(0));
    CHECK(json["network"].contains("shared_byte_s"));
}

}  // namespace banyan::tools::ranking_report_test

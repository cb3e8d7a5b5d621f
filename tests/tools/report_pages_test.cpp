// The pages of advise and validate, from made-up measurements.
#include <catch2/catch.hpp>

#include "advisor/shifted_candidates.hpp"
#include "tests/tools/markup_check.hpp"
#include "tools/banyan/advise_page.hpp"
#include "tools/banyan/survey_page.hpp"
#include "tools/banyan/validate_page.hpp"

namespace banyan::tools::report_pages_test {
namespace {

using testing::count;

// Three methods on two tasks; a and b make the same partition. The names are markup if they are not escaped.
advisor::problem some_problem() {
    advisor::problem problem;
    problem.methods = {"<a>", "b", "c&d"};
    problem.domain = {30, 40};
    return problem;
}

advisor::survey some_survey(const advisor::problem& problem) {
    advisor::survey found;
    found.speeds = {1e6, 3e6};
    found.reports.resize(1);
    found.reports[0].hosts = {"<east>", "west"};
    found.reports[0].facts.assign(
        2, {{"name", "<east>"}, {"kernel", "6.1"}, {"cores", 1}, {"congestion_control", "reno"}, {"load", 0.5}});
    for (const auto rows : {10, 10, 20})
        found.partitions.push_back(
            {part::partition::from_rectangles(problem.domain, 2, {{0, 0, 0, rows, 40}, {1, rows, 0, 30 - rows, 40}}),
             found.speeds, true});
    for (const auto& method : problem.methods)
        found.candidates.push_back({method, {{0.5}, {0.25}}, {}, {}});
    advisor::mark_equal_partitions(found);
    for (const double bytes : {8.0, 64.0, 512.0, 4096.0, 32768.0})
        found.exchanges.push_back({{1, 2, bytes, 2 * bytes}, std::vector<double>(9, 1e-4 + bytes * 1e-8)});
    return found;
}

advisor::trial_record some_trial(const advisor::problem& problem, int tasks) {
    advisor::trial one{tasks, 10, {1, 1.2, 3}, {{1, 1.1}, {1.5, 1.4}, {3, 3}}};
    one.interval_s.assign(3, {0.9, 3.5});
    one.p_best.assign(3, 0.4);
    return {"", problem.methods, {}, {}, {0, 1, 2, 2, 1, 0}, some_survey(problem), one};
}

}  // namespace

TEST_CASE("the page of advise has advice, warnings, every method, the partitions and the ring") {
    const auto problem = some_problem();
    const auto found = some_survey(problem);
    const auto ranked = advisor::rank_methods(found.candidates, found.exchanges);
    const computer_loads loads{{{"<east>", "west"}, 2, 1, 0.5}};
    const auto page = advise_page({problem, found, ranked, loads}, "Use <a>.\nRun: it\n", "TLS 1.3");
    testing::check_well_formed(page);
    CHECK_THAT(page, Catch::Contains("<p class=\"text\">Use &lt;a&gt;.</p>") && Catch::Contains("TLS 1.3"));
    CHECK_THAT(page, Catch::Contains("other programs use 0.5") && Catch::Contains("2 tasks share 1 core"));
    CHECK_THAT(page, Catch::Contains("same as &lt;a&gt;") && !Catch::Contains("A tie"));
    for (const auto* method : {"&lt;a&gt;", "b", "c&amp;d"})
        CHECK_THAT(page, Catch::Contains("<td class=\"t\">" + std::string(method) + "</td>"));
    CHECK(count(page, "class=\"bar\"") == 3);
    CHECK(count(page, "<title>&lt;a&gt;, b</title>") == 1);
    CHECK(count(page, "class=\"block\"") == 2 + 2);
    CHECK_THAT(page, Catch::Contains("fitted: 100.0 us + 10.000 ns a byte") && Catch::Contains("<td class=\"t\">reno"));
    CHECK_THAT(page, !Catch::Contains("<east>"));
}

TEST_CASE("the partitions of the advised tasks have a section of their own") {
    const auto problem = some_problem();
    const auto section = fewer_tasks_section(problem, some_survey(problem));
    testing::check_well_formed(section);
    CHECK_THAT(section, Catch::Contains("Partitions of the advised 2 tasks"));
    CHECK(count(section, "class=\"block\"") == 2 + 2);  // two different partitions of two tasks
}

TEST_CASE("a ring to which no line can be fitted is shown with the reason") {
    auto found = some_survey(some_problem());
    for (auto& exchange : found.exchanges)
        exchange.seconds.assign(9, 1e-3 - exchange.load.busiest_bytes * 1e-8);
    const auto figure = ring_figure(found);
    testing::check_well_formed(figure);
    CHECK_THAT(figure, Catch::Contains("No line can be fitted: the fitted time per byte"));
    CHECK(ring_figure({}).empty());
}

TEST_CASE("the page of validate has every method of every setting, and all trials") {
    advisor::experiment_settings experiment;
    experiment.task = some_problem();
    const advisor::experiment_record record{"none", {some_trial(experiment.task, 2), some_trial(experiment.task, 3)}};
    const auto found = make_validation("thermal", experiment.task.methods, 1, record.results());
    const auto page = validate_page(found, experiment, record, "a <note>", "a warning\n");
    testing::check_well_formed(page);
    CHECK_THAT(page, Catch::Contains("2 tasks, 10 operations per cell, 1 trial</h2>") &&
                         Catch::Contains("3 tasks, 10 operations per cell, 1 trial</h2>"));
    CHECK_THAT(page, Catch::Contains("a &lt;note&gt;") && Catch::Contains("<p class=\"warning\">a warning</p>"));
    CHECK(count(page, "<td class=\"t\">c&amp;d</td>") == 2);
    CHECK(count(page, "class=\"bar\"") == 2 * 2 * 3);
    CHECK_THAT(page, Catch::Contains("Kendall's tau"));
    CHECK_THAT(page, !Catch::Contains("Figure 43"));
}

TEST_CASE("the page of a validation of two methods has Figure 43") {
    advisor::experiment_settings experiment;
    experiment.task = some_problem();
    experiment.task.methods.pop_back();
    const advisor::experiment_record record{"none", {}};
    std::vector<advisor::trial> trials;
    for (const int flops : {10, 50})
        for (const int tasks : {4, 6}) {
            advisor::trial one{tasks, flops, {1, 1.2}, {{1}, {1.1}}};
            one.interval_s.assign(2, {0.9, 1.5});
            one.p_best.assign(2, 0.5);
            trials.push_back(one);
        }
    const auto page =
        validate_page(make_validation("thermal", experiment.task.methods, 1, trials), experiment, record, "", "");
    testing::check_well_formed(page);
    CHECK_THAT(page, Catch::Contains("(Figure 43)") && Catch::Contains("50 operations per cell"));
    CHECK_THAT(page, Catch::Contains("Time of b divided by time of &lt;a&gt;"));
}

}  // namespace banyan::tools::report_pages_test

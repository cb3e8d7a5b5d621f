#include "tools/banyan/advice.hpp"

#include <catch2/catch.hpp>

#include "banyan/part/methods.hpp"
#include "banyan/part/partition_json.hpp"

namespace banyan::tools::advice_test {
namespace {

/// Two tasks that send nothing, the second one twice as fast; row needs 0.5 ms, column one of the given times.
struct measured {
    explicit measured(const std::vector<double>& column_s) {
        problem.methods = {"column", "row"};
        problem.domain = {30, 40};
        found.speeds = {1e6, 2e6};
        found.reports.resize(1);
        found.reports[0].hosts = {"east", "west"};
        for (const auto& method : problem.methods)
            found.partitions.push_back(
                {part::make_partition(method, problem.domain, part::speeds(found.speeds)), found.speeds, true});
        found.candidates = {{"column", {column_s}, {}, {}}, {"row", {{0.5e-3, 0.5e-3}}, {}, {}}};
        ranked = advisor::rank_methods(found.candidates, found.exchanges);
    }
    [[nodiscard]] std::string text(const std::string& file) const { return advice_text(problem, found, ranked, file); }
    advisor::problem problem;
    advisor::survey found;
    advisor::ranking ranked;
};

}  // namespace

TEST_CASE("the advice names the method, those within noise, and the command that runs it") {
    const std::string check =
        "Check: banyan validate thermal --rows 30 --cols 40 -n 2 --flops 10 --methods row,column --trials 3\n";
    CHECK(measured({10e-3}).text("advice.json") ==
          "Use row (0.5 ms an iteration).\nRun: banyan run -n 2 -- thermal --advice advice.json\n" + check);
    CHECK(measured({0.5e-3, 0.51e-3}).text("my 'advice'") ==
          "Use row (0.5 ms an iteration); within noise: column.\n"
          "Run: banyan run -n 2 -- thermal --advice 'my '\\''advice'\\'''\n" +
              check);
    CHECK(measured({10e-3}).text("") ==
          "Use row (0.5 ms an iteration).\n"
          "Run: banyan run -n 2 -- thermal --rows 30 --cols 40 --flops 10 --method row --speeds 0.5,1\n" +
              check);
}

TEST_CASE("the command that checks the advice shifts shares if the advice has shifted ones") {
    measured m({10e-3});
    m.found.partitions[1].shifted = true;
    CHECK_THAT(m.text("advice.json"), Catch::EndsWith(" --methods row,column --shift-shares --trials 3\n"));
}

TEST_CASE("advice for fewer tasks names their number, the hosts left out, and those to run on") {
    const measured m({10e-3});
    const advised_hosts where{4, 0.9e-3, {"west", "north east"}, {"south", "slow"}};
    CHECK(advice_text(m.problem, m.found, m.ranked, "a.json", where) ==
          "Use 2 of 4 tasks, without south, slow: row (0.5 ms an iteration; all 4 tasks: 0.9 ms).\n"
          "Run: banyan run -n 2 --hosts 'west,north east' -- thermal --advice a.json\n");
    const auto json = advice_json(m.problem, m.found, m.ranked, where);
    CHECK(json["tasks"] == 2);
    CHECK(json["hosts"] == nlohmann::ordered_json{"west", "north east"});
}

TEST_CASE("no command is shown if thermal does not compute this problem") {
    measured m({10e-3});
    m.problem.stencil = "9";
    CHECK(m.text("advice.json") == "Use row (0.5 ms an iteration).\n");
}

TEST_CASE("checked methods are shown with predicted and observed times, and which one was the fastest") {
    const advisor::checked_method row{"row", 0.5e-3, {0.45e-3, 0.55e-3}, {0.5e-3, 0.75e-3}};
    const advisor::checked_method column{"column", 0.6e-3, {0.58e-3, 0.62e-3}, {0.5e-3, 0.5e-3}};
    CHECK(checked_text(std::vector{row}) ==
          "Checked row: predicted 0.5 ms (0.45..0.55), observed 0.625 ms; predicted/observed 0.80\n");
    CHECK_THAT(
        checked_text(std::vector{row, column}),
        Catch::EndsWith("Checked column: predicted 0.6 ms (0.58..0.62), observed 0.5 ms; predicted/observed 1.20\n"
                        "column was faster than the advised row by 25.0 %.\n"));
    CHECK_THAT(checked_text(std::vector{column, row}),
               Catch::EndsWith("The advised method was the fastest of them.\n"));
    CHECK(checked_text({}).empty());
    const auto json = checked_json(std::vector{row, column});
    REQUIRE(json.size() == 2);
    CHECK(json[1]["method"] == "column");
    CHECK(json[1]["interval_s"] == nlohmann::ordered_json{0.58e-3, 0.62e-3});
    CHECK(json[0]["observed_s"] == nlohmann::ordered_json{0.5e-3, 0.75e-3});
}

TEST_CASE("at most three methods with different partitions are worth a check") {
    const measured m({10e-3});
    CHECK(methods_to_check(m.problem, m.found, m.ranked) == std::vector<std::string>{"row", "column"});
}

TEST_CASE("the file of the advice contains the partition of the advised method") {
    const measured m({0.5e-3, 0.51e-3});
    const auto file = advice_file_json(m.problem, m.found, m.ranked);
    CHECK(file["method"] == "row");
    CHECK(file["within_noise"] == nlohmann::ordered_json{"column"});
    CHECK(file["same_partition"].empty());
    CHECK(file["tasks"] == 2);
    CHECK(file["network"].is_null());  // there are no samples to determine it
    CHECK(file["hosts"] == nlohmann::ordered_json{"east", "west"});
    CHECK(part::partition_from_json(file["partition"].dump()) == m.found.partitions[1].parts);
}

}  // namespace banyan::tools::advice_test

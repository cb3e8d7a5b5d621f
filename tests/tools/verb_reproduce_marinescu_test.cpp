// banyan reproduce marinescu, as a user runs it: a small run.
#include <filesystem>

#include "tests/tools/command_checks.hpp"
#include "tests/tools/own_virtual_machines.hpp"

namespace verb_reproduce_marinescu_test {

using namespace banyan::testing;

namespace {

double total_s(const json& row, const char* kind) {
    return row[kind]["total_s"].get<double>();
}

void check_small_run(const json& found) {
    CHECK(found["schema"] == "banyan.reproduce.v2");
    CHECK(found["what"] == "marinescu");
    CHECK(found["rows"] == 50);
    CHECK(found["cols"] == 50);
    CHECK(found["every"] == 5);
    CHECK(found["iterations"] == 20);
    CHECK(found["incomplete"].empty());
    CHECK(found["dropped"] == 0);
    CHECK(found["messages"] > 20 * 4);
    CHECK(found["tasks"].size() == 4);
    CHECK(found["tree"] == "two-binary");
    REQUIRE(found["levels"].size() == 2);
    for (const char* list : {"levels", "tasks"})
        for (const json& row : found[list]) {
            CHECK(total_s(row, "computing") > 0);
            CHECK(total_s(row, "algorithmic") + total_s(row, "non_algorithmic") == Approx(total_s(row, "blocked")));
        }
}

}  // namespace

TEST_CASE("one command runs the published case, writes its trace and draws its histograms") {
    const own_virtual_machines virtual_machines;
    const auto folder = virtual_machines.path / "new";
    const auto file = [&](const char* name) { return (folder / name).string(); };
    const std::vector<std::string> words{"reproduce", "marinescu", "--out",        folder.string(),
                                         "--tasks",   "4",         "--iterations", "20"};
    const outcome o = run_banyan(words);
    INFO(o.err);
    CHECK_THAT(read(file("marinescu.gp")), Catch::Contains("level 1"));
    const json traced = json_printed_by({"trace", file("marinescu.json")});
    CHECK(traced["tasks"].size() == 4);
    if (o.err.find("gnuplot is not installed") != std::string::npos) {
        CHECK(o.status == 1);
        return;
    }
    REQUIRE(o.status == 0);
    CHECK(without_notes(o.err).empty());
    CHECK_THAT(o.out, Catch::Contains("50 x 50 cells, 4 tasks, 20 iterations") &&
                          Catch::Contains("level 1: intervals by length") && Catch::Contains("marinescu.svg"));
    CHECK_THAT(read(file("marinescu.png")), Catch::StartsWith("\x89PNG"));
    CHECK_THAT(read(file("marinescu.svg")), Catch::Contains("</svg>"));
    check_small_run(json_printed_by(words));
}

TEST_CASE("wrong values and folders of the published case are refused in one line") {
    const own_virtual_machines folder;
    check_failed(run_banyan({"reproduce", "marinescu", "--tasks", "0"}), 2, {"--tasks", "'0'", "1 to 256"});
    check_failed(run_banyan({"reproduce", "marinescu", "--iterations", "x"}), 2, {"--iterations", "'x'"});
    check_failed(run_banyan({"reproduce", "marinescu", "--out", "/dev/null/there"}), 1, {"--out /dev/null/there"});
}

}  // namespace verb_reproduce_marinescu_test

// banyan run --trace and banyan trace as a user runs them.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>

#include "tests/tools/command_checks.hpp"
#include "tests/tools/own_virtual_machines.hpp"

namespace run_trace_test {

using namespace banyan::testing;
namespace fs = std::filesystem;

namespace {

const std::string thermal = (fs::path(BANYAN_COMMAND).parent_path() / "thermal").string();
const std::vector<std::string> small_thermal{thermal, "--rows", "24", "--cols", "24", "--iterations", "20"};

outcome run_thermal(std::vector<std::string> options, const std::vector<std::string>& program = small_thermal) {
    std::vector<std::string> words{"run", "-n", "4"};
    words.insert(words.end(), options.begin(), options.end());
    words.emplace_back("--");
    words.insert(words.end(), program.begin(), program.end());
    return run_banyan(words);
}

constexpr double us_accuracy = 0.01;  // times have three digits, and sums of two are rounded

/// Checks that the intervals of each thread follow each other without gaps, so that computing and blocked intervals
/// add up to its run time.
void check_no_gaps(const json& events) {
    std::map<std::pair<int, int>, double> ends;  // of the last interval of rank and thread
    for (const json& e : events) {
        if (e["ph"] != "X") continue;
        const double begin = e["ts"], length = e["dur"];
        const auto last = ends.try_emplace({e["pid"], e["tid"]}, begin).first;
        CHECK(std::abs(begin - last->second) < us_accuracy);
        last->second = begin + length;
        if (e["cat"] == "blocked") CHECK(e["args"]["algorithmic_us"].get<double>() <= length);
    }
    CHECK(ends.size() >= 4);
}

}  // namespace

TEST_CASE("a run with --trace writes a file that banyan trace shows, and its output is unchanged") {
    const own_virtual_machines folder;
    const std::string file = (folder.path / "run.json").string();
    const outcome traced = run_thermal({"--trace", file});
    INFO(traced.err);
    REQUIRE(traced.status == 0);
    CHECK(traced.err.empty());
    CHECK(traced.out.find('\x1e') == std::string::npos);
    CHECK_THAT(traced.out, Catch::Contains("checksum"));

    check_no_gaps(json::parse(read(file))["traceEvents"]);
    const json shown = json_printed_by({"trace", file});
    CHECK(keys(shown) == std::set<std::string>{"schema", "file", "messages", "unpaired_sends", "unpaired_receives",
                                               "dropped", "incomplete", "tree", "levels", "tasks"});
    CHECK(shown["schema"] == "banyan.trace.v1");
    CHECK(shown["incomplete"].empty());
    CHECK(shown["dropped"] == 0);
    CHECK(shown["unpaired_receives"] == 0);  // a collective that waits long sends reports that no receive takes
    CHECK(shown["messages"] > 20);
    CHECK(shown["tasks"].size() == 4);
    REQUIRE(shown["levels"].size() == 3);
    CHECK(shown["levels"][1]["tasks"] == 2);
    CHECK(shown["tree"] == "hypercube");
    const json published = json_printed_by({"trace", file, "--tree", "two-binary"});
    CHECK(published["tree"] == "two-binary");
    CHECK(published["levels"].size() == 2);
    CHECK(published["tasks"] == shown["tasks"]);
    for (const json& task : shown["tasks"]) {
        CHECK(task["computing"]["count"] > 0);
        CHECK(task["blocked"]["count"] == task["algorithmic"]["count"]);
        CHECK(task["algorithmic"]["total_s"].get<double>() + task["non_algorithmic"]["total_s"].get<double>() ==
              Approx(task["blocked"]["total_s"].get<double>()));
    }
    const outcome text = run_banyan({"trace", file, "--rank", "3"});
    CHECK(text.status == 0);
    CHECK_THAT(text.out, Catch::Contains("rank 3: intervals by length"));
    check_failed(run_banyan({"trace", file, "--rank", "4"}), 2, {"--rank", "'4'", "last rank is 3"});
}

TEST_CASE("without --trace there is no file and nothing in the output, also inside a traced run") {
    const own_virtual_machines folder;
    fs::current_path(folder.path);
    setenv("BANYAN_TRACE", "0123456789abcdef:1048576", 1);
    const outcome plain = run_thermal({});
    unsetenv("BANYAN_TRACE");
    INFO(plain.err);
    CHECK(plain.status == 0);
    CHECK(plain.err.empty());
    std::size_t files = 0;
    for (const auto& entry : fs::directory_iterator(folder.path))
        files += entry.is_regular_file() ? 1 : 0;
    CHECK(files == 0);
    fs::current_path("/");
}

TEST_CASE("a task that fails leaves the traces of those that end in order") {
    const own_virtual_machines folder;
    const std::string file = (folder.path / "run.json").string();
    // A method that does not exist: every rank closes its session and exits with status 2.
    const outcome failed = run_thermal({"--trace", file}, {thermal, "--method", "none"});
    CHECK(failed.status == 2);
    CHECK(json_printed_by({"trace", file})["tasks"].size() + json_printed_by({"trace", file})["incomplete"].size() >=
          4);
}

TEST_CASE("a program that makes no session has no trace, and the run says so") {
    const own_virtual_machines folder;
    const std::string file = (folder.path / "run.json").string();
    const outcome o = run_thermal({"--trace", file}, {"true"});
    CHECK(o.status == 0);
    CHECK_THAT(o.err, Catch::Contains("the trace of 4 tasks is missing or cut: rank 0, 1, 2, 3"));
    CHECK(json_printed_by({"trace", file})["incomplete"].size() == 4);
}

TEST_CASE("a trace that cannot be written does not change the status of a run that failed") {
    const own_virtual_machines folder;
    const outcome failed = run_banyan({"run", "-n", "1", "--trace", "/dev/full", "--", "sh", "-c", "exit 3"});
    CHECK(failed.status == 3);
    CHECK_THAT(failed.err, Catch::StartsWith("banyan: rank 0 ") && Catch::Contains("ended with status 3"));
    CHECK_THAT(failed.err, Catch::Contains("banyan: --trace: /dev/full cannot be written: No space left on device\n"));
    const outcome done = run_banyan({"run", "-n", "1", "--trace", "/dev/full", "--json", "--", "true"});
    CHECK(done.status == 1);
    CHECK_THAT(done.err, Catch::Contains("--trace: /dev/full cannot be written"));
    CHECK(json::parse(done.out)["status"] == 0);
}

TEST_CASE("wrong files and options are refused in one line") {
    const own_virtual_machines folder;
    check_failed(run_banyan({"trace", (folder.path / "none").string()}), 1, {"none", "cannot be read"});
    const fs::path text = folder.path / "text";
    std::ofstream(text) << "text";
    check_failed(run_banyan({"trace", text.string()}), 1, {"is not a trace"});
    check_failed(run_banyan({"trace", text.string(), "--tree", "oak"}), 2, {"--tree", "'oak'", "two-binary"});
    check_failed(run_banyan({"trace", text.string(), "--svg", "a.png"}), 2, {"--svg", "a.png", ".svg"});
    check_failed(run_thermal({"--trace", (folder.path / "no" / "folder").string()}), 1,
                 {"--trace", "cannot be written"});
    check_failed(run_thermal({"--trace-memory", "3"}), 2, {"--trace"});
    check_failed(run_thermal({"--trace", "f", "--trace-memory", "0"}), 2, {"--trace-memory", "'0'"});
}

}  // namespace run_trace_test

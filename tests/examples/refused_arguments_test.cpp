// A run of several tasks refuses wrong arguments and files that cannot be read. Most programs do so with one line, and
// print help once.
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/common/count.hpp"
#include "tests/common/scratch_folder.hpp"
#include "tests/tools/command.hpp"
#include "tests/tools/own_virtual_machines.hpp"

namespace refused_arguments_test {

using namespace banyan::testing;

namespace {

outcome run_of_three(const std::string& file, const std::vector<std::string>& arguments) {
    std::vector<std::string> all{"run", "-n", "3", "--", file};
    all.insert(all.end(), arguments.begin(), arguments.end());
    return run_banyan(all);
}

struct program_case {
    const char* file;
    const char* name;
    const char* option;  // with a value that is not allowed
    const char* value;
};

}  // namespace

TEST_CASE("A run with wrong arguments or help prints one text", "[processes]") {
    const own_virtual_machines folder;
    const program_case one = GENERATE(program_case{THERMAL_PROGRAM, "thermal", "--flops", "7"},
                                      program_case{CONTOUR_PROGRAM, "contour", "--size", "0"},
                                      program_case{WINDOW_PROGRAM, "window", "--size", "0"});
    const std::string name = one.name;
    const outcome wrong = run_of_three(one.file, {one.option, one.value});
    INFO(wrong.err);
    CHECK(wrong.status == 2);
    CHECK(wrong.out.empty());
    CHECK(count(wrong.err, name + ": " + one.option) == 1);
    CHECK(count(wrong.err, "; '" + name + " --help' shows what is allowed\n") == 1);
    CHECK(count(wrong.err, "Run with") == 0);
    const outcome help = run_of_three(one.file, {"--help"});
    INFO(help.out << help.err);
    CHECK(help.status == 0);
    CHECK(count(help.out, "Usage: ") == 1);
}

TEST_CASE("An image that rank 0 cannot read is refused on all ranks, in one line", "[processes]") {
    const own_virtual_machines folder;
    const program_case one =
        GENERATE(program_case{CONTOUR_PROGRAM, "contour", "", ""}, program_case{WINDOW_PROGRAM, "window", "", ""});
    const std::string line = std::string(one.name) + ": --image /no/such.png: No such file or directory\n";
    const outcome wrong = run_of_three(one.file, {"--image", "/no/such.png"});
    INFO(wrong.err);
    CHECK(wrong.status == 2);
    CHECK(wrong.out.empty());
    CHECK(count(wrong.err, line) == 1);
    CHECK(count(wrong.err, "/no/such.png") == 1);
}

TEST_CASE("A parameter study of fewer than one job is refused, and does not wait", "[processes]") {
    const own_virtual_machines folder;
    const std::string jobs = GENERATE(as<std::string>{}, "-5", "0", "many");
    const outcome wrong = run_of_three(PARAMETER_STUDY_PROGRAM, {jobs, "true"});
    INFO(jobs << ": " << wrong.err);
    CHECK(wrong.status == 2);
    CHECK(wrong.out.empty());
    CHECK(count(wrong.err, "parameter_study N COMMAND, with N >= 1") >= 1);
}

TEST_CASE("The example checkpoint does not replace a state that it cannot read", "[processes]") {
    const own_virtual_machines folder;
    const std::filesystem::path state = folder.path / "plate.state";
    std::filesystem::create_symlink(state, state);  // cannot be opened, also not by root
    const outcome refused = run_of_three(CHECKPOINT_PROGRAM, {state.string()});
    INFO(refused.err);
    CHECK(refused.status != 0);
    CHECK(refused.out.empty());
    CHECK(std::filesystem::is_symlink(state));
}

TEST_CASE("The example stored_boxes refuses a file without boxes in one line", "[processes]") {
    const scratch_folder folder;
    const std::string file = folder.path / "boxes.json";
    std::ofstream(file) << R"({"schema": "banyan.stored_partition.v2"})";
    const std::string schema = R"(schema is "banyan.stored_partition.v2", allowed: "banyan.stored_boxes.v1")";
    for (const auto& [arguments, reason] : {std::pair<std::string, std::string>{"", "allowed arguments: FILE.json"},
                                            {"/no/such.json", "cannot open the file '/no/such.json'"},
                                            {file, schema}}) {
        const outcome o = run_banyan_in_shell("exec " STORED_BOXES_PROGRAM " " + arguments);
        INFO(o.err);
        CHECK(o.status == 1);
        CHECK(o.out.empty());
        CHECK(o.err.starts_with("stored_boxes: "));
        CHECK(count(o.err, reason) == 1);
        CHECK(count(o.err, "\n") == 1);
    }
}

}  // namespace refused_arguments_test

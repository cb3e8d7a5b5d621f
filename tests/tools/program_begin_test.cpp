// Where the program begins among the words of a verb. CLI11 itself says what the options take.
#include "tools/banyan/program_begin.hpp"

#include <catch2/catch.hpp>
#include <vector>

namespace program_begin_test {

using namespace banyan::tools;

namespace {

using words = std::vector<std::string>;

/// The values of the options, and the words of the program.
struct parsed {
    int tasks = 0;
    std::string folder;
    std::vector<std::string> variables;
    bool tagged = false;
    words program;
};

/// Adds options of the same kinds as those of `banyan run`.
void add_options(CLI::App& verb, parsed& o) {
    verb.add_option("-n", o.tasks);
    verb.add_option("--wd", o.folder);
    verb.add_option("--env", o.variables)->allow_extra_args(false)->take_all();
    verb.add_flag("--tag-output", o.tagged);
    verb.add_option("PROGRAM", o.program);
}

/// The program at its place in `line`.
words program_in(const words& line) {
    CLI::App verb;
    parsed o;
    add_options(verb, o);
    const auto begin = static_cast<std::ptrdiff_t>(program_begin(verb, line));
    return {line.begin() + begin, line.end()};
}

/// What CLI11 makes of `line` with "--" before the program.
parsed parsed_by_cli(words line, std::size_t begin) {
    CLI::App verb;
    parsed o;
    add_options(verb, o);
    if (begin == 0 || line[begin - 1] != "--") line.insert(line.begin() + static_cast<std::ptrdiff_t>(begin), "--");
    verb.parse(words(line.rbegin(), line.rend()));
    return o;
}

}  // namespace

TEST_CASE("all words after the name of the program belong to it") {
    const words program{"./a", "--help", "-n", "3", "--", "--wd", "[1,2]"};
    for (const words& options :
         {words{}, words{"-n", "4"}, words{"-n4"}, words{"--tag-output"}, words{"--wd", "x", "-n", "4"},
          words{"--wd=x", "--env", "A=1", "--env=B", "--tag-output"}, words{"--wd=", "x"}, words{"--wd", "-n"},
          words{"--env", "--", "-n", "4"}}) {
        words line = options;
        line.insert(line.end(), program.begin(), program.end());
        CHECK(program_in(line) == program);
        line.insert(line.begin() + std::ssize(options), "--");
        CHECK(program_in(line) == program);
    }
}

TEST_CASE("the options before the program are those that CLI11 reads") {
    for (const words& options :
         {words{"-n", "4", "--wd", "x"}, words{"-n4", "--wd=x"}, words{"--wd=", "x", "-n", "4"}}) {
        words line = options;
        line.emplace_back("./a");
        const auto begin = static_cast<std::size_t>(std::ssize(options));
        const parsed o = parsed_by_cli(line, begin);
        CHECK(program_in(line) == words{"./a"});
        CHECK(o.tasks == 4);
        CHECK(o.folder == "x");
        CHECK(o.program == words{"./a"});
    }
}

TEST_CASE("without a program the words end before it") {
    for (const words& line : {words{}, words{"-n", "4"}, words{"-n"}, words{"--tag-output", "--"}, words{"--help"}})
        CHECK(program_in(line).empty());
}

TEST_CASE("an unknown option is not the program, and - and numbers are") {
    CHECK(program_in({"--unknown", "./a"}) == words{"./a"});
    CHECK(program_in({"-", "./a"}) == words{"-", "./a"});
    CHECK(program_in({"-n", "4", "-5", "--help"}) == words{"-5", "--help"});
    CHECK(program_in({"", "./a"}) == words{"", "./a"});
}

}  // namespace program_begin_test

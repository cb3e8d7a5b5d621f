// The output of tasks: byte for byte.
#include <unistd.h>

#include <catch2/catch.hpp>

#include "tests/daemon/system/child.hpp"

using namespace banyan::test;

namespace {

std::string bytes(int count) {
    std::string text;
    for (int i = 0; i < count; ++i)
        text += static_cast<char>((i % 256) ^ (i / 256 % 251));
    return text;
}

std::vector<std::string> run(int tasks, std::vector<std::string> options, std::vector<std::string> program) {
    std::vector<std::string> words{"run", "-n", std::to_string(tasks)};
    words.insert(words.end(), options.begin(), options.end());
    words.emplace_back("--");
    words.insert(words.end(), program.begin(), program.end());
    return words;
}

}  // namespace

TEST_CASE("Output arrives byte for byte") {
    const arena a;
    constexpr int count = 5'000'000;
    const auto r = run_banyan(a, run(1, {}, {task_program(), "bytes", std::to_string(count)}));
    CHECK(r.status == 0);
    CHECK((r.out == bytes(count)));
}

TEST_CASE("The bytes of several tasks, one after the other, are all there and nothing else") {
    const arena a;
    // The tasks write in turn: rank 1 when rank 0 has ended its output.
    const std::string script =
        "[ $BANYAN_RANK = 0 ] || read word <\"$1\"; \"$0\" bytes 3000001;"
        "[ $BANYAN_RANK = 1 ] || echo go >\"$1\"";
    const std::string fifo = (a.folder() / "turn").string();
    const auto r = run_banyan(
        a, {"run", "-n", "2", "--", "sh", "-c", "[ -p \"$1\" ] || mkfifo \"$1\"; " + script, task_program(), fifo});
    CHECK(r.status == 0);
    CHECK(r.out.size() == 6'000'002);
}

TEST_CASE("A line of 10 MB without newline arrives as it is, for any number of tasks") {
    const arena a;
    const int tasks = GENERATE(1, 3);
    const auto r = run_banyan(a, run(tasks, {}, {task_program(), "line", "10000000"}));
    CHECK(r.status == 0);
    CHECK((r.out == std::string(10'000'000 * static_cast<std::size_t>(tasks), 'x')));
}

TEST_CASE("With labels a long line of one task gets one label, and no newline") {
    const arena a;
    const auto r = run_banyan(a, run(1, {"--tag-output"}, {task_program(), "line", "3000000"}));
    CHECK((r.out == "[0] " + std::string(3'000'000, 'x')));
}

TEST_CASE("A task may close its output and go on") {
    const arena a;
    const auto r = run_banyan(a, run(2, {}, {task_program(), "close-output"}));
    CHECK(r.status == 0);
    CHECK(r.out.empty());
    CHECK(r.err == "closed\nclosed\n");
}

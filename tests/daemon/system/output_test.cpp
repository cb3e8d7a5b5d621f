// The output of tasks. It is unchanged in files and pipes. On a terminal it comes line by line and without control
// sequences.
#include <unistd.h>

#include <catch2/catch.hpp>
#include <csignal>

#include "tests/daemon/system/child.hpp"

namespace output_test {

using namespace banyan::testing;
using Catch::Matchers::Contains;
using Catch::Matchers::Equals;

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

/// Runs `banyan run` with a terminal of 80 columns as its standard output.
child_result run_on_terminal(const arena& a, const std::vector<std::string>& words) {
    std::string line = "stty cols 77 rows 22 -opost; exec";
    for (const auto& word : banyan_command(words))
        line += " '" + word + "'";
    child c(a, {"/usr/bin/script", "--quiet", "--return", "--command", line, "/dev/null"});
    return c.finish();
}

/// The command line of `banyan ARG...` with this redirection.
std::vector<std::string> redirected(const std::string& redirection, const std::vector<std::string>& words) {
    std::vector<std::string> line{"sh", "-c", "exec \"$@\" " + redirection, "sh"};
    for (const auto& word : banyan_command(words))
        line.push_back(word);
    return line;
}

}  // namespace

TEST_CASE("Output arrives byte for byte, also on a task's terminal") {
    const arena a;
    const std::string option = GENERATE("--no-pty", "--pty");
    constexpr int count = 5'000'000;
    const auto r = run_banyan(a, run(1, {option}, {task_program(), "bytes", std::to_string(count)}));
    CHECK(r.status == 0);
    CHECK((r.out == bytes(count)));
}

TEST_CASE("up and add show on a terminal that hosts are being started") {
    arena a;
    const auto file = a.file("hosts.txt", "a address=127.0.0.2\nb address=127.0.0.3\n");
    a.environment["TERM"] = "xterm";
    const auto up = run_on_terminal(a, {"up", "--hostfile", file});
    CHECK(up.status == 0);
    CHECK_THAT(up.out, Contains("starting 2 hosts") && Contains("\r\x1b[K") && Contains("virtual machine "));
    const auto add = run_on_terminal(a, {"add", "127.0.0.4"});
    CHECK(add.status == 0);
    CHECK_THAT(add.out, Contains("starting the host 127.0.0.4"));
    const std::string control = "\xc2\x9b";  // U+009B, which begins a control sequence on some terminals
    const auto odd = a.file("odd.txt", "c" + control + "2J address=127.0.0.6\n");
    const auto shown = run_on_terminal(a, {"add", "--hostfile", odd});
    CHECK(shown.status == 0);
    CHECK_THAT(shown.out, Contains("starting the host c\\u009b2J") && !Contains(control));
    CHECK_THAT(run_banyan(a, {"hosts"}).out, Contains("c" + control + "2J"));
    a.environment["TERM"] = "dumb";
    CHECK_THAT(run_on_terminal(a, {"add", "127.0.0.7"}).out, !Contains("starting") && !Contains("\x1b"));
    CHECK(run_banyan(a, {"add", "127.0.0.5"}).err.find("starting") == std::string::npos);
    run_banyan(a, {"down"});
    CHECK(a.empty_within(clean_up_limit));
}

TEST_CASE("If several tasks write in turn, all their bytes arrive and no others") {
    const arena a;
    // The tasks write one after the other: rank 1 writes after rank 0 has finished its output.
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

TEST_CASE("A program that does not flush shows each line immediately on its terminal") {
    const arena a;
    child c(a, banyan_command(run(2, {"--pty"}, {task_program(), "hang-unflushed"})));
    CHECK(c.wait_for_output("unflushed\nunflushed\n"));
}

TEST_CASE("Tasks have a terminal of the same size if the command has one, otherwise a pipe") {
    const arena a;
    const std::vector<std::string> ask{"sh", "-c", "test -t 1 && echo terminal; test -t 2 && echo too; stty size <&1"};
    CHECK(run_on_terminal(a, run(1, {}, ask)).out == "terminal\n22 77\n");
    CHECK_THAT(run_on_terminal(a, run(1, {"--no-pty"}, ask)).out, !Contains("terminal"));
    CHECK(run_banyan(a, run(1, {}, ask)).out.empty());
    CHECK(run_banyan(a, run(1, {"--pty"}, ask)).out == "terminal\n24 80\n");
}

TEST_CASE("A task's terminal is not its controlling terminal") {
    const arena a;
    const auto r =
        run_on_terminal(a, run(1, {}, {"sh", "-c", "(: </dev/tty) 2>/dev/null && echo controlled; echo on"}));
    CHECK(r.out == "on\n");
}

TEST_CASE("Control sequences are harmless on a terminal, and unchanged elsewhere or with --raw") {
    const arena a;
    const std::vector<std::string> say{"printf", R"(\033]0;title\a \033[1mbold \302\233 \377 gr\303\274n\n)"};
    const std::string sent = "\x1b]0;title\a \x1b[1mbold \xc2\x9b \xff gr\xc3\xbcn\n";
    CHECK(run_on_terminal(a, run(1, {}, say)).out == "^[]0;title^G \x1b[1mbold \\u009b \\xff gr\xc3\xbcn\x1b[0m\n");
    CHECK(run_on_terminal(a, run(1, {"--raw"}, say)).out == sent);
    CHECK(run_banyan(a, run(1, {}, say)).out == sent);
    CHECK(run_banyan(a, run(1, {"--pty"}, say)).out == sent);
}

TEST_CASE("A task may close its output and continue") {
    const arena a;
    const std::string option = GENERATE("--no-pty", "--pty");
    const auto r = run_banyan(a, run(2, {option}, {task_program(), "close-output"}));
    CHECK(r.status == 0);
    CHECK(r.out.empty());
    CHECK(r.err == "closed\nclosed\n");
}

TEST_CASE("If the output cannot be written, the tasks get SIGTERM and have their time to end, and the run fails") {
    const arena a;
    const std::string program = "trap 'echo saved >&2; exit 0' TERM; echo up; sleep 1000 & wait";
    child c(a, redirected(">/dev/full", run(2, {}, {"sh", "-c", program})));
    const auto r = c.finish();
    CHECK(r.status == 1);
    CHECK_THAT(r.err,
               Catch::Contains("saved\n") &&
                   Catch::EndsWith("\nbanyan: the output of the run cannot be written: No space left on device\n"));
    CHECK(a.empty_within(clean_up_limit));
}

TEST_CASE("A standard error that cannot be written changes neither the run nor its status") {
    const arena a;
    const std::string no_errors = GENERATE("2>&-", "2>/dev/full");
    SECTION("at the end") {
        child c(a, redirected(no_errors, run(2, {}, {"sh", "-c", "exit $((3 * BANYAN_RANK))"})));
        CHECK(c.finish().status == 3);
    }
    SECTION("while the run continues") {
        child c(a, redirected(no_errors, run(1, {}, {"sh", "-c", "echo up; exec sleep 1000"})));
        REQUIRE(c.wait_for_output("up\n"));
        c.signal(SIGQUIT);  // asks for a report, which is lost
        c.signal(SIGTERM);
        CHECK(c.finish().status == 128 + SIGTERM);
    }
    CHECK(a.empty_within(clean_up_limit));
}

}  // namespace output_test

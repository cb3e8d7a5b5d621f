// banyan run with the real programs: statuses, output, input, settings, wrong arguments.
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/daemon/system/child.hpp"

namespace run_test {

using namespace banyan::testing;
using Catch::Matchers::Contains;
using Catch::Matchers::Equals;

namespace {

std::vector<std::string> run(int tasks, std::vector<std::string> task_arguments,
                             std::vector<std::string> options = {}) {
    std::vector<std::string> words{"run", "-n", std::to_string(tasks)};
    words.insert(words.end(), options.begin(), options.end());
    words.insert(words.end(), {"--", task_program()});
    words.insert(words.end(), task_arguments.begin(), task_arguments.end());
    return words;
}

}  // namespace

TEST_CASE("A run returns 0 when all tasks do, and leaves nothing") {
    const arena a;
    const auto r = run_banyan(a, run(4, {"env", "BANYAN_TEST_MARK"}));
    CHECK(r.status == 0);
    CHECK(r.err.empty());
    CHECK(count_lines(r.out) == 4);
    CHECK(a.empty_within(clean_up_limit));
    CHECK(std::filesystem::is_empty(a.folder() / ("banyan-" + std::to_string(::geteuid()))));
}

TEST_CASE("A run returns the status of the task that failed and says which") {
    const arena a;
    const auto r = run_banyan(a, run(1, {"exit", "3"}));
    CHECK(r.status == 3);
    CHECK_THAT(r.err, Equals("banyan: rank 0 (task 40001) on host localhost: ended with status 3\n"));
    const auto killed = run_banyan(a, run(2, {"die", "9"}));
    CHECK(killed.status == 137);
    CHECK_THAT(killed.err, Contains("killed by signal 9 (SIGKILL)") && Contains("on host localhost"));
    CHECK(count_lines(killed.err) == 1);
}

TEST_CASE("A failing task ends the others") {
    const arena a;
    // Rank 0 gets the input and ends with an error. The others do not end on their own.
    const auto r = run_banyan(
        a, {"run", "-n", "3", "--", "sh", "-c", "read word && exit 5; exec \"$0\" hang", task_program()}, "go\n");
    CHECK(r.status == 5);
    CHECK_THAT(r.err, Contains("rank 0 ") && Contains("ended with status 5"));
    CHECK(a.empty_within(clean_up_limit));
}

TEST_CASE("All output arrives, in order for each task, with whole lines") {
    const arena a;
    constexpr int per_task = 20'000;
    const auto r = run_banyan(a, run(3, {"lines", std::to_string(per_task)}, {"--tag-output"}));
    REQUIRE(r.status == 0);
    std::istringstream in(r.out);
    std::vector<int> next(3, 0);
    for (std::string line; std::getline(in, line);) {
        REQUIRE(line.size() == 4 + 8 + 1 + 90);
        const int rank = line.at(1) - '0';
        REQUIRE((line.at(0) == '[' && line.substr(2, 2) == "] "));
        REQUIRE(std::stoi(line.substr(4, 8)) == next.at(static_cast<std::size_t>(rank))++);
    }
    CHECK(next == std::vector<int>(3, per_task));
}

TEST_CASE("A last line without newline is kept") {
    const arena a;
    CHECK(run_banyan(a, run(1, {"partial"})).out == "no newline");
    CHECK(run_banyan(a, run(2, {"partial"})).out == "no newlineno newline");
    CHECK_THAT(run_banyan(a, run(2, {"partial"}, {"--tag-output"})).out,
               Equals("[0] no newline\n[1] no newline") || Equals("[1] no newline\n[0] no newline"));
    CHECK(run_banyan(a, run(1, {"partial"}, {"--tag-output"})).out == "[0] no newline");
}

TEST_CASE("Rank 0 gets the whole standard input") {
    const arena a;
    std::string text;
    for (int i = 0; i < 60'000; ++i)
        text.append("line ").append(std::to_string(i)).append("\n");
    const auto r = run_banyan(a, {"run", "-n", "2", "--", "cat"}, text);
    CHECK(r.status == 0);
    CHECK((r.out == text));
}

TEST_CASE("A run ends although a task does not read its input") {
    const arena a;
    const auto r = run_banyan(a, {"run", "-n", "1", "--", "true"}, std::string(10'000, 'x'));
    CHECK(r.status == 0);
}

TEST_CASE("A slow reader slows the tasks and costs no memory") {
    const arena a;
    child c(a, banyan_command(run(2, {"lines", "400000"})));  // 40 MB each
    REQUIRE(c.wait_for_output("00000000"));
    // The output is not read, so all writers block. Then the test checks the memory of the virtual machine's processes.
    const auto resident_kb = [&a] {
        long most = 0;
        for (const auto& [pid, command] : a.processes()) {
            std::istringstream status;
            std::ifstream in("/proc/" + std::to_string(pid) + "/status");
            for (std::string line; std::getline(in, line);)
                if (line.starts_with("VmRSS:")) most = std::max(most, std::stol(line.substr(6)));
        }
        return most;
    };
    long before = -1;
    long now = resident_kb();
    REQUIRE(eventually([&] {
        before = std::exchange(now, resident_kb());
        return now == before;
    }));
    CHECK(now < 40'000);
    const auto r = c.finish(seconds(120));
    CHECK(r.status == 0);
    CHECK(count_lines(r.out) == 800'000);
}

TEST_CASE("Variables and the working directory reach the tasks") {
    arena a;
    a.environment["FRUIT"] = "fig";
    CHECK(run_banyan(a, run(1, {"env", "FRUIT"}, {"--env", "FRUIT"})).out == "fig\n");
    CHECK(run_banyan(a, run(1, {"env", "BANYAN_TASK"})).out == "262145\n");
    CHECK(run_banyan(a, run(1, {"wd"}, {"--wd", a.folder()})).out == a.folder().string() + "\n");
    const auto missing = run_banyan(a, run(1, {"wd"}, {"--wd", "/nowhere"}));
    CHECK(missing.status == 1);
    CHECK_THAT(missing.err, Contains("/nowhere") && Contains("No such file"));
    CHECK(run_banyan(a, run(1, {"descriptors"})).out == "3\n");
}

TEST_CASE("Arguments reach the program as they were given") {
    const arena a;
    const auto r =
        run_banyan(a, {"run", "-n", "1", "--", "printf", "<%s>\n", "[b,c]", "", "x y", "-n", "3", "--", "--json"});
    CHECK(r.out == "<[b,c]>\n<>\n<x y>\n<-n>\n<3>\n<-->\n<--json>\n");
}

TEST_CASE("Tasks have the umask and the directory of the run, and none of the caller's descriptors") {
    const arena a;
    const std::string lock = a.file("lock", "");
    const int taken = ::open(lock.c_str(), O_RDWR);  // not close-on-exec, like a descriptor of a script
    REQUIRE(::flock(taken, LOCK_EX) == 0);
    REQUIRE(run_banyan(a, {"up"}).status == 0);
    ::close(taken);
    const int again = ::open(lock.c_str(), O_RDWR | O_CLOEXEC);
    CHECK(::flock(again, LOCK_EX | LOCK_NB) == 0);
    ::close(again);
    std::vector<pid_t> daemons;  // keeper, coordinator, watcher, host daemon, spawner
    REQUIRE(eventually([&] { return (daemons = a.processes_with("banyand")).size() == 5; }));
    for (const pid_t pid : daemons)
        CHECK(std::filesystem::read_symlink("/proc/" + std::to_string(pid) + "/cwd") == "/");
    const mode_t before = ::umask(0027);
    const auto r = run_banyan(a, {"run", "-n", "1", "--wd", a.folder().string(), "--", "sh", "-c",
                                  "umask; echo \"$PWD\"; ls /proc/$$/fd; :"});
    ::umask(before);
    CHECK(r.out == "0027\n" + a.folder().string() + "\n0\n1\n2\n");
    CHECK(run_banyan(a, {"run", "-n", "1", "--wd", ".", "--", "sh", "-c", "pwd"}).out ==
          std::filesystem::current_path().string() + "\n");
    run_banyan(a, {"down"});
}

TEST_CASE("Bytes that are not UTF-8 are passed on, and end neither a run nor the virtual machine") {
    const std::string odd = "a\xff\xfe\x80";
    arena a;
    a.environment["BANYAN_ODD"] = odd;
    const std::string folder = a.file("made", "").substr(0, a.file("made", "").rfind('/')) + "/" + odd;
    std::filesystem::create_directory(folder);
    std::filesystem::copy("/bin/true", folder + "/" + odd);
    REQUIRE(run_banyan(a, {"up"}).status == 0);
    child other(a, banyan_command({"run", "-n", "1", "--", "cat"}));
    CHECK(run_banyan(a, {"run", "-n", "2", "--", "printf", "%s\n", odd}).out == odd + "\n" + odd + "\n");
    CHECK(run_banyan(a, {"run", "-n", "1", "--wd", folder, "--", "pwd"}).out == folder + "\n");
    CHECK(run_banyan(a, {"run", "-n", "1", "--", folder + "/" + odd}).status == 0);
    CHECK(run_banyan(a, {"run", "-n", "1", "--", folder + "/" + odd, "--json"}).status == 0);
    const auto none = run_banyan(a, {"run", "-n", "1", "--", odd});
    CHECK(none.status == 127);
    CHECK_THAT(none.err, Contains("cannot start " + odd + ": No such file or directory"));
    CHECK(run_banyan(a, {"run", "-n", "1", "--wd", "/" + odd, "--", "true"}).status == 1);
    const auto json = run_banyan(a, {"run", "--json", "-n", "1", "--", odd});
    CHECK(json.status == 127);
    CHECK_THAT(json.out, Contains("a\xEF\xBF\xBD"));
    CHECK(run_banyan(a, {"kill", odd}).status != 0);
    CHECK(run_banyan(a, {"delete", odd}).status != 0);
    CHECK(run_banyan(a, {"ps", "--json"}).status == 0);
    other.write("still here\n");
    CHECK(other.wait_for_output("still here"));
    other.close_input();
    CHECK(other.finish().status == 0);
    CHECK(run_banyan(a, {"down"}).status == 0);
    CHECK(a.empty_within(clean_up_limit));
}

TEST_CASE("A time limit ends the run") {
    const arena a;
    const auto r = run_banyan(a, run(2, {"stubborn"}, {"--timeout", "0.3", "--grace", "0.1"}));
    CHECK(r.status == 124);
    CHECK_THAT(r.err, Contains("limit of 0.3 s"));
    CHECK(a.empty_within(clean_up_limit));
}

TEST_CASE("With --json there is one object on stdout") {
    const arena a;
    const auto r = run_banyan(a, run(2, {"exit", "4"}, {"--json"}));
    CHECK(r.status == 4);
    CHECK_THAT(r.out, Contains("\"schema\": \"banyan.run.v1\"") && Contains("\"status\": 4"));
    CHECK(r.out.front() == '{');
}

TEST_CASE("All words after the program are its arguments, with and without --") {
    const arena a;
    CHECK(run_banyan(a, {"run", "-n", "2", "echo", "on"}).out == "on\non\n");
    const std::vector<std::string> program{"printf", "%s ", "[1,2]", "--help", "--timeout", "x", "--", "-n"};
    for (const auto& options : {std::vector<std::string>{"-n1"}, {"-n", "1", "--"}, {"--timeout=60", "-n", "1"}}) {
        std::vector<std::string> words{"run"};
        words.insert(words.end(), options.begin(), options.end());
        words.insert(words.end(), program.begin(), program.end());
        CHECK(run_banyan(a, words).out == "[1,2] --help --timeout x -- -n ");
    }
}

TEST_CASE("Bad input of run is named in one line") {
    const arena a;
    check_refused(a, {"run", "-n", "0", "--", "true"}, 2, "-n: '0' is not allowed");
    check_refused(a, {"run", "-n", "-3", "--", "true"}, 2, "-n: '-3' is not allowed");
    check_refused(a, {"run", "-n", "many", "--", "true"}, 2, "-n");
    check_refused(a, {"run", "-n", "99999999", "--", "true"}, 2, "-n: '99999999' is not allowed");
    check_refused(a, {"run", "--", "true"}, 2, "-n");
    check_refused(a, {"run", "-n", "1"}, 2, "PROGRAM");
    check_refused(a, {"run", "-n", "2", "--per-host", "0", "--", "true"}, 2, "--per-host: '0'");
    check_refused(a, {"run", "-n", "99999999999999999999", "--", "true"}, 2, "-n: '99999999999999999999'");
    check_refused(a, {"frobnicate"}, 2, "'frobnicate' is not allowed, use one of up, down");
    check_refused(a, {"run", "-n", "3", "--per-host", "2", "--", "true"}, 2, "needs 2 hosts");
    check_refused(a, {"run", "-n", "1", "--timeout", "-1", "--", "true"}, 2, "--timeout");
    check_refused(a, {"run", "-n", "1", "--timeout", "nan", "--", "true"}, 2, "--timeout");
    check_refused(a, {"run", "-n", "1", "--env", "NOT_THERE", "--", "true"}, 2, "--env NOT_THERE");
    check_refused(a, {"run", "-n", "1", "--grace", "-1", "--", "true"}, 2, "--grace");
    check_refused(a, {"run", "-n", "1", "--pty", "--no-pty", "--", "true"}, 2, "--pty");
    check_refused(a, {"run", "-n", "2", "--", "/nowhere/program"}, 127, "/nowhere/program: No such file");
    check_refused(a, {"run", "-n", "2", "--", "no-such-program-anywhere"}, 127,
                  "no-such-program-anywhere: No such file");
    check_refused(a, {"run", "-n", "1", "--", "/etc/passwd"}, 126, "/etc/passwd: Permission denied");
    check_refused(a, {"run", "-n", "1", "--", "/etc"}, 126, "/etc: Permission denied");
    CHECK(a.empty_within(clean_up_limit));
}

}  // namespace run_test

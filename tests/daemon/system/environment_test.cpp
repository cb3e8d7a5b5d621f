// The environment of tasks. On the host of `banyan run`, it is that of the command. On other hosts, it is that of the
// daemon and --env.
#include <unistd.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <filesystem>

#include "tests/daemon/system/child.hpp"

namespace environment_test {

using namespace banyan::testing;
using Catch::Matchers::Contains;
using Catch::Matchers::Equals;

namespace {

std::vector<std::string> run_env(const std::string& variable, std::vector<std::string> options = {}) {
    std::vector<std::string> words{"run", "-n", "1"};
    words.insert(words.end(), options.begin(), options.end());
    words.insert(words.end(), {"--", task_program(), "env", variable});
    return words;
}

std::string script(const arena& a, const std::string& name, const std::string& text) {
    return a.file(name, "#!/bin/sh\n" + text + "\n", 0700);
}

constexpr const char* say = "echo $BANYAN_RANK $BANYAN_SIZE $BANYAN_LOCAL_RANK $BANYAN_LOCAL_SIZE";

}  // namespace

TEST_CASE("Tasks on this computer have the environment of run, not that of up") {
    arena a;
    a.environment["FRUIT"] = "of up";
    a.environment["ONLY_UP"] = "1";
    REQUIRE(run_banyan(a, {"up"}).status == 0);
    a.environment["FRUIT"] = "of run";
    a.environment.erase("ONLY_UP");
    CHECK(run_banyan(a, run_env("FRUIT")).out == "of run\n");
    CHECK(run_banyan(a, run_env("FRUIT", {"--env", "FRUIT=here"})).out == "here\n");
    const auto whole = run_banyan(a, {"run", "-n", "1", "--", "env"});
    CHECK_THAT(whole.out, !Contains("ONLY_UP") && Contains("BANYAN_TASK="));
    // Programs are searched in the PATH of the command.
    std::filesystem::create_directory(a.folder() / "bin");
    script(a, "bin/found_by_run", "echo here");
    a.environment["PATH"] = (a.folder() / "bin").string() + ":" + ::getenv("PATH");
    CHECK(run_banyan(a, {"run", "-n", "1", "--", "found_by_run"}).out == "here\n");
    // The tasks have only the variables that are set for each task.
    child bare(a, {"env", "-i", "XDG_RUNTIME_DIR=" + a.folder().string(), built("banyan"), "run", "-n", "1", "--",
                   "/usr/bin/env"});
    const auto out = bare.finish().out;
    CHECK(count_lines(out) == 8);
    CHECK_THAT(out, Contains("XDG_RUNTIME_DIR=") &&
                        Contains("PWD=" + std::filesystem::current_path().string() + "\n") &&
                        Contains("BANYAN_DAEMON=") && Contains("BANYAN_TASK="));
    run_banyan(a, {"down"});
}

TEST_CASE("Tasks on a host of a launcher have their daemon's environment and what --env names") {
    arena a;
    REQUIRE(run_banyan(a, {"up", "--launcher", "env FRUIT={host}", "127.0.0.4"}).status == 0);
    a.environment["FRUIT"] = "of run";
    a.environment["OTHER"] = "x y";
    a.environment["BANYAN_SETTING"] = "passed on";
    CHECK(run_banyan(a, run_env("FRUIT")).out == "127.0.0.4\n");
    CHECK(run_banyan(a, run_env("FRUIT", {"--env", "FRUIT"})).out == "of run\n");
    CHECK(run_banyan(a, run_env("FRUIT", {"--env", "FRUIT="})).out == "\n");
    CHECK(run_banyan(a, run_env("OTHER", {"--env", "FRUIT=1", "--env", "OTHER"})).out == "x y\n");
    CHECK(run_banyan(a, run_env("BANYAN_SETTING")).out == "passed on\n");
    CHECK_THAT(run_banyan(a, {"run", "-n", "1", "--", "env"}).out, !Contains("OTHER="));
    run_banyan(a, {"down"});
}

TEST_CASE("On a host of a launcher, programs are also found in the folder of its daemon, after those of its PATH") {
    arena a;
    const std::string folder = std::filesystem::path(built("banyand")).parent_path();
    const std::string path = GENERATE_COPY(std::string("/usr/bin:/bin"), "/usr/bin:" + folder + ":/bin");
    CAPTURE(path);
    REQUIRE(run_banyan(a, {"up", "--launcher", "env PATH=" + path + " FROM={host}", "127.0.0.4"}).status == 0);
    const bool is_in_path = path.find(folder) != path.npos;
    CHECK(run_banyan(a, run_env("PATH")).out == path + (is_in_path ? "" : ":" + folder) + "\n");
    CHECK_THAT(run_banyan(a, {"run", "-n", "1", "--", "banyan", "--version"}).out, Contains("banyan "));
    CHECK(run_banyan(a, run_env("PATH", {"--env", "PATH=/usr/bin"})).out == "/usr/bin\n");
    run_banyan(a, {"down"});
}

TEST_CASE("If a program is not found on another host, the error has the PATH there") {
    arena a;
    REQUIRE(run_banyan(a, {"up", "--launcher", "env FROM={host}", "127.0.0.4"}).status == 0);
    const auto missing = run_banyan(a, {"run", "-n", "1", "--env", "PATH=/usr/bin:/bin", "--", "no-such-program"});
    CHECK(missing.status == 127);
    CHECK_THAT(missing.err, Contains("cannot start no-such-program: No such file or directory; PATH on this host is "
                                     "/usr/bin:/bin (--env PATH "));
    const auto named = run_banyan(a, {"run", "-n", "1", "--", "/nowhere/no-such-program"});
    CHECK_THAT(named.err, Contains("No such file") && !Contains("PATH"));
    run_banyan(a, {"down"});
    REQUIRE(run_banyan(a, {"up"}).status == 0);
    CHECK_THAT(run_banyan(a, {"run", "-n", "1", "--", "no-such-program"}).err,
               Contains("No such file") && !Contains("PATH"));
    const std::string folder = std::filesystem::path(script(a, "mine", "exit 0")).parent_path();
    const auto here = run_banyan(a, {"run", "-n", "1", "--wd", folder, "--", "mine"});
    CHECK(here.status == 127);
    CHECK_THAT(here.err, Contains("cannot start mine: No such file or directory; it is not in PATH, but the working "
                                  "directory has a program of this name: write ./mine"));
    CHECK(run_banyan(a, {"run", "-n", "1", "--wd", folder, "--", "./mine"}).status == 0);
    run_banyan(a, {"down"});
}

TEST_CASE("Values of variables are any bytes") {
    arena a;
    REQUIRE(run_banyan(a, {"up"}).status == 0);
    for (const std::string value : {"[a,b]", "a\xff\xfe\n\tb", "'q'", "\"q\"", "--", "%%", "=", "a b", "{}", "\\n"}) {
        a.environment["ODD"] = value;
        CHECK(run_banyan(a, run_env("ODD")).out == value + "\n");
        CHECK(run_banyan(a, run_env("GIVEN", {"--env", "GIVEN=" + value})).out == value + "\n");
    }
    run_banyan(a, {"down"});
}

TEST_CASE("Tasks on all hosts get the numbers of a network model, and need no file") {
    arena a;
    REQUIRE(run_banyan(a, {"up", "--launcher", "env FRUIT={host}", "127.0.0.4"}).status == 0);
    const std::string model =
        "banyan network model 1\n"
        "inside_host.start_s 0.5\ninside_host.gap_s 0.25\ninside_host.byte_s 0.125\ninside_host.free_bytes 0\n"
        "between_hosts.start_s 0.5\nbetween_hosts.gap_s 0.25\nbetween_hosts.byte_s 0.125\nbetween_hosts.free_bytes "
        "16384\n"
        "copy_byte_s 0.25\ncpu_message_s 0.5\ncpu_byte_s 0.25\nshared_byte_s 0.125\ncores 2.5\n";
    const std::string file = a.file("model", "# written by hand\n" + model, 0600);
    CHECK(run_banyan(a, run_env("BANYAN_NETWORK_MODEL_TEXT", {"--network-model", file})).out == model + "\n");
    CHECK(run_banyan(a, run_env("BANYAN_NETWORK_MODEL_TEXT")).out == "(unset)\n");
    run_banyan(a, {"down"});
}

TEST_CASE("Tasks get the longest environment that the system allows, and a host that refuses it is named") {
    arena a;
    REQUIRE(run_banyan(a, {"up"}).status == 0);
    const auto shorten = [&a] {
        std::erase_if(a.environment, [](const auto& entry) { return entry.first.starts_with("LONG"); });
    };
    // The system allows a quarter of the stack limit (2 MiB by default), and 128 KiB for one variable.
    for (int i = 0; i < 12; ++i)
        a.environment["LONG" + std::to_string(i)] = std::string(120'000, static_cast<char>('a' + i));
    const auto sum =
        run_banyan(a, {"run", "-n", "4", "--", "sh", "-c", "echo ${#LONG0} ${#LONG11} $LONG3 | cut -c1-20"});
    CHECK(sum.out == "120000 120000 dddddd\n120000 120000 dddddd\n120000 120000 dddddd\n120000 120000 dddddd\n");
    const auto long_argument =
        run_banyan(a, {"run", "-n", "1", "--", "sh", "-c", "echo ${#1}", "x", std::string(120'000, 'y')});
    CHECK(long_argument.out == "120000\n");
    run_banyan(a, {"down"});
    // Another host has a lower limit.
    const auto long_ones = a.environment;
    shorten();
    child up(a, {"sh", "-c", "ulimit -S -s 1024; exec \"$0\" up", built("banyan")});
    REQUIRE(up.finish().status == 0);
    a.environment = long_ones;
    const auto refused = run_banyan(a, {"run", "-n", "2", "--", "true"});
    CHECK(refused.status == 126);
    CHECK_THAT(refused.err,
               Contains("cannot start true: its arguments and environment are too long for this host (ulimit -s)"));
    CHECK(count_lines(refused.err) == 1);
    shorten();
    CHECK(run_banyan(a, {"run", "-n", "1", "--", "echo", "on"}).out == "on\n");
    run_banyan(a, {"down"});
}

TEST_CASE("A run inside a task has its own variables") {
    arena a;
    const auto inner = "echo $BANYAN_TASK $BANYAN_DAEMON; \"$0\" run -n 1 -- sh -c 'echo $BANYAN_TASK $BANYAN_DAEMON'";
    const auto lines = run_banyan(a, {"run", "-n", "2", "--", "sh", "-c", inner, built("banyan")});
    CHECK(lines.status == 0);
    CHECK(count_lines(lines.out) == 4);
    std::map<std::string, int> seen;
    for (std::size_t at = 0; at < lines.out.size(); at = lines.out.find('\n', at) + 1)
        ++seen[lines.out.substr(at, lines.out.find('\n', at) - at)];
    CHECK(seen.size() == 4);  // two tasks of one virtual machine, and one each of two other ones
    CHECK(a.empty_within(clean_up_limit));
}

TEST_CASE("A lost host does not end other hosts if the virtual machine was started inside a task") {
    arena a;
    a.environment["BANYAN_TASK"] = "262145";  // on host 1 of the enclosing virtual machine
    const auto hosts = a.file("hosts.txt", "a address=127.0.0.2\nb address=127.0.0.3\n");
    REQUIRE(run_banyan(a, {"up", "--hostfile", hosts}).status == 0);
    REQUIRE(::kill(a.processes_with("banyand host").front(), SIGKILL) == 0);
    REQUIRE(eventually([&a] { return count_lines(run_banyan(a, {"hosts"}).out) == 2; }));
    CHECK(run_banyan(a, {"run", "-n", "1", "--", "echo", "on"}).out == "on\n");
    run_banyan(a, {"down"});
}

TEST_CASE("PWD is the directory of the task") {
    arena a;
    a.environment["PWD"] = "/somewhere/else";
    REQUIRE(run_banyan(a, {"up"}).status == 0);
    const std::string here = std::filesystem::current_path();
    CHECK(run_banyan(a, run_env("PWD")).out == here + "\n");
    CHECK(run_banyan(a, run_env("PWD", {"--wd", a.folder().string()})).out == a.folder().string() + "\n");
    CHECK(run_banyan(a, run_env("PWD", {"--env", "PWD=/nowhere", "--wd", "/"})).out == "/\n");
    run_banyan(a, {"down"});
}

TEST_CASE("Variables that cannot be passed to tasks are named in one line") {
    const arena a;
    check_refused(a, run_env("A", {"--env", "NOT_THERE"}), 2, "--env NOT_THERE");
    check_refused(a, run_env("A", {"--env", "=x"}), 2, "--env: '=x'");
    check_refused(a, run_env("A", {"--env", ""}), 2, "--env");
    check_refused(a, run_env("A", {"--env", "BANYAN_TASK=1"}), 2, "BANYAN_TASK is set by Banyan");
}

TEST_CASE("Every task has its rank and the number of tasks in its environment, also those of its host") {
    const arena a;
    const auto hosts = a.file("hosts.txt", "a address=127.0.0.2 slots=2\nb address=127.0.0.3 slots=1\n");
    REQUIRE(run_banyan(a, {"up", "--hostfile", hosts}).status == 0);
    const auto r = run_banyan(a, {"run", "-n", "3", "--", "sh", "-c", say});
    CHECK(count_lines(r.out) == 3);
    CHECK_THAT(r.out, Contains("0 3 0 2\n") && Contains("1 3 1 2\n") && Contains("2 3 0 1\n"));
    run_banyan(a, {"down"});
}

TEST_CASE("A run inside a task numbers its own tasks") {
    arena a;
    a.environment["BANYAN_RANK"] = "seven";
    a.environment["BANYAN_LOCAL_SIZE"] = "nine";
    CHECK(run_banyan(a, {"run", "-n", "1", "--", "sh", "-c", say}).out == "0 1 0 1\n");
}

}  // namespace environment_test

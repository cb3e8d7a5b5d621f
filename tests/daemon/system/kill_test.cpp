// Each kind of process is killed several times. No process may be left.
#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <chrono>
#include <csignal>
#include <filesystem>

#include "tests/daemon/system/child.hpp"
#include "tests/daemon/system/gate.hpp"

namespace kill_test {

using namespace banyan::testing;
using Catch::Matchers::Contains;

namespace {

constexpr int repeats = 3;
constexpr seconds clean_up_goal{5};

using clock = std::chrono::steady_clock;

/// How long it takes until no process is left. Fails the test if one stays.
milliseconds clean_up_time(const arena& a) {
    const auto start = clock::now();
    CHECK(a.empty_within(clean_up_limit));
    return time_since(start);
}

/// Three tasks that hang. Each has a grandchild in its own session, outside of the process group of the task.
std::vector<std::string> hanging_run() {
    return banyan_command({"run", "-n", "3", "--", task_program(), "hang-with-grandchild"});
}

/// Waits until all of them are started.
bool all_up(child& command) {
    return command.wait_for_output("up\nup\nup\n");
}

/// The spawner is a fork of the host daemon. It has the same command line and a later start time.
pid_t spawner(const arena& a) {
    const auto found = a.processes_with("banyand host");
    REQUIRE(found.size() == 2);
    return found.back();
}

}  // namespace

TEST_CASE("A killed task ends the run within a second, with one message") {
    check_shortest(seconds(3), repeats, [] {  // about a second on an idle host
        const arena a;
        child c(a, hanging_run());
        REQUIRE(all_up(c));
        pid_t victim = 0;
        for (const pid_t pid : a.processes_with("hang-with-grandchild"))
            if (::getpgid(pid) == pid && pid != c.pid() && ::getsid(pid) != pid) victim = pid;
        REQUIRE(victim != 0);
        const auto start = clock::now();
        REQUIRE(::kill(victim, SIGKILL) == 0);
        const auto r = c.finish();
        const auto took = time_since(start);
        CHECK(r.status == 137);
        CHECK_THAT(r.err, Contains("rank 2") && Contains("host localhost") && Contains("killed by signal 9 (SIGKILL)"));
        CHECK(std::count(r.err.begin(), r.err.end(), '\n') == 1);
        CHECK(a.empty_within(clean_up_limit));
        return took;
    });
}

TEST_CASE("A killed launcher leaves nothing") {
    check_shortest(clean_up_goal, repeats, [] {
        const arena a;
        child c(a, hanging_run());
        REQUIRE(all_up(c));
        c.signal(SIGKILL);
        return clean_up_time(a);
    });
}

TEST_CASE("A launcher killed while it starts leaves nothing") {
    constexpr int trials = 10;
    int begun = 0;
    check_shortest(clean_up_goal, trials, [&begun] {
        const arena a;
        child c(a, hanging_run());
        // The number of existing processes shows the progress of the start.
        eventually([&] { return static_cast<int>(a.processes().size()) > begun; });
        begun = (begun + 1) % trials;
        c.signal(SIGKILL);
        return clean_up_time(a);
    });
}

TEST_CASE("Keeper and coordinator killed together leave nothing, and the command says so") {
    check_shortest(clean_up_goal, repeats, [] {
        const arena a;
        child c(a, hanging_run());
        REQUIRE(all_up(c));
        kill_keeper_and_coordinator(a);
        const auto r = c.finish();
        CHECK(r.status == 1);
        CHECK_THAT(r.err, Contains("has ended"));
        return clean_up_time(a);
    });
}

TEST_CASE("A killed keeper ends the virtual machine in order") {
    check_shortest(clean_up_goal, repeats, [] {
        const arena a;
        child c(a, hanging_run());
        REQUIRE(all_up(c));
        REQUIRE(::kill(banyand_with(a, "keep"), SIGKILL) == 0);
        const auto r = c.finish();
        CHECK(r.status == 1);
        CHECK_THAT(r.err, Contains("the virtual machine has ended: its keeper process died"));
        const auto took = clean_up_time(a);
        CHECK(std::filesystem::is_empty(a.folder() / ("banyan-" + std::to_string(::geteuid()))));
        return took;
    });
}

TEST_CASE("SIGTERM, SIGINT and SIGHUP end keeper and coordinator, and the virtual machine with them") {
    const std::string role = GENERATE("keep", "coordinator");
    const int signal = GENERATE(SIGTERM, SIGINT, SIGHUP);
    CAPTURE(role, signal);
    const arena a;
    child c(a, hanging_run());
    REQUIRE(all_up(c));
    REQUIRE(::kill(banyand_with(a, role), signal) == 0);
    const auto r = c.finish();
    CHECK(r.status == 1);
    CHECK_THAT(r.err, Contains("the virtual machine has ended: its coordinator was told to end"));
    CHECK(a.empty_within(clean_up_limit));
}

TEST_CASE("A killed host daemon leaves nothing, and the error of the run names the host") {
    check_shortest(clean_up_goal, repeats, [] {
        const arena a;
        child c(a, hanging_run());
        REQUIRE(all_up(c));
        REQUIRE(::kill(a.processes_with("banyand host").front(), SIGKILL) == 0);
        const auto r = c.finish();
        CHECK(r.status == 1);
        CHECK_THAT(r.err, Contains("host localhost is lost") && Contains("its daemon died"));
        return clean_up_time(a);
    });
}

TEST_CASE("A killed spawner leaves nothing") {
    check_shortest(clean_up_goal, repeats, [] {
        const arena a;
        child c(a, hanging_run());
        REQUIRE(all_up(c));
        REQUIRE(::kill(spawner(a), SIGKILL) == 0);
        const auto r = c.finish();
        CHECK(r.status != 0);
        return clean_up_time(a);
    });
}

TEST_CASE("Host daemon and spawner killed together leave nothing") {
    check_shortest(clean_up_goal, repeats, [] {
        const arena a;
        child c(a, hanging_run());
        REQUIRE(all_up(c));
        for (const pid_t pid : a.processes_with("banyand host"))
            ::kill(pid, SIGKILL);
        CHECK(c.finish().status != 0);
        return clean_up_time(a);
    });
}

TEST_CASE("A stopped host daemon counts as lost after six seconds") {
    check_shortest(seconds(9), 1, [] {  // 6 s on an idle host
        const arena a;
        child c(a, hanging_run());
        REQUIRE(all_up(c));
        const auto start = clock::now();
        REQUIRE(::kill(a.processes_with("banyand host").front(), SIGSTOP) == 0);
        const auto r = c.finish();
        const auto took = time_since(start);
        CHECK(r.status == 1);
        CHECK_THAT(r.err, Contains("no answer for"));
        CHECK(a.empty_within(clean_up_limit));
        return took;
    });
}

namespace {

/// Without an answer of the coordinator, the command ends this long after the grace time, or after a second Ctrl-C.
constexpr milliseconds own_limit{1500};

/// The time of a trial whose command was interrupted. Only a command that has ended by its own limit may not say so, as
/// on a busy computer. Then the trial does not count.
milliseconds time_if_told(const child_result& r, milliseconds took, milliseconds own) {
    CHECK(r.status == 130);
    if (r.err.find("interrupted by SIGINT") != std::string::npos) return took;
    CHECK(took.count() >= own.count());
    return milliseconds::max();
}

}  // namespace

TEST_CASE("Ctrl-C ends the run, also when the tasks ignore it") {
    const std::string what = GENERATE("hang", "stubborn");
    check_shortest(seconds(10), repeats, [&what] {  // 5 s on an idle host if the tasks ignore it
        const arena a;
        child c(a, banyan_command({"run", "-n", "2", "--", task_program(), what}));
        REQUIRE(c.wait_for_output("up\nup\n"));
        const auto start = clock::now();
        c.signal(SIGINT);
        const auto r = c.finish();
        const auto took = time_since(start);
        CHECK(a.empty_within(clean_up_limit));
        return time_if_told(r, took, seconds(5) + own_limit);
    });
}

TEST_CASE("A second Ctrl-C kills the tasks immediately") {
    check_shortest(seconds(10), 1, [] {
        const arena a;
        const auto limit = clock::now() + hang_limit;
        // Before the limit of the test, only SIGKILL ends these tasks.
        child c(a, banyan_command({"run", "-n", "2", "--grace", "1000", "--", task_program(), "say-asked", "2"}));
        REQUIRE(c.wait_for_output("up\nup\n"));
        std::string asked = "asked\nasked\n";
        c.signal(SIGINT);
        REQUIRE(c.wait_for_output(asked));
        // A second Ctrl-C within 100 ms counts as the first one, which is passed to the tasks. They print it. The next
        // Ctrl-C ends the output.
        auto start = clock::now();
        do {
            start = clock::now();
            c.signal(SIGINT);
            asked += "asked\nasked\n";
        } while (clock::now() < limit && c.wait_for_output(asked));
        const auto r = c.finish();
        const auto took = time_since(start);
        CHECK(a.empty_within(clean_up_limit));
        return time_if_told(r, took, own_limit);
    });
}

TEST_CASE("If one task ends by a signal, the others still have their full time") {
    bool in_order = false;
    // They have 5 s. On a busy computer, a task may need longer for the 0.8 s that its end takes.
    for (int trial = 0; trial < repeats && !in_order; ++trial) {
        const arena a;
        child c(a,
                banyan_command({"run", "-n", "2", "--", "sh", "-c",
                                "[ $BANYAN_RANK = 1 ] && exec \"$0\" hang; exec \"$0\" end-late 2", task_program()}));
        REQUIRE(c.wait_for_output("up\nup\n"));
        c.signal(SIGINT);
        const auto r = c.finish();
        CHECK(r.status == 130);
        in_order = r.out.find("in order\n") != std::string::npos;
    }
    CHECK(in_order);
}

TEST_CASE("After a failure the other tasks have the time that --grace gives") {
    const arena a;
    const std::string script =
        "[ $BANYAN_RANK = 1 ] && read word < \"$1\" && exit 5; exec \"$0\" end-late 15 \"$1\" \"$2\"";
    const gate failure(a);  // rank 1 fails when rank 0 is ready
    const auto run_with = [&](std::vector<std::string> grace, const std::string& seconds_to_end) {
        std::vector<std::string> words{"run", "-n", "2"};
        words.insert(words.end(), grace.begin(), grace.end());
        words.insert(words.end(), {"--", "sh", "-c", script, task_program(), failure.path(), seconds_to_end});
        return run_banyan(a, words);
    };
    const auto patient = run_with({"--grace", "20"}, "0.8");
    CHECK(patient.status == 5);
    CHECK(patient.out == "in order\n");
    const auto quick = run_with({}, "30");  // only a kill ends it sooner
    CHECK(quick.status == 5);
    CHECK(quick.out.empty());
}

TEST_CASE("Signals reach the tasks, which may handle them") {
    const int signal = GENERATE(SIGINT, SIGTERM, SIGUSR1);
    const arena a;
    child c(a, banyan_command({"run", "-n", "2", "--", task_program(), "catch", std::to_string(signal)}));
    REQUIRE(c.wait_for_output("up\nup\n"));
    c.signal(signal);
    const auto r = c.finish();
    CHECK_THAT(r.out, Contains("caught\n"));
    CHECK(r.status != 0);
    CHECK(a.empty_within(clean_up_limit));
}

TEST_CASE("A run has status 0 if all its tasks handle the signal that ends it and end with status 0") {
    const arena a;
    child c(a, banyan_command({"run", "-n", "2", "--", "sh", "-c", "trap 'exit 0' TERM; echo up; sleep 1000 & wait"}));
    REQUIRE(c.wait_for_output("up\nup\n"));
    c.signal(SIGTERM);
    CHECK(c.finish().status == 0);
    CHECK(a.empty_within(clean_up_limit));
}

TEST_CASE("The tasks have their time to end if the reader of the output ends by the same signal") {
    // The sleep stands for the time that saving data takes.
    const std::string script =
        "trap 'echo saving; sleep 0.5; echo all > \"$0\"; exit 0' INT; echo up; sleep 1000 & wait";
    bool is_saved = false;
    for (int trial = 0; trial < repeats && !is_saved; ++trial) {  // a busy computer may need more than 5 s
        const arena a;
        const auto saved = a.folder() / "saved";
        child c(a, banyan_command({"run", "-n", "1", "--", "sh", "-c", script, saved}));
        REQUIRE(c.wait_for_output("up\n"));
        c.close_output();
        c.signal(SIGINT);
        const bool has_succeeded = c.finish().status == 0;
        is_saved = has_succeeded && read(saved) == "all\n";
        CHECK(a.empty_within(clean_up_limit));
    }
    CHECK(is_saved);
}

TEST_CASE("A signal reaches the tasks although the reader of their output does not read") {
    const arena a;
    const auto asked = a.folder() / "asked";
    const std::string script = "trap 'echo by SIGINT > \"$0\"; exit 0' INT; yes & wait";
    child c(a, banyan_command({"run", "-n", "1", "--grace", "60", "--", "sh", "-c", script, asked}));
    REQUIRE(eventually([&] { return c.unread_bytes() > 32'768; }));  // the pipe is soon full
    c.signal(SIGINT);
    CHECK(eventually([&] { return read(asked) == "by SIGINT\n"; }));
    CHECK(c.finish().status == 0);
    CHECK(a.empty_within(clean_up_limit));
}

TEST_CASE("A command whose output is no longer read ends, and its run with it") {
    const arena a;
    child c(a, banyan_command({"run", "-n", "2", "--", task_program(), "lines", "100000000"}));
    REQUIRE(c.wait_for_output("00000010"));
    c.close_output();
    CHECK(c.finish().status != 0);
    CHECK(a.empty_within(clean_up_limit));
}

TEST_CASE("An orphan that has cleared its environment ends with the last task of its host, not before") {
    const arena a;
    REQUIRE(run_banyan(a, {"up"}).status == 0);
    const auto orphans = [&a] { return a.processes_with(task_program() + " unmarked").size(); };
    child c(a, banyan_command({"run", "-n", "1", "--", task_program(), "hang-with-unmarked", a.mark()}));
    REQUIRE(c.wait_for_output("up\n"));
    for (int i = 0; i < repeats; ++i) {
        REQUIRE(run_banyan(a, {"run", "-n", "2", "--", "true"}).status == 0);
        CHECK(orphans() == 1);
    }
    c.signal(SIGTERM);
    CHECK(c.finish().status != 0);
    CHECK(eventually([&] { return orphans() == 0; }, clean_up_limit));
    CHECK(run_banyan(a, {"down"}).status == 0);
    CHECK(a.empty_within(clean_up_limit));
}

TEST_CASE("An orphan of a living task remains when another task ends, and ends with its own task") {
    const arena a;
    REQUIRE(run_banyan(a, {"up"}).status == 0);
    child c(a, banyan_command({"run", "-n", "1", "--", task_program(), "hang-with-grandchild"}));
    REQUIRE(c.wait_for_output("up\n"));
    child other(a, banyan_command({"run", "-n", "1", "--", task_program(), "hang"}));
    REQUIRE(other.wait_for_output("up\n"));
    for (int i = 0; i < repeats; ++i) {
        REQUIRE(run_banyan(a, {"run", "-n", "2", "--", "true"}).status == 0);
        CHECK(a.processes_with(task_program() + " hang-with-grandchild").size() == 3);  // one of them is the command
    }
    c.signal(SIGTERM);
    CHECK(c.finish().status != 0);
    CHECK(eventually([&a] { return a.processes_with("hang-with-grandchild").empty(); }, clean_up_limit));
    CHECK(a.processes_with(task_program() + " hang").size() == 2);
    other.signal(SIGTERM);
    CHECK(other.finish().status != 0);
    CHECK(run_banyan(a, {"down"}).status == 0);
    CHECK(a.empty_within(clean_up_limit));
}

TEST_CASE("Grandchildren of a task that ends in good order are ended") {
    const arena a;
    const auto r = run_banyan(a, {"run", "-n", "2", "--", task_program(), "grandchild"});
    CHECK(r.status == 0);
    CHECK(r.out == "left\nleft\n");
    CHECK(a.empty_within(clean_up_limit));
}

}  // namespace kill_test

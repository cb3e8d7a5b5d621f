// Runs of programs that exchange messages: the errors that the members get if one of them is lost.
#include <algorithm>
#include <catch2/catch.hpp>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <regex>
#include <set>
#include <sstream>

#include "tests/common/long_form.hpp"
#include "tests/daemon/system/child.hpp"

namespace message_test {

using namespace banyan::testing;
using Catch::Matchers::Contains;

namespace {

/// The tasks of a run that is in progress, in the order of their start, which is the order of the ranks.
std::vector<pid_t> tasks_of(const arena& a, const child& command, const std::string& text) {
    auto tasks = a.processes_with(text);
    std::erase(tasks, command.pid());
    return tasks;
}

/// Checks that no task of a run ends while one of them is stopped. BANYAN_TEST_STOP_SECONDS sets for how long.
void check_all_stay(const arena& a, const child& command, const std::string& text, std::size_t count,
                    int usual_seconds) {
    const auto anybody_gone = [&] { return tasks_of(a, command, text).size() < count; };
    CHECK_FALSE(eventually(anybody_gone, seconds(number_of("BANYAN_TEST_STOP_SECONDS", usual_seconds))));
}

/// The time from `start` until a member learned that the task `lost` (an expression) is lost. Both use the same clock.
/// If it has not reported the loss, the result is an hour. Printed if BANYAN_TEST_KILLS is set.
milliseconds time_to_learn(const std::string& output, int rank, const std::string& lost,
                           std::chrono::steady_clock::time_point start) {
    const std::regex line("rank " + std::to_string(rank) + " learned (peer_lost|host_lost) of task " + lost +
                          " at ([0-9]+)\n");
    std::smatch found;
    if (!std::regex_search(output, found, line)) return std::chrono::hours(1);
    const std::chrono::nanoseconds learned(std::stoll(found[2]));
    const auto took = std::chrono::duration_cast<milliseconds>(learned - start.time_since_epoch());
    if (std::getenv("BANYAN_TEST_KILLS")) std::cout << took.count() << " ms: " << found[0];
    return took;
}

}  // namespace

TEST_CASE("Members of a run find each other and end in good order") {
    const arena a;
    const std::string hosts = a.file("hosts.txt", "a address=127.0.0.2 slots=2\nb address=127.0.0.3 slots=2\n");
    REQUIRE(run_banyan(a, {"up", "--hostfile", hosts}).status == 0);
    for (int i = 0; i < 5; ++i) {
        const auto r = run_banyan(a, {"run", "-n", "5", "--", built("daemon_test_member")});
        CHECK(r.status == 0);
        CHECK(r.err.empty());
    }
    run_banyan(a, {"down"});
    CHECK(a.empty_within(clean_up_limit));
}

TEST_CASE("A task has one session, and the error of a second program says what to do") {
    const arena a;
    const auto r = run_banyan(a, {"run", "-n", "2", "--", "sh", "-c", "\"$0\" && \"$0\"", built("daemon_test_member")});
    CHECK(r.status == 17);
    CHECK_THAT(r.err, Contains("already attached") && Contains("another `banyan run`"));
    CHECK(a.empty_within(clean_up_limit));
}

TEST_CASE("A killed member is the cause, and the members that waited for it get an error that names it") {
    for (int i = 0; i < 3; ++i) {
        const arena a;
        child c(a, banyan_command({"run", "-n", "4", "--", built("daemon_test_member"), "wait"}));
        REQUIRE(c.wait_for_output("rank 1 is up"));
        const auto tasks = tasks_of(a, c, "daemon_test_member wait");
        REQUIRE(tasks.size() == 4);
        REQUIRE(::kill(tasks[1], SIGKILL) == 0);
        const auto r = c.finish();
        CHECK(r.status == 137);
        CHECK_THAT(r.err, Contains("banyan: rank 1 (task 40002) on host localhost: killed by signal 9 (SIGKILL)"));
        CHECK(a.empty_within(clean_up_limit));
    }
}

TEST_CASE("If a member ends before it attaches, the others get an error that names it") {
    const arena a;
    // Rank 0 gets the input and does not attach. The others wait for it.
    child c(a, banyan_command({"run", "-n", "3", "--", "sh", "-c", "read word && exit 0; exec \"$0\"",
                               built("daemon_test_member")}));
    c.write("go\n");
    const auto r = c.finish();
    CHECK(r.status == 17);
    CHECK_THAT(r.err, Contains("rank 0 (task 40001) on host localhost: ended with status 0 before it attached"));
    CHECK(a.empty_within(clean_up_limit));
}

TEST_CASE("When a member is killed in any state, all members that need it soon learn of its loss") {
    const std::string state = GENERATE("connecting", "eager", "rendezvous", "collective", "leaving");
    // The limit is 1 s on an idle host.
    check_shortest(seconds(3), number_of("BANYAN_TEST_KILLS", 2), [&state] {
        const arena a;
        // Without --grace, the run kills its other tasks 0.25 s after the loss. On a busy computer, they may not have
        // learned of it by then.
        child c(a,
                banyan_command({"run", "-n", "4", "--grace", "30", "--", built("daemon_test_member"), "state", state}));
        CAPTURE(state);
        REQUIRE(c.wait_for_output("rank 1 is up"));
        for (const int survivor : {0, 2, 3})
            REQUIRE(c.wait_for_output("rank " + std::to_string(survivor) + " waits"));
        const auto tasks = tasks_of(a, c, "daemon_test_member state");
        REQUIRE(tasks.size() == 4);
        const auto start = std::chrono::steady_clock::now();
        REQUIRE(::kill(tasks[1], SIGKILL) == 0);
        if (state == "leaving") c.write("take them\n");
        const auto r = c.finish();
        CAPTURE(r.out, r.err);
        milliseconds longest{0};
        for (const int survivor : state == "leaving" ? std::vector{0} : std::vector{0, 2, 3}) {
            const milliseconds took = time_to_learn(r.out, survivor, "40002", start);
            CHECK(took < std::chrono::hours(1));  // it has learned of it
            longest = std::max(longest, took);
        }
        CHECK(r.status == 137);
        CHECK_THAT(r.err, Contains("rank 1 (task 40002) on host localhost: killed by signal 9 (SIGKILL)"));
        CHECK(a.empty_within(clean_up_limit));
        return longest;
    });
}

TEST_CASE("A stopped member is not dead: the run continues when the member does") {
    const arena a;
    child c(a, banyan_command({"run", "-n", "3", "--", built("daemon_test_member"), "echo"}));
    REQUIRE(c.wait_for_output("rank 1 is up"));
    const auto tasks = tasks_of(a, c, "daemon_test_member echo");
    REQUIRE(tasks.size() == 3);
    REQUIRE(::kill(tasks[1], SIGSTOP) == 0);
    check_all_stay(a, c, "daemon_test_member echo", tasks.size(), 3);
    REQUIRE(::kill(tasks[1], SIGCONT) == 0);
    c.write("enough\n");
    const auto r = c.finish();
    CHECK(r.status == 0);
    CHECK(r.err.empty());
    CHECK(a.empty_within(clean_up_limit));
}

TEST_CASE("A member that is stopped before its first connection is not dead") {
    const std::string transport = GENERATE("unix", "tcp");
    CAPTURE(transport);
    arena a;
    a.environment["BANYAN_TRANSPORT"] = transport;
    child c(a, banyan_command({"run", "-n", "2", "--", built("daemon_test_member"), "meet"}));
    REQUIRE(c.wait_for_output("rank 1 is up"));
    const auto tasks = tasks_of(a, c, "daemon_test_member meet");
    REQUIRE(tasks.size() == 2);
    REQUIRE(eventually([&] { return is_stopped(tasks[1]); }));
    c.write("\n");
    check_all_stay(a, c, "daemon_test_member meet", tasks.size(), 4);  // longer than connect_timeout
    for (const pid_t task : tasks)
        REQUIRE(::kill(task, SIGCONT) == 0);
    const auto r = c.finish();
    CHECK(r.err.empty());
    CHECK(r.status == 0);
    CHECK(a.empty_within(clean_up_limit));
}

TEST_CASE("If descriptors are too few for all pairs of tasks, both tasks of a pair get an error with the reason") {
    const std::string transport = GENERATE("unix", "tcp");
    CAPTURE(transport);
    arena a;
    a.environment["BANYAN_TRANSPORT"] = transport;
    child c(a, banyan_command({"run", "-n", "50", "--", "sh", "-c", "ulimit -n 40; exec \"$0\" exchange",
                               built("daemon_test_member")}));
    const auto r = c.finish();
    CHECK(r.err.empty());
    CHECK(r.status == 0);
    std::set<std::pair<int, int>> failed;
    std::istringstream lines(r.out);
    const std::regex form("rank ([0-9]+) and rank ([0-9]+): (.*)");
    std::smatch found;
    for (std::string line; std::getline(lines, line);) {
        REQUIRE(std::regex_match(line, found, form));
        failed.emplace(std::stoi(found[1]), std::stoi(found[2]));
        CHECK_THAT(line, Contains("ulimit -n"));
    }
    CHECK_FALSE(failed.empty());
    for (const auto& [one, other] : failed)
        CHECK(failed.contains({other, one}));
    CHECK(a.empty_within(clean_up_limit));
}

}  // namespace message_test

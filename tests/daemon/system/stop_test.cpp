// Processes that are stopped (SIGSTOP) and continued. Nothing hangs without a message. A process that waits for an
// answer does not count the time in which it was stopped itself.
#include <catch2/catch.hpp>
#include <csignal>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tests/daemon/system/child.hpp"
#include "tests/daemon/system/remote_host.hpp"

namespace stop_test {

using namespace banyan::testing;
using Catch::Matchers::Contains;

namespace {

/// 6 s on an idle host.
constexpr seconds notice_goal{9};

using clock = std::chrono::steady_clock;

pid_t only(const arena& a, const std::string& start) {
    pid_t found = 0;
    for (const auto& [pid, command] : a.processes())
        if (command.starts_with(start) && found == 0) found = pid;
    REQUIRE(found != 0);
    return found;
}

pid_t coordinator_of(const arena& a) {
    return only(a, built("banyand") + " coordinator");
}

pid_t daemon_of(const arena& a) {
    const pid_t watcher = only(a, built("banyand") + " watch");
    for (const pid_t pid : a.processes_with("banyand host"))
        if (parent_of(pid) == watcher) return pid;
    FAIL("no daemon");
    return 0;
}

pid_t spawner_of(const arena& a) {
    const pid_t daemon = daemon_of(a);
    for (const pid_t pid : a.processes_with("banyand host"))
        if (parent_of(pid) == daemon) return pid;
    FAIL("no spawner");
    return 0;
}

std::string told_of(pid_t pid) {
    return "(pid " + std::to_string(pid) + ") is stopped; 'kill -CONT " + std::to_string(pid) + "'";
}

void send(const std::map<pid_t, std::string>& processes, int signal) {
    for (const auto& [pid, command] : processes)
        ::kill(pid, signal);
}

bool passes(milliseconds time) {
    return !eventually([] { return false; }, time);
}

/// A running virtual machine with a single host: this computer or a remote host.
class single_host {
  public:
    single_host(const arena& a, bool remote) : arena_(a) {
        if (remote) remote_.emplace(a);
        REQUIRE(run_banyan(a, remote ? remote_->up() : std::vector<std::string>{"up"}).status == 0);
    }

    [[nodiscard]] std::map<pid_t, std::string> processes() const {
        return remote_ ? remote_->processes() : arena_.processes();
    }

  private:
    const arena& arena_;
    std::optional<remote_host> remote_;
};

std::vector<std::string> run_of(const std::vector<std::string>& program) {
    std::vector<std::string> arguments{"run", "-n", "2", "--"};
    arguments.insert(arguments.end(), program.begin(), program.end());
    return banyan_command(arguments);
}

/// A run of two tasks. Both have written "up" when the constructor returns.
struct started_run : child {
    started_run(const arena& a, const std::vector<std::string>& program) : child(a, run_of(program)) {
        REQUIRE(wait_for_output("up\nup\n"));
    }
};

/// Two tasks that do not end.
struct hanging_run : started_run {
    explicit hanging_run(const arena& a) : started_run(a, {task_program(), "hang-with-grandchild"}) {}
};

/// Two tasks that end when they have read a line or the end of their input.
struct reading_run : started_run {
    explicit reading_run(const arena& a)
        : started_run(a, {"sh", "-c", "echo up; read line && echo $line; true", "task"}) {}
};

}  // namespace

TEST_CASE(
    "A command that a stopped coordinator does not answer says so and ends, and the virtual machine continues "
    "afterwards") {
    const arena a;
    REQUIRE(run_banyan(a, {"up"}).status == 0);
    const pid_t coordinator = coordinator_of(a);
    REQUIRE(::kill(coordinator, SIGSTOP) == 0);
    const auto start = clock::now();
    int asked = 0;
    check_shortest(notice_goal, 2, [&] {
        const auto asked_at = clock::now();
        const auto r = run_banyan(a, {asked++ % 2 == 0 ? "ps" : "hosts"});
        CHECK(r.status == 1);
        CHECK_THAT(r.err, Contains(told_of(coordinator)));
        CHECK(count_lines(r.err) == 1);
        return time_since(asked_at);
    });
    CHECK(clock::now() - start > seconds(8));  // stopped for this time, and the daemon continues
    REQUIRE(::kill(coordinator, SIGCONT) == 0);
    CHECK(run_banyan(a, {"run", "-n", "2", "--", "echo", "on"}).out == "on\non\n");
    CHECK(run_banyan(a, {"down"}).status == 0);
    CHECK(a.empty_within(clean_up_limit));
}

TEST_CASE("A run whose coordinator is stopped says so, and continues with it") {
    check_shortest(notice_goal, 1, [] {
        const arena a;
        reading_run c(a);
        const pid_t coordinator = coordinator_of(a);
        const auto start = clock::now();
        REQUIRE(::kill(coordinator, SIGSTOP) == 0);
        REQUIRE(c.wait_for_errors(told_of(coordinator)));
        const auto took = time_since(start);
        REQUIRE(::kill(coordinator, SIGCONT) == 0);
        REQUIRE(c.wait_for_errors("continues"));
        c.write("read\n");
        c.close_input();
        const auto r = c.finish();
        CHECK_THAT(r.out, Contains("read\n"));
        CHECK(count_lines(r.err) <= 3);
        CHECK(a.empty_within(clean_up_limit));
        return took;
    });
}

TEST_CASE("Ctrl-C immediately ends a run whose coordinator is stopped") {
    arena a;
    const bool own = GENERATE(true, false);
    if (!own) REQUIRE(run_banyan(a, {"up"}).status == 0);
    hanging_run c(a);
    const pid_t coordinator = coordinator_of(a);
    REQUIRE(::kill(coordinator, SIGSTOP) == 0);
    c.signal(SIGINT);
    const auto r = c.finish();
    CHECK(r.status == 130);
    CHECK_THAT(r.err, Contains("interrupted by SIGINT") && Contains("coordinator"));  // not ended by its own limit
    if (!own) {
        REQUIRE(::kill(coordinator, SIGCONT) == 0);
        CHECK(eventually([&a] { return a.processes_with("hang-with-grandchild").empty(); }, clean_up_limit));
        CHECK(run_banyan(a, {"down"}).status == 0);
    }
    CHECK(a.empty_within(clean_up_limit));
}

TEST_CASE("If a coordinator stays stopped, a remote host ends, and the coordinator says so when it continues") {
    check_shortest(notice_goal, 1, [] {
        const arena a;
        const single_host host(a, true);
        hanging_run c(a);
        const pid_t coordinator = coordinator_of(a);
        const auto start = clock::now();
        REQUIRE(::kill(coordinator, SIGSTOP) == 0);
        CHECK(eventually([&a] { return a.processes_with("banyand watch").empty(); }));
        const auto took = time_since(start);
        CHECK(eventually([&a] { return a.processes_with("hang-with-grandchild").size() == 1; }, clean_up_limit));
        REQUIRE(::kill(coordinator, SIGCONT) == 0);
        const auto r = c.finish();
        CHECK(r.status == 1);
        CHECK_THAT(r.err, Contains("no answer from the coordinator"));
        CHECK(eventually([&host] { return host.processes().empty(); }, clean_up_limit));
        return took;
    });
}

TEST_CASE("A stopped spawner ends its run, and the error names it") {
    check_shortest(seconds(14), 1, [] {
        const arena a;
        hanging_run c(a);
        const pid_t spawner = spawner_of(a);
        const auto start = clock::now();
        REQUIRE(::kill(spawner, SIGSTOP) == 0);
        const auto r = c.finish();
        const auto took = time_since(start);
        CHECK(r.status == 1);
        CHECK_THAT(r.err, Contains("host localhost is lost") &&
                              Contains("its spawner (pid " + std::to_string(spawner) + ") has been stopped"));
        CHECK(a.empty_within(clean_up_limit));
        return took;
    });
}

TEST_CASE("A stopped daemon of a remote host counts as lost and leaves nothing") {
    check_shortest(notice_goal, 1, [] {
        const arena a;
        const single_host host(a, true);
        hanging_run c(a);
        const auto start = clock::now();
        REQUIRE(::kill(daemon_of(a), SIGSTOP) == 0);
        const auto r = c.finish();
        const auto took = time_since(start);
        CHECK(r.status == 1);
        CHECK_THAT(r.err, Contains("no answer for"));
        // The coordinator cannot reach it. Its watcher ends it after twice the time.
        CHECK(eventually([&host] { return host.processes().empty(); }, clean_up_limit));
        return took;
    });
}

TEST_CASE("A killed watcher ends its host, which the error names, and leaves nothing") {
    const arena a;
    const single_host host(a, GENERATE(false, true));
    hanging_run c(a);
    REQUIRE(::kill(only(a, built("banyand") + " watch"), SIGKILL) == 0);
    const auto r = c.finish();
    CHECK(r.status == 1);
    CHECK_THAT(r.err, Contains("its watcher process died"));
    CHECK(eventually([&host] { return host.processes().empty(); }, clean_up_limit));
}

TEST_CASE("No process counts as lost while all processes are stopped, or because a task is stopped") {
    const arena a;
    const bool remote = GENERATE(false, true);
    const bool all = remote || GENERATE(true, false);
    const single_host host(a, remote);
    reading_run c(a);
    auto stopped = host.processes();
    if (!all) std::erase_if(stopped, [](const auto& p) { return !p.second.starts_with("sh -c echo up"); });
    REQUIRE_FALSE(stopped.empty());  // at least rank 0, which waits for input
    send(stopped, SIGSTOP);
    REQUIRE(passes(seconds(7)));
    send(stopped, SIGCONT);
    REQUIRE(passes(seconds(2)));  // longer than four checks of the other processes
    c.write("read\n");
    c.close_input();
    const auto r = c.finish();
    CHECK(r.err == "");
    CHECK_THAT(r.out, Contains("read\n"));
    CHECK(run_banyan(a, {"down"}).status == 0);
    CHECK(eventually([&host] { return host.processes().empty(); }, clean_up_limit));
}

}  // namespace stop_test

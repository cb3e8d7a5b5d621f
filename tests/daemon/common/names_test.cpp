#include "daemon/common/names.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <functional>

namespace names_test {

using namespace banyan::daemon;
using banyan::net::task_id;

namespace {

int wait_status_of(const std::function<void()>& end) {
    const pid_t pid = ::fork();
    if (pid == 0) {
        end();
        ::_exit(99);
    }
    int status = 0;
    ::waitpid(pid, &status, 0);
    return status;
}

}  // namespace

TEST_CASE("Ends of processes are written with their number and name") {
    const int killed = wait_status_of([] { ::raise(SIGKILL); });
    CHECK(describe_end(killed) == "killed by signal 9 (SIGKILL)");
    CHECK(shell_status(killed) == 137);
    constexpr int core_flag = 0x80;  // as Linux sets it in the status of waitpid()
    CHECK(describe_end(SIGSEGV | core_flag) == "killed by signal 11 (SIGSEGV), core dumped");
    CHECK(shell_status(SIGSEGV | core_flag) == 139);
    const int failed = wait_status_of([] { ::_exit(3); });
    CHECK(describe_end(failed) == "ended with status 3");
    CHECK(shell_status(failed) == 3);
}

TEST_CASE("Task names are parsed, anything else is no task") {
    const auto task = task_id::make(GENERATE(1u, 7u, 4095u), GENERATE(1u, 2u, 262143u));
    CHECK(parse_task_name(task_name(task)) == task);
    CHECK(parse_task_name(std::string("t").append(task_name(task))) == task);
    CHECK(parse_task_name(std::string("0x").append(task_name(task))) == task);
    for (const std::string bad : {"", "t", "0x", "xyz", "40002 ", "-1", "fffffffff"})
        CHECK(parse_task_name(bad) == task_id{});
    CHECK(describe_task(2, task_id::make(1, 2), "b") == "rank 2 (task 40002) on host b");
}

TEST_CASE("Signals are known by name and number") {
    CHECK(parse_signal("TERM") == SIGTERM);
    CHECK(parse_signal("SIGKILL") == SIGKILL);
    CHECK(parse_signal("9") == 9);
    for (const char* bad : {"", "SIG", "NOPE", "0", "-9", "9x", "1000"})
        CHECK(parse_signal(bad) == 0);
}

}  // namespace names_test

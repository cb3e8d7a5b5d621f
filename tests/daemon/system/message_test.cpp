// Runs of programs that exchange messages: what the members learn when one of them is lost.
#include <algorithm>
#include <catch2/catch.hpp>
#include <csignal>

#include "tests/daemon/system/child.hpp"

using namespace banyan::test;
using Catch::Matchers::Contains;

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
    CHECK(a.empty_within(seconds(5)));
}

TEST_CASE("A killed member is the cause, and those who waited for it learn its name") {
    for (int i = 0; i < 3; ++i) {
        const arena a;
        child c(a, banyan_command({"run", "-n", "4", "--", built("daemon_test_member"), "wait"}));
        REQUIRE(c.wait_for_output("rank 1 is up"));
        pid_t victim = 0;  // tasks are started in rank order
        auto tasks = a.processes_with("daemon_test_member wait");
        std::erase(tasks, c.pid());
        REQUIRE(tasks.size() == 4);
        victim = tasks[1];
        REQUIRE(::kill(victim, SIGKILL) == 0);
        const auto r = c.finish();
        CHECK(r.status == 137);
        CHECK_THAT(r.err, Contains("banyan: rank 1 (task 40002) on host localhost: killed by signal 9 (SIGKILL)"));
        CHECK(a.empty_within(seconds(5)));
    }
}

TEST_CASE("A member that ends before it attaches is named to the others") {
    const arena a;
    // Rank 0 gets the input and is no member; the others wait for it.
    child c(a, banyan_command({"run", "-n", "3", "--", "sh", "-c", "read word && exit 0; exec \"$0\"",
                               built("daemon_test_member")}));
    c.write("go\n");
    const auto r = c.finish();
    CHECK(r.status == 17);
    CHECK_THAT(r.err, Contains("rank 0 (task 40001) on host localhost: ended with status 0 before it attached"));
    CHECK(a.empty_within(seconds(5)));
}

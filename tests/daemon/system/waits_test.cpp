// Reports of which task waits for which one: banyan ps --waits, the time limit of a run, and Ctrl-\ .
#include <catch2/catch.hpp>
#include <csignal>

#include "tests/daemon/system/child.hpp"

namespace waits_test {

using namespace banyan::testing;
using Catch::Matchers::Contains;

namespace {

std::vector<std::string> run_command(int tasks, const std::string& what, std::vector<std::string> options = {}) {
    std::vector<std::string> words{"run", "-n", std::to_string(tasks)};
    words.insert(words.end(), options.begin(), options.end());
    words.insert(words.end(), {"--", built("daemon_test_end"), what});
    return banyan_command(words);
}

const std::string cycle = "  cycle: rank 0 waits for rank 1, rank 1 waits for rank 2, rank 2 waits for rank 0\n";

void check_ring(const std::string& text) {
    for (const std::string line :
         {"rank 0 (task 40001) on host localhost: waits for ", " s in receive from rank 1, tag 2",
          "rank 2 (task 40003) on host localhost: waits for ", "from rank 0, tag 2, the world\n",
          "    1 unexpected message: from rank 1, tag 1, the world, 4 bytes\n"})
        CHECK_THAT(text, Contains(line));
    CHECK_THAT(text, Contains(cycle));
}

/// Asks repeatedly until the cycle has lasted long enough to be reported.
child_result ask_until_cycle(const arena& a, const std::vector<std::string>& arguments, const std::string& sign) {
    child_result r;
    CHECK(eventually([&] {
        r = run_banyan(a, arguments);
        return r.out.find(sign) != std::string::npos;
    }));
    return r;
}

}  // namespace

TEST_CASE("ps --waits shows who waits for whom, unexpected messages and the cycle") {
    const arena a;
    REQUIRE(run_banyan(a, {"up"}).status == 0);
    child c(a, run_command(3, "ring"));
    REQUIRE(c.wait_for_output("waits\nwaits\nwaits\n"));
    check_ring(ask_until_cycle(a, {"ps", "--waits"}, cycle).out);
    const auto json = ask_until_cycle(a, {"ps", "--waits", "--json"}, "\"cycles\": [\n").out;
    CHECK_THAT(json, Contains("\"answer\": \"answered\"") && Contains("\"operation\": \"receive\"") &&
                         Contains("\"message_count\": 1"));
    c.signal(SIGTERM);
    CHECK(c.finish().status == 128 + SIGTERM);
    CHECK(run_banyan(a, {"ps", "--waits"}).out.empty());
    run_banyan(a, {"down"});
}

TEST_CASE("Tasks that compute, or have no session, are shown as such, and a collective by its name") {
    const arena a;
    REQUIRE(run_banyan(a, {"up"}).status == 0);
    child c(a, run_command(2, "barrier"));
    REQUIRE(c.wait_for_output("waits\nwaits\n"));
    child plain(a, banyan_command({"run", "-n", "1", "--", task_program(), "hang"}));
    REQUIRE(plain.wait_for_output("up"));
    const auto r = run_banyan(a, {"ps", "--waits"});
    CHECK_THAT(r.out, Contains("in collective from rank 1, barrier (collective 2 of the world)") &&
                          Contains("rank 1 (task 40002) on host localhost: computing") &&
                          Contains("on host localhost: has no session\n") && !Contains("cycle"));
    c.signal(SIGTERM);
    c.finish();
    plain.signal(SIGTERM);
    plain.finish();
    run_banyan(a, {"down"});
}

TEST_CASE("A run that its time limit ends says who waits for whom") {
    const arena a;
    const auto r = child(a, run_command(3, "ring", {"--timeout", "2"})).finish();
    CHECK(r.status == 124);
    check_ring(r.err);
    CHECK_THAT(r.err, Contains("limit of 2 s"));
    CHECK(a.empty_within(seconds(5)));
}

TEST_CASE("Ctrl-Backslash shows who waits for whom, and twice ends the run") {
    const arena a;
    child c(a, run_command(3, "ring"));
    REQUIRE(c.wait_for_output("waits\nwaits\nwaits\n"));
    c.signal(SIGQUIT);
    CHECK(c.wait_for_errors("on host localhost: waits for "));
    CHECK(a.processes_with("daemon_test_end ring").size() == 4);  // one of them is the command
    c.signal(SIGQUIT);
    CHECK(c.finish().status == 128 + SIGQUIT);
    CHECK(a.empty_within(seconds(5)));
}

}  // namespace waits_test

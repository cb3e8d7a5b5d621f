// Reports of which task waits for which one: banyan ps --waits, the time limit of a run, Ctrl-\ , and the line of
// banyan run about a deadlock.
#include <algorithm>
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

/// Asks repeatedly until the answer contains these texts: the ranks wait, and a cycle has lasted long enough to be
/// reported.
child_result ask_until(const arena& a, const std::vector<std::string>& arguments,
                       const std::vector<std::string>& texts) {
    child_result r;
    CHECK(eventually([&] {
        r = run_banyan(a, arguments);
        return std::ranges::all_of(texts, [&r](const auto& text) { return r.out.find(text) != std::string::npos; });
    }));
    return r;
}

}  // namespace

TEST_CASE("ps --waits shows who waits for whom, unexpected messages and the cycle") {
    const arena a;
    REQUIRE(run_banyan(a, {"up"}).status == 0);
    child c(a, run_command(3, "ring"));
    REQUIRE(c.wait_for_output("waits\nwaits\nwaits\n"));
    check_ring(ask_until(a, {"ps", "--waits"}, {cycle}).out);
    const auto json = ask_until(a, {"ps", "--waits", "--json"}, {"\"cycles\": [\n"}).out;
    CHECK_THAT(json, Contains("\"answer\": \"answered\"") && Contains("\"operation\": \"receive\"") &&
                         Contains("\"message_count\": 1"));
    c.signal(SIGTERM);
    CHECK(c.finish().status == 128 + SIGTERM);
    CHECK(eventually([&a] { return run_banyan(a, {"ps", "--waits"}).out.empty(); }));
    run_banyan(a, {"down"});
}

TEST_CASE("Tasks that compute, or have no session, are shown as such, and a collective by its name") {
    const arena a;
    REQUIRE(run_banyan(a, {"up"}).status == 0);
    child c(a, run_command(2, "barrier"));
    REQUIRE(c.wait_for_output("waits\nwaits\n"));
    child plain(a, banyan_command({"run", "-n", "1", "--", task_program(), "hang"}));
    REQUIRE(plain.wait_for_output("up"));
    const auto r =
        ask_until(a, {"ps", "--waits"},
                  {"in collective from rank 1, barrier (collective 2 of the world)",
                   "rank 1 (task 40002) on host localhost: computing", "on host localhost: has no session\n"});
    CHECK_THAT(r.out, !Contains("cycle"));
    c.signal(SIGTERM);
    c.finish();
    plain.signal(SIGTERM);
    plain.finish();
    run_banyan(a, {"down"});
}

TEST_CASE("A run that its time limit ends says who waits for whom") {
    const arena a;
    child_result r;
    // On a busy computer a short limit passes before all ranks wait.
    for (const std::string limit : {"2", "8", "32"}) {
        r = child(a, run_command(3, "ring", {"--timeout", limit})).finish();
        CHECK(r.status == 124);
        CHECK_THAT(r.err, Contains("limit of " + limit + " s"));
        CHECK(a.empty_within(clean_up_limit));
        if (r.err.find(cycle) != std::string::npos) break;
    }
    check_ring(r.err);
}

TEST_CASE("banyan run says once that all tasks wait for each other, and the run continues") {
    const arena a;
    child c(a, run_command(3, "ring", {"--deadlock-check", "0.1"}));
    CHECK(c.wait_for_errors(
        "banyan: all 3 tasks wait for each other: rank 0 in receive from rank 1, tag 2, the world; rank 1 in receive "
        "from rank 2, tag 2, the world; rank 2 in receive from rank 0, tag 2, the world; Ctrl-\\ shows what each task "
        "waits for, Ctrl-C ends the run\n"));
    CHECK(a.processes_with("daemon_test_end ring").size() == 4);  // one of them is the command
    c.signal(SIGTERM);
    const auto r = c.finish();
    CHECK(r.status == 128 + SIGTERM);
    CHECK(r.err.find("for each other") == r.err.rfind("for each other"));
}

TEST_CASE("banyan run says nothing about a deadlock if a task may continue by itself, or without --deadlock-check") {
    const auto [what, check] = GENERATE(table<std::string, std::string>(
        {{"barrier", "0.05"}, {"ring-deadline", "0.05"}, {"ring-thread", "0.05"}, {"ring", "0"}}));
    const arena a;
    const auto r = child(a, run_command(3, what, {"--deadlock-check", check, "--timeout", "2"})).finish();
    INFO(r.err);
    CHECK(r.status == 124);
    CHECK_THAT(r.err, !Contains("for each other"));
}

TEST_CASE("Ctrl-Backslash shows who waits for whom, and twice ends the run") {
    const arena a;
    REQUIRE(run_banyan(a, {"up"}).status == 0);
    child c(a, run_command(3, "ring"));
    REQUIRE(c.wait_for_output("waits\nwaits\nwaits\n"));
    ask_until(a, {"ps", "--waits"}, {cycle});  // they say so before they wait
    // On a busy computer a task may not answer within 1 s. Then a report does not show that it waits.
    bool told = false;
    for (int reports = 0; reports < 5 && !told; ++reports) {
        c.signal(SIGQUIT);
        told = c.wait_for_errors("on host localhost: waits for ", seconds(5));  // the next signal is no second one
    }
    CHECK(told);
    const auto processes = [&a] { return a.processes_with("daemon_test_end ring").size(); };
    CHECK(processes() == 4);  // one of them is the command
    // Two of these signals end the run only if the second one comes within 2 s. On a busy computer it may come later.
    CHECK(eventually([&] {
        c.signal(SIGQUIT);
        return processes() == 0;
    }));
    CHECK(c.finish().status == 128 + SIGQUIT);
    run_banyan(a, {"down"});
    CHECK(a.empty_within(clean_up_limit));
}

}  // namespace waits_test

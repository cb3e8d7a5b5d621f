// How runs end. A correct end is not reported as a failure. No sent message is lost without an error. The first cause
// is named.
#include <algorithm>
#include <catch2/catch.hpp>
#include <regex>
#include <sstream>

#include "tests/common/long_form.hpp"
#include "tests/daemon/system/child.hpp"

namespace end_test {

using namespace banyan::testing;
using Catch::Matchers::Contains;

namespace {

child_result run_tasks(const arena& a, int tasks, const std::string& what, std::vector<std::string> options = {}) {
    std::vector<std::string> words{"run", "-n", std::to_string(tasks)};
    words.insert(words.end(), options.begin(), options.end());
    words.insert(words.end(), {"--", built("daemon_test_end"), what});
    return run_banyan(a, words);
}

/// Repeats the run, at most three times, until it has this status and the standard error begins with these words. The
/// coordinator waits 1 s for the end of the task that has caused a failure. On a busy computer it can come later.
child_result run_until(const arena& a, int tasks, const std::string& what, int status, const std::string& begin = "",
                       const std::vector<std::string>& options = {}) {
    auto r = run_tasks(a, tasks, what, options);
    for (int more = 0; more < 3 && (r.status != status || !r.err.starts_with(begin)); ++more)
        r = run_tasks(a, tasks, what, options);
    return r;
}

const std::string rank0 = "banyan: rank 0 (task 40001) on host localhost: ";
const std::string rank1 = "banyan: rank 1 (task 40002) on host localhost: ";

}  // namespace

TEST_CASE("Tasks that end in good order do not fail a task that waits for another one") {
    const int tasks = GENERATE(16, 64);
    const arena a;
    for (int i = 0; i < number_of("BANYAN_TEST_ENDS", 2); ++i) {
        CAPTURE(tasks, i);
        const auto r = run_tasks(a, tasks, "gather");
        CHECK(r.err.empty());
        REQUIRE(r.status == 0);
    }
    CHECK(a.empty_within(clean_up_limit));
}

TEST_CASE("The messages of returned sends are delivered when the program calls exit() with a live session") {
    const std::string how = GENERATE("exit", "static", "leaked", "exit-in-thread");
    CAPTURE(how);
    const arena a;
    const auto r = run_tasks(a, 2, how);
    CHECK(r.out == "whole\n");
    CHECK(r.err.empty());
    CHECK(r.status == 0);
}

TEST_CASE("If a task ends with status 0 without closing its session, the run fails and names the task") {
    const std::string how = GENERATE("_exit", "quick_exit");
    CAPTURE(how);
    const arena a;
    const auto r = run_until(a, 2, how, 1, rank0);
    CHECK(r.status == 1);
    CHECK_THAT(r.err,
               Catch::Matchers::StartsWith(rank0 + "ended with status 0 without closing its session; messages that it "
                                                   "had sent may be lost\n"));
}

TEST_CASE("exit() from inside a call of the library ends the task soon") {
    const arena a;
    const auto r = run_tasks(a, 2, "exit-in-handler");
    CHECK(r.err.empty());
    CHECK(r.status == 0);
    CHECK(a.empty_within(clean_up_limit));
}

TEST_CASE("A forked child that calls exit() does not end its parent's session") {
    const arena a;
    const auto r = run_tasks(a, 3, "fork");
    CHECK(r.err.empty());
    CHECK(r.status == 0);
}

namespace {

// The first line names the cause. Each further line names a failure that follows from it. A rank that is ended with the
// run before it has failed has no line.
void check_report(const std::string& err, const std::string& cause, const std::string& mark) {
    std::istringstream lines(err);
    std::string line;
    REQUIRE(std::getline(lines, line));
    CHECK(line == cause);
    while (std::getline(lines, line))
        CHECK_THAT(line, Contains(mark) && !Contains("terminate called"));
}

}  // namespace

TEST_CASE("An uncaught exception is reported once, with its rank, before the failures that follow from it") {
    const arena a;
    const auto r = run_until(a, 3, "throw", 134, rank1);
    CHECK(r.status == 134);
    check_report(r.err, rank1 + "uncaught exception: std::runtime_error: the input is bad: line 7",
                 "follows from it: ");
}

TEST_CASE("An exit status is the cause of the exceptions that follow from it") {
    const arena a;
    const auto r = run_until(a, 2, "status", 3);
    CHECK(r.status == 3);
    check_report(r.err, rank0 + "ended with status 3", rank1 + "follows from it: ");
    const auto json = run_until(a, 2, "status", 3, "", {"--json"});
    CHECK(json.status == 3);
    CHECK_THAT(json.out, Contains("\"cause\": 0") && Contains("\"follows\": false"));
}

TEST_CASE("An exit status that is reported late is still the cause") {
    const arena a;
    const auto r = run_until(a, 2, "slow-status", 3);
    CHECK(r.status == 3);
    check_report(r.err, rank0 + "ended with status 3", rank1 + "follows from it: ");
}

TEST_CASE("The exit status after a caught failure is marked as one after a loss") {
    const arena a;
    const auto r = run_until(a, 2, "status-catch", 3);
    CHECK(r.status == 3);
    check_report(r.err, rank0 + "ended with status 3", rank1 + "ended with status 1, after the loss of rank 0");
}

TEST_CASE("The error of a receive whose source has ended names the waiting messages of the source") {
    const arena a;
    const auto r = run_tasks(a, 2, "wrong-tag");
    CHECK(r.status == 134);
    CHECK_THAT(r.err, Contains(rank0 + "uncaught exception: rank 1 ") &&
                          Contains("; 1 message with tag 1 is waiting, but the receive asks for tag 2"));
}

TEST_CASE("A task that drops its connection to a peer is reported to that peer only") {
    const arena a;
    const auto r = run_tasks(a, 3, "give-up");
    CHECK(r.status == 0);
    CHECK_THAT(r.out,
               Contains("rank 1 learned link rank 0 (task 40001) on host localhost closed the connection to this "
                        "task: no descriptor (ulimit -n)\n") &&
                   Contains("rank 2 learned nothing\n"));
}

}  // namespace end_test

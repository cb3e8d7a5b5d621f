// Requests and losses while hosts are being added. Such a host belongs to the virtual machine when all hosts of its
// request are ready, not before.
#include <algorithm>
#include <catch2/catch.hpp>
#include <csignal>

#include "tests/daemon/system/child.hpp"
#include "tests/daemon/system/gate.hpp"

namespace adding_test {

using namespace banyan::testing;
using Catch::Matchers::Contains;

namespace {

/// Host daemons and spawners. A launcher that waits has their command among its arguments.
std::ptrdiff_t count_daemons(const arena& a) {
    const std::string start = built("banyand") + " host";
    const auto found = a.processes();
    return std::ranges::count_if(found, [&start](const auto& p) { return p.second.starts_with(start); });
}

}  // namespace

TEST_CASE("No run is placed on a host whose request may still fail") {
    const arena a;
    const gate second(a);
    REQUIRE(run_banyan(a, {"up"}).status == 0);
    const std::string script =
        "if [ $1 = 127.0.0.5 ]; then read word < " + second.path() + "; exit 1; fi; " + start_daemon;
    child add(a, banyan_command({"add", "--launcher", script_launcher(script), "127.0.0.4", "127.0.0.5"}));
    // Daemon and spawner of the first host and of 127.0.0.4.
    REQUIRE(eventually([&a] { return count_daemons(a) == 4 && a.processes_with("sh -c if").size() == 1; }));
    CHECK_THAT(run_banyan(a, {"hosts"}).out, !Contains("127.0.0.4"));
    check_refused(a, {"run", "-n", "1", "--hosts", "127.0.0.4", "--", "true"}, 2, "unknown host 127.0.0.4");
    check_refused(a, {"run", "-n", "2", "--per-host", "1", "--", "true"}, 2, "needs 2 hosts, but has 1");
    CHECK(run_banyan(a, {"run", "-n", "2", "--", "echo", "on"}).out == "on\non\n");
    second.let_pass(1);
    const auto r = add.finish();
    CHECK(r.status == 1);
    CHECK_THAT(r.err, Contains("host 127.0.0.5"));
    CHECK(count_lines(run_banyan(a, {"hosts"}).out) == 2);
    CHECK(run_banyan(a, {"run", "-n", "2", "--", "echo", "on"}).out == "on\non\n");
    run_banyan(a, {"down"});
    CHECK(a.empty_within(clean_up_limit));
}

TEST_CASE("If a host fails, its name and those of ready hosts are free while its request waits for others") {
    const arena a;
    const gate second(a);
    REQUIRE(run_banyan(a, {"up"}).status == 0);
    const std::string script = "if [ $1 = 127.0.0.5 ]; then read word < " + second.path() +
                               "; exit 1; fi; if [ $1 = 127.0.0.6 ]; then exit 1; fi; " + start_daemon;
    child add(a, banyan_command({"add", "--launcher", script_launcher(script), "127.0.0.4", "127.0.0.5", "127.0.0.6"}));
    const auto is_waiting = [&a] { return !a.processes_with("x 127.0.0.5").empty(); };
    REQUIRE(eventually(is_waiting));
    for (const std::string host : {"127.0.0.6", "127.0.0.4"})
        CHECK(eventually([&] { return run_banyan(a, {"add", host}).status == 0; }));
    CHECK(is_waiting());  // the first request has not ended
    check_refused(a, {"add", "127.0.0.5"}, 2, "is being added by another command");
    second.let_pass(1);
    const auto r = add.finish();
    CHECK(r.status == 1);
    CHECK(count_lines(r.err) == 2);
    CHECK_THAT(r.err, Contains("host 127.0.0.5: ") && Contains("host 127.0.0.6: "));
    CHECK(count_lines(run_banyan(a, {"hosts"}).out) == 4);
    run_banyan(a, {"down"});
    CHECK(a.empty_within(clean_up_limit));
}

TEST_CASE("If the command is interrupted, its hosts are not added, and their names are free") {
    const arena a;
    const gate start(a);
    REQUIRE(run_banyan(a, {"up"}).status == 0);
    const std::string script = "if [ $1 = 127.0.0.5 ]; then read word < " + start.path() + "; fi; " + start_daemon;
    child add(a, banyan_command({"add", "--launcher", script_launcher(script), "127.0.0.4", "127.0.0.5"}));
    REQUIRE(eventually([&a] { return !a.processes_with("x 127.0.0.5").empty(); }));
    check_refused(a, {"add", "127.0.0.5"}, 2, "is being added by another command");
    add.signal(SIGINT);
    CHECK(eventually([&a] { return a.processes_with("x 127.0.0.5").empty(); }));
    for (const std::string host : {"127.0.0.4", "127.0.0.5"})
        CHECK(eventually([&] { return run_banyan(a, {"add", host}).status == 0; }));
    CHECK(count_lines(run_banyan(a, {"hosts"}).out) == 4);
    run_banyan(a, {"down"});
    CHECK(a.empty_within(clean_up_limit));
}

TEST_CASE("A host that is being added cannot be deleted, and its add succeeds") {
    const arena a;
    const gate start(a);
    REQUIRE(run_banyan(a, {"up"}).status == 0);
    const std::string script = "read word < " + start.path() + "; " + start_daemon;
    child add(a, banyan_command({"add", "--launcher", script_launcher(script), "127.0.0.5"}));
    REQUIRE(eventually([&a] { return !a.processes_with("sh -c read word").empty(); }));
    check_refused(a, {"delete", "127.0.0.5"}, 2, "unknown host 127.0.0.5");
    // Otherwise the virtual machine would have no host if the request failed.
    CHECK_THAT(run_banyan(a, {"delete", "localhost"}).err, Contains("last host"));
    start.let_pass(1);
    CHECK(add.finish().status == 0);
    CHECK_THAT(run_banyan(a, {"hosts"}).out, Contains("127.0.0.5"));
    CHECK(run_banyan(a, {"delete", "127.0.0.5"}).status == 0);
    run_banyan(a, {"down"});
    CHECK(a.empty_within(clean_up_limit));
}

TEST_CASE("If the only host is lost while another one is added, the virtual machine ends unless that one starts") {
    const arena a;
    const gate start(a);
    const bool starts = GENERATE(true, false);
    REQUIRE(run_banyan(a, {"up"}).status == 0);
    const std::string script = "read word < " + start.path() + "; " + (starts ? start_daemon : "exit 1");
    child add(a, banyan_command({"add", "--launcher", script_launcher(script), "127.0.0.5"}));
    REQUIRE(eventually([&a] { return !a.processes_with("sh -c read word").empty(); }));
    child c(a, banyan_command({"run", "-n", "1", "--", task_program(), "hang"}));
    REQUIRE(c.wait_for_output("up\n"));
    REQUIRE(::kill(banyand_with(a, "host"), SIGKILL) == 0);
    CHECK(c.finish().status == 1);  // the coordinator knows of the loss
    start.let_pass(1);
    const auto r = add.finish();
    if (starts) {
        CHECK(r.status == 0);
        CHECK(run_banyan(a, {"run", "-n", "1", "--", "echo", "on"}).out == "on\n");
        run_banyan(a, {"down"});
    } else {
        CHECK(r.status == 1);
        CHECK_THAT(r.err, Contains("host 127.0.0.5"));
    }
    CHECK(a.empty_within(clean_up_limit));
}

}  // namespace adding_test

// The coordinator is killed, alone or together with other processes. It is restarted, and runs continue without an
// error. With BANYAN_TEST_FULL=1: more rounds of each.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <csignal>
#include <cstdio>
#include <memory>
#include <random>
#include <sstream>
#include <thread>

#include "tests/common/long_form.hpp"
#include "tests/daemon/system/child.hpp"
#include "tests/daemon/system/gate.hpp"

namespace succession_test {

using namespace banyan::testing;
using Catch::Matchers::Contains;

namespace {

const std::string started_again = "was restarted; the run continues";

int repeats() {
    return full_form() ? 30 : 4;
}

pid_t coordinator(const arena& a) {
    const auto found = a.processes_with("banyand coordinator");
    return found.size() == 1 ? found.front() : 0;
}

/// Kills the coordinator. Returns false if there is none at the moment.
bool kill_coordinator(const arena& a) {
    const pid_t pid = coordinator(a);
    return pid != 0 && ::kill(pid, SIGKILL) == 0;
}

std::string expected_lines(long count) {
    std::string text;
    for (long i = 0; i < count; ++i) {
        std::array<char, 128> line{};
        std::snprintf(line.data(), line.size(), "%08ld %s\n", i, std::string(90, '.').c_str());
        text += line.data();
    }
    return text;
}

std::vector<std::string> sorted_lines(const std::string& text) {
    std::istringstream in(text);
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);)
        lines.push_back(line);
    std::ranges::sort(lines);
    return lines;
}

}  // namespace

TEST_CASE("All output arrives once, no matter when the coordinator is killed") {
    std::mt19937 random(1);
    constexpr long lines = 20'000;
    const std::string expected = expected_lines(lines);
    for (int i = 0; i < repeats(); ++i) {
        const arena a;
        child c(a, banyan_command({"run", "-n", "1", "--", task_program(), "lines", std::to_string(lines)}));
        for (int kills = 0; kills < 3; ++kills) {
            const auto line = std::uniform_int_distribution<long>(kills * 5000, kills * 5000 + 4999)(random);
            REQUIRE(c.wait_for_output(expected.substr(static_cast<std::size_t>(line) * 100, 8)));
            kill_coordinator(a);
        }
        const auto r = c.finish();
        CHECK(r.status == 0);
        CHECK((r.out == expected));
        CHECK_THAT(r.err, Contains(started_again));
        CHECK(a.empty_within(clean_up_limit));
    }
}

TEST_CASE("All input arrives once, no matter when the coordinator is killed") {
    const std::string text = expected_lines(10'000);
    for (int i = 0; i < repeats(); ++i) {
        const arena a;
        child c(a, banyan_command({"run", "-n", "1", "--", "cat"}));
        const std::size_t half = text.size() / 3 + static_cast<std::size_t>(i) * 7001;
        std::jthread writer([&] {
            c.write(text.substr(0, half));
            kill_coordinator(a);
            c.write(text.substr(half));
            c.close_input();
        });
        REQUIRE(c.wait_for_output(text.substr(text.size() - 100, 8)));
        writer.join();
        const auto r = c.finish();
        CHECK(r.status == 0);
        CHECK((r.out == text));
        CHECK(a.empty_within(clean_up_limit));
    }
}

TEST_CASE("Each rank is started once, also when the coordinator is killed while it starts them") {
    for (int i = 0; i < repeats(); ++i) {
        const arena a;
        REQUIRE(run_banyan(a, {"up"}).status == 0);
        const gate end(a);
        const std::string each = "echo rank $BANYAN_RANK of $BANYAN_SIZE; read word < " + end.path();
        child c(a, banyan_command({"run", "-n", "60", "--", "sh", "-c", each}));
        REQUIRE(eventually([&] { return static_cast<int>(a.processes_with("echo rank").size()) > 1 + i % 4 * 15; }));
        CHECK(kill_coordinator(a));
        end.let_pass(60);
        const auto r = c.finish();
        INFO(r.err);
        CHECK(r.status == 0);
        std::vector<std::string> expected;
        for (int rank = 0; rank < 60; ++rank)
            expected.push_back("rank " + std::to_string(rank) + " of 60");
        std::ranges::sort(expected);
        CHECK(sorted_lines(r.out) == expected);
        CHECK(run_banyan(a, {"down"}).status == 0);
        CHECK(a.empty_within(clean_up_limit));
    }
}

TEST_CASE("Commands that start runs while the coordinator is killed get all of their own output") {
    for (int i = 0; i < repeats(); ++i) {
        const arena a;
        const auto hosts = a.file("hosts.txt", "a address=127.0.0.2\nb address=127.0.0.3\n");
        REQUIRE(run_banyan(a, {"up", "--hostfile", hosts}).status == 0);
        std::vector<std::unique_ptr<child>> commands;
        for (int n = 0; n < 6; ++n)
            commands.push_back(std::make_unique<child>(
                a, banyan_command({"run", "-n", "30", "--", "echo", "of " + std::to_string(n)})));
        eventually([&] { return commands.front()->wait_for_output("of 0\n", milliseconds(i % 4 * 10)); }, seconds(0));
        kill_coordinator(a);
        for (int n = 0; n < 6; ++n) {
            const auto r = commands[static_cast<std::size_t>(n)]->finish();
            INFO(n << ": " << r.err);
            CHECK(r.status == 0);
            const auto lines = sorted_lines(r.out);
            CHECK(lines == std::vector<std::string>(30, "of " + std::to_string(n)));
        }
        CHECK(run_banyan(a, {"down"}).status == 0);
        CHECK(a.empty_within(clean_up_limit));
    }
}

TEST_CASE("A run whose tasks on a host have ended continues without that host when the coordinator is killed") {
    const arena a;
    const auto hosts = a.file("hosts.txt", "a address=127.0.0.2 slots=1\nb address=127.0.0.3 slots=1\n");
    REQUIRE(run_banyan(a, {"up", "--hostfile", hosts}).status == 0);
    child c(a, banyan_command({"run", "-n", "2", "--", "sh", "-c", "test $BANYAN_RANK = 1 || cat; echo end"}));
    REQUIRE(c.wait_for_output("end\n"));
    // The output can arrive before the end of its task is known.
    REQUIRE(eventually([&] { return run_banyan(a, {"ps"}).out.find("80001") == std::string::npos; }));
    REQUIRE(run_banyan(a, {"delete", "b"}).status == 0);
    REQUIRE(kill_coordinator(a));
    REQUIRE(c.wait_for_errors(started_again));
    c.close_input();
    const auto r = c.finish();
    INFO(r.err);
    CHECK(r.status == 0);
    CHECK(r.out == "end\nend\n");
    run_banyan(a, {"down"});
    CHECK(a.empty_within(clean_up_limit));
}

TEST_CASE("Tasks that exchange messages continue when the coordinator is killed") {
    for (int i = 0; i < repeats(); ++i) {
        const arena a;
        const gate late(a);  // stops the higher ranks, so that they attach later
        const int early = 1 + i % 4;
        const std::string exchange = built("daemon_test_member") + " exchange";
        const std::string wait = "read word < " + late.path();
        // If all tasks attach early, they wait after the exchange. Otherwise the run might end before the coordinator
        // does.
        const std::string each =
            early == 4 ? exchange + " && " + wait
                       : "[ $BANYAN_RANK -lt " + std::to_string(early) + " ] || " + wait + "; exec " + exchange;
        child c(a, banyan_command({"run", "-n", "4", "--", "sh", "-c", each}));
        // Does not match the command. It forks while it starts the virtual machine, and its children have its name
        // until they begin.
        const auto is_task = [&](const auto& one) {
            return one.second.starts_with("sh -c ") || one.second.starts_with(exchange);
        };
        REQUIRE(eventually([&] { return std::ranges::count_if(a.processes(), is_task) >= early; }));
        CHECK(kill_coordinator(a));
        late.let_pass(4);
        const auto r = c.finish();
        INFO(r.err);
        CHECK(r.status == 0);
        CHECK(r.out.empty());
        CHECK(a.empty_within(clean_up_limit));
    }
}

TEST_CASE("A virtual machine is unchanged after its coordinator was killed") {
    const arena a;
    const auto hosts = a.file("hosts.txt", "a address=127.0.0.2 slots=2 speed=4\nb address=127.0.0.3 slots=1\n");
    REQUIRE(run_banyan(a, {"up", "--hostfile", hosts}).status == 0);
    child c(a, banyan_command({"run", "-n", "3", "--", task_program(), "hang"}));
    REQUIRE(c.wait_for_output("up\nup\nup\n"));
    const auto hosts_before = run_banyan(a, {"hosts", "--json"}).out;
    const auto tasks_before = run_banyan(a, {"ps", "--json"}).out;
    for (int i = 0; i < 3; ++i) {
        const pid_t killed = coordinator(a);
        REQUIRE(kill_coordinator(a));
        REQUIRE(c.wait_for_errors(started_again));
        REQUIRE(eventually([&] { return coordinator(a) != 0 && coordinator(a) != killed; }));
        CHECK(run_banyan(a, {"hosts", "--json"}).out == hosts_before);
        CHECK(run_banyan(a, {"ps", "--json"}).out == tasks_before);
    }
    CHECK(run_banyan(a, {"run", "-n", "2", "--", "echo", "on"}).out == "on\non\n");
    const auto third = a.file("third.txt", "c address=127.0.0.4\n");
    CHECK(run_banyan(a, {"add", "--hostfile", third}).status == 0);

    SECTION("a signal reaches the tasks") {
        c.signal(SIGINT);
        CHECK(c.finish().status == 130);
    }
    SECTION("a killed task ends its run, and the error names it") {
        CHECK(run_banyan(a, {"kill", "80001", "--signal", "KILL"}).status == 0);
        const auto r = c.finish();
        CHECK(r.status == 137);
        CHECK_THAT(r.err, Contains("rank 2 (task 80001) on host b: killed by signal 9 (SIGKILL)"));
    }
    SECTION("a deleted host ends the run, and the error names it") {
        CHECK(run_banyan(a, {"delete", "b"}).status == 0);
        CHECK_THAT(c.finish().err, Contains("host b is lost"));
    }
    CHECK(run_banyan(a, {"down"}).status == 0);
    CHECK(a.empty_within(clean_up_limit));
}

TEST_CASE("If a task dies while there is no coordinator, the run ends and names the task") {
    for (int i = 0; i < repeats(); ++i) {
        const arena a;
        child c(a, banyan_command({"run", "-n", "3", "--", task_program(), "hang"}));
        REQUIRE(c.wait_for_output("up\nup\nup\n"));
        auto tasks = a.processes_with(task_program() + " hang");
        std::erase(tasks, c.pid());
        REQUIRE(tasks.size() == 3);
        REQUIRE(kill_coordinator(a));
        REQUIRE(::kill(tasks[static_cast<std::size_t>(i) % 3], SIGSEGV) == 0);
        const auto r = c.finish();
        CHECK(r.status == 139);
        CHECK_THAT(r.err, Contains("killed by signal 11"));
        CHECK(a.empty_within(clean_up_limit));
    }
}

TEST_CASE("A run whose interruption has begun is interrupted although the coordinator is killed") {
    bool killed = false;
    // On a busy computer the run can end before the coordinator is killed.
    for (const std::string grace : {"1", "5", "25"}) {
        const arena a;
        child c(a, banyan_command({"run", "-n", "2", "--grace", grace, "--", task_program(), "stubborn"}));
        REQUIRE(c.wait_for_output("up\nup\n"));
        c.signal(SIGINT);
        killed = kill_coordinator(a);
        const auto r = c.finish();
        CHECK(r.status == 130);
        CHECK(a.empty_within(clean_up_limit));
        if (killed) break;
    }
    CHECK(killed);
}

TEST_CASE("The time limit of a run holds although the coordinator is killed") {
    bool killed = false;
    // On a busy computer a short limit passes before the coordinator is killed.
    for (const std::string limit : {"2", "8", "32"}) {
        const arena a;
        child c(a, banyan_command({"run", "-n", "2", "--timeout", limit, "--", task_program(), "hang"}));
        killed = c.wait_for_output("up\nup\n") && kill_coordinator(a);
        const auto r = c.finish();
        CHECK(r.status == 124);
        CHECK_THAT(r.err, Contains("limit of " + limit + " s"));
        CHECK(a.empty_within(clean_up_limit));
        if (killed) break;
    }
    CHECK(killed);
}

TEST_CASE(
    "If a further process is killed together with the coordinator, the run ends with its name and nothing is left") {
    for (const std::string other : {"banyand host", "banyand watch", "command"})
        for (int i = 0; i < repeats() / 2; ++i) {
            const arena a;
            child c(a, banyan_command({"run", "-n", "2", "--", task_program(), "hang-with-grandchild"}));
            REQUIRE(c.wait_for_output("up\nup\n"));
            const pid_t second = other == "command" ? c.pid() : a.processes_with(other).at(0);
            REQUIRE(kill_coordinator(a));
            REQUIRE(::kill(second, SIGKILL) == 0);
            const auto r = c.finish();
            INFO(other << ": " << r.err);
            CHECK(r.status != 0);
            CHECK(a.empty_within(clean_up_limit));
        }
}

}  // namespace succession_test

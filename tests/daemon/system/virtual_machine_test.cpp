// up, hosts, ps, add, delete, kill, down, doctor: several hosts on this computer, and the loss of one of them.
#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <csignal>
#include <sstream>

#include "tests/daemon/system/child.hpp"
#include "tests/daemon/system/gate.hpp"

namespace virtual_machine_test {

using namespace banyan::testing;
using Catch::Matchers::Contains;
using Catch::Matchers::EndsWith;
using Catch::Matchers::Equals;
using Catch::Matchers::StartsWith;

namespace {

std::string two_hosts(const arena& a) {
    return a.file("hosts.txt", "a address=127.0.0.2 slots=2 speed=4\nb address=127.0.0.3 slots=1\n");
}

/// The daemon of the host with this number. It is the child of the watcher of its folder.
pid_t daemon_of_host(const arena& a, int number) {
    const auto watchers = a.processes_with("/host" + std::to_string(number));
    REQUIRE(watchers.size() == 1);
    for (const pid_t pid : a.processes_with("banyand host"))
        if (parent_of(pid) == watchers.front()) return pid;
    return -1;
}

}  // namespace

TEST_CASE("A virtual machine lives from up to down") {
    const arena a;
    const auto up = run_banyan(a, {"up"});
    CHECK(up.status == 0);
    CHECK_THAT(up.out, Contains("virtual machine ") && Contains("localhost") && Contains("127.0.0.1"));
    const auto are_five = [&a] { return a.processes_with("banyand").size() == 5; };
    CHECK(eventually(are_five));
    CHECK_THAT(run_banyan(a, {"hosts"}).out, Contains("localhost"));
    CHECK(run_banyan(a, {"run", "-n", "2", "--", "echo", "hi"}).out == "hi\nhi\n");
    CHECK(eventually(are_five));
    CHECK(run_banyan(a, {"down"}).status == 0);
    CHECK(a.empty_within(clean_up_limit));
    const auto none = run_banyan(a, {"hosts"});
    CHECK(none.status == 1);
    CHECK_THAT(none.err,
               Contains("no virtual machine is running: " + a.folder().string() + "/banyan-") && Contains("banyan up"));
}

TEST_CASE("down ends all running tasks, several times") {
    for (int i = 0; i < 3; ++i) {
        const arena a;
        REQUIRE(run_banyan(a, {"up"}).status == 0);
        child c(a, banyan_command({"run", "-n", "2", "--", task_program(), "hang-with-grandchild"}));
        REQUIRE(c.wait_for_output("up\nup\n"));
        CHECK(run_banyan(a, {"down"}).status == 0);
        const auto r = c.finish();
        CHECK(r.status == 1);
        CHECK_THAT(r.err, Contains("the virtual machine has ended"));
        CHECK(a.empty_within(clean_up_limit));
    }
}

TEST_CASE("A killed command ends its run, the virtual machine remains") {
    for (int i = 0; i < 3; ++i) {
        const arena a;
        REQUIRE(run_banyan(a, {"up"}).status == 0);
        child c(a, banyan_command({"run", "-n", "2", "--", task_program(), "hang-with-grandchild"}));
        REQUIRE(c.wait_for_output("up\nup\n"));
        c.signal(SIGKILL);
        CHECK(eventually([&a] { return a.processes_with("hang-with-grandchild").empty(); }, clean_up_limit));
        // The end of a process can be seen before the coordinator knows of it.
        CHECK(eventually([&a] { return count_lines(run_banyan(a, {"ps"}).out) == 1; }));
        CHECK(run_banyan(a, {"run", "-n", "1", "--", "echo", "on"}).out == "on\n");
        run_banyan(a, {"down"});
        CHECK(a.empty_within(clean_up_limit));
    }
}

TEST_CASE("Several daemons on this computer, each with its address, and ranks fill the slots in host order") {
    const arena a;
    const auto up = run_banyan(a, {"up", "--json", "--hostfile", two_hosts(a)});
    REQUIRE(up.status == 0);
    CHECK_THAT(up.out, Contains("\"address\": \"127.0.0.2\"") && Contains("\"address\": \"127.0.0.3\"") &&
                           Contains("\"speed\": 4.0") && Contains("\"schema\": \"banyan.up.v3\""));
    child c(a, banyan_command({"run", "-n", "4", "--", task_program(), "hang"}));
    REQUIRE(c.wait_for_output("up\nup\nup\nup\n"));
    const auto ps = run_banyan(a, {"ps"}).out;
    // There are 2 + 1 slots. The fourth rank is on the first host again: a has ranks 0, 1, 2 and b has rank 3.
    CHECK(count_lines(ps) == 5);
    CHECK_THAT(ps, Contains("40003") && Contains("80001") && !Contains("80002"));
    CHECK_THAT(run_banyan(a, {"hosts", "--json"}).out, Contains("\"tasks\": 3") && Contains("\"tasks\": 1"));

    SECTION("kill ends a task and with it the run") {
        CHECK(run_banyan(a, {"kill", "80001", "--signal", "KILL"}).status == 0);
        const auto r = c.finish();
        CHECK(r.status == 137);
        CHECK_THAT(r.err, Contains("rank 3 (task 80001) on host b: killed by signal 9 (SIGKILL)"));
    }
    SECTION("delete ends the runs with tasks there, the virtual machine stays") {
        CHECK_THAT(run_banyan(a, {"delete", "b"}).out, Contains("127.0.0.2") && !Contains("127.0.0.3"));
        const auto r = c.finish();
        CHECK(r.status == 1);
        CHECK_THAT(r.err, Contains("host b is lost") && Contains("deleted"));
        CHECK(run_banyan(a, {"run", "-n", "1", "--", "echo", "on"}).out == "on\n");
        CHECK_THAT(run_banyan(a, {"delete", "a"}).err, Contains("last host"));
    }
    SECTION("a killed daemon of one host ends the run; the other host remains") {
        REQUIRE(a.processes_with("banyand host").size() == 4);
        REQUIRE(::kill(daemon_of_host(a, 1), SIGKILL) == 0);
        const auto r = c.finish();
        CHECK(r.status == 1);
        CHECK_THAT(r.err, Contains("host a is lost: its daemon died"));
        CHECK_THAT(run_banyan(a, {"hosts"}).out, !Contains("127.0.0.2") && Contains("127.0.0.3"));
        CHECK(run_banyan(a, {"run", "-n", "1", "--", "echo", "on"}).out == "on\n");
        REQUIRE(::kill(daemon_of_host(a, 2), SIGKILL) == 0);
        CHECK(a.empty_within(clean_up_limit));  // it was the last host
    }
    run_banyan(a, {"down"});
    CHECK(a.empty_within(clean_up_limit));
}

TEST_CASE("The columns of ps are as wide as the longest name of a host") {
    const arena a;
    const auto file = a.file("hosts.txt",
                             "a-host-with-a-name-of-36-letters.test address=127.0.0.2 slots=1\n"
                             "b address=127.0.0.3 slots=1\n");
    REQUIRE(run_banyan(a, {"up", "--hostfile", file}).status == 0);
    child c(a, banyan_command({"run", "-n", "2", "--", task_program(), "hang"}));
    REQUIRE(c.wait_for_output("up\nup\n"));
    std::istringstream lines(run_banyan(a, {"ps"}).out);
    std::string head, first, second;
    std::getline(lines, head);
    std::getline(lines, first);
    std::getline(lines, second);
    const auto column = head.find("program");
    REQUIRE(column != head.npos);
    CHECK(first.find(task_program()) == column);
    CHECK(second.find(task_program()) == column);
    c.signal(SIGKILL);
    run_banyan(a, {"down"});
    CHECK(a.empty_within(clean_up_limit));
}

TEST_CASE("hosts shows which hosts are lost, until they are added again") {
    const arena a;
    REQUIRE(run_banyan(a, {"up", "--hostfile", two_hosts(a)}).status == 0);
    CHECK(run_banyan(a, {"hosts"}).err.empty());
    REQUIRE(::kill(daemon_of_host(a, 1), SIGKILL) == 0);
    CHECK(eventually([&a] {
        return run_banyan(a, {"hosts"}).err ==
               "banyan: host a is lost: its daemon died; 'banyan add' starts it again\n";
    }));
    CHECK_THAT(run_banyan(a, {"hosts", "--json"}).out,
               Contains("\"name\": \"a\",\n      \"why\": \"its daemon died\""));
    const auto again = run_banyan(a, {"add", "--hostfile", a.file("again.txt", "a address=127.0.0.2 slots=2\n")});
    CHECK(again.status == 0);
    CHECK(again.err.empty());
    CHECK_THAT(run_banyan(a, {"hosts", "--json"}).out, Contains("\"lost\": []"));
    run_banyan(a, {"down"});
    CHECK(a.empty_within(clean_up_limit));
}

TEST_CASE("Daemon and spawner of one host killed together leave nothing there, the virtual machine remains") {
    for (int i = 0; i < 3; ++i) {
        const arena a;
        REQUIRE(run_banyan(a, {"up", "--hostfile", two_hosts(a)}).status == 0);
        child c(a, banyan_command({"run", "-n", "3", "--", task_program(), "hang-with-grandchild"}));
        REQUIRE(c.wait_for_output("up\nup\nup\n"));
        auto victims = a.processes_with("banyand host");
        const pid_t daemon = victims.front();
        std::erase_if(victims, [daemon](pid_t pid) { return pid != daemon && parent_of(pid) != daemon; });
        REQUIRE(victims.size() == 2);
        for (const pid_t pid : victims)
            ::kill(pid, SIGKILL);  // the spawner may have ended with its daemon
        CHECK(c.finish().status == 1);
        CHECK(eventually([&a] { return a.processes_with("hang-with-grandchild").empty(); }, clean_up_limit));
        CHECK(count_lines(run_banyan(a, {"hosts"}).out) == 2);
        run_banyan(a, {"down"});
        CHECK(a.empty_within(clean_up_limit));
    }
}

TEST_CASE("A launcher command starts the daemon, its environment is the daemon's") {
    const arena a;
    const auto up = run_banyan(a, {"up", "--launcher", "env FROM={host} nice -n 1", "127.0.0.4"});
    REQUIRE(up.status == 0);
    CHECK_THAT(up.out, Contains("127.0.0.4"));
    CHECK(run_banyan(a, {"run", "-n", "1", "--", task_program(), "env", "FROM"}).out == "127.0.0.4\n");
    const auto added = run_banyan(a, {"add", "--launcher", "env FROM={host}", "127.0.0.5"});
    CHECK(added.status == 0);
    CHECK(run_banyan(a, {"run", "-n", "2", "--per-host", "1", "--tag-output", "--", task_program(), "env", "FROM"})
              .status == 0);
    run_banyan(a, {"down"});
    CHECK(a.empty_within(clean_up_limit));
}

TEST_CASE("run --hosts uses only these hosts, in their order") {
    const arena a;
    REQUIRE(run_banyan(a, {"up", "--launcher", "env FROM={host}", "127.0.0.4", "127.0.0.5", "127.0.0.6"}).status == 0);
    const auto r = run_banyan(a, {"run", "-n", "2", "--per-host", "1", "--hosts", "127.0.0.6,127.0.0.4", "--tag-output",
                                  "--", task_program(), "env", "FROM"});
    CHECK_THAT(r.out, Contains("[0] 127.0.0.6\n") && Contains("[1] 127.0.0.4\n"));
    check_refused(a, {"run", "-n", "1", "--hosts", "127.0.0.7", "--", "true"}, 2, "unknown host 127.0.0.7");
    run_banyan(a, {"down"});
    CHECK(a.empty_within(clean_up_limit));
}

TEST_CASE("A virtual machine that loses its launcher while it starts ends") {
    for (int i = 0; i < 5; ++i) {
        const arena a;
        const std::string launcher = task_program() + " wait";
        child c(a, banyan_command({"up", "--launcher", "env X={host} " + launcher, "127.0.0.4"}));
        REQUIRE(eventually([&] {
            return std::ranges::any_of(a.processes(), [&](const auto& p) { return p.second.starts_with(launcher); });
        }));
        c.signal(i % 2 == 0 ? SIGKILL : SIGINT);
        CHECK(a.empty_within(clean_up_limit));
    }
}

TEST_CASE("If a host cannot start, the reason is printed with its command") {
    const arena a;
    const auto failing =
        run_banyan(a, {"up", "--launcher", "sh -c 'echo no such place as {host} >&2; exit 7' --", "127.0.0.4"});
    CHECK(failing.status == 1);
    CHECK_THAT(failing.err, Contains("host 127.0.0.4") && Contains("ended with status 7") &&
                                Contains("no such place as 127.0.0.4") && Contains("sh -c"));
    const auto missing = run_banyan(a, {"up", "--launcher", "/nowhere/launcher {host}", "127.0.0.4"});
    CHECK(missing.status == 1);
    CHECK_THAT(missing.err, Contains("/nowhere/launcher") && Contains("No such file"));
    CHECK(a.empty_within(clean_up_limit));
}

TEST_CASE("If one of several hosts fails, up leaves no virtual machine, and add does not change it") {
    const arena a;
    const auto file = a.file("hosts.txt", "a address=127.0.0.2\nb address=127.0.0.3 launcher=\"false {host}\"\n");
    CHECK(run_banyan(a, {"up", "--hostfile", file}).status == 1);
    CHECK(a.empty_within(clean_up_limit));
    REQUIRE(run_banyan(a, {"up"}).status == 0);
    CHECK(run_banyan(a, {"add", "--hostfile", file}).status == 1);
    CHECK(count_lines(run_banyan(a, {"hosts"}).out) == 2);
    CHECK_THAT(run_banyan(a, {"add", "localhost"}).err, Contains("already in the virtual machine"));
    run_banyan(a, {"down"});
    CHECK(a.empty_within(clean_up_limit));
}

TEST_CASE("Each host that cannot start has a line, in the order of the hosts") {
    const arena a;
    const std::string script =
        std::string("if [ $1 = 127.0.0.5 ]; then ") + start_daemon + "; fi; echo no key for $1 >&2; exit 7";
    const auto up = run_banyan(a, {"up", "--launcher", script_launcher(script), "127.0.0.4", "127.0.0.5", "127.0.0.6"});
    CHECK(up.status == 1);
    CHECK(count_lines(up.err) == 2);
    CHECK_THAT(up.err, StartsWith("banyan: host 127.0.0.4: ") && Contains(": no key for 127.0.0.4\n") &&
                           Contains("\nbanyan: host 127.0.0.6: ") && EndsWith(": no key for 127.0.0.6\n"));
    REQUIRE(run_banyan(a, {"up"}).status == 0);
    const auto file = a.file("hosts.txt",
                             "a address=127.0.0.2 launcher=\"/nowhere/launcher {host}\"\n"
                             "b address=127.0.0.3 launcher=\"false {host}\"\n");
    const auto add = run_banyan(a, {"add", "--hostfile", file});
    CHECK(add.status == 1);
    CHECK(count_lines(add.err) == 2);
    CHECK_THAT(add.err, StartsWith("banyan: host a: ") && Contains("\nbanyan: host b: "));
    CHECK(count_lines(run_banyan(a, {"hosts"}).out) == 2);
    run_banyan(a, {"down"});
    CHECK(a.empty_within(clean_up_limit));
}

TEST_CASE("If no host of pvmd starts, each failure is printed once") {
    const arena a;
    const auto file = a.file("hosts.txt",
                             "a address=127.0.0.2 launcher=\"/nowhere/launcher {host}\"\n"
                             "b address=127.0.0.3 launcher=\"false {host}\"\n");
    const auto r = run_banyan(a, {"pvmd", file});
    CHECK(r.status == 1);
    CHECK(count_lines(r.err) == 3);
    CHECK_THAT(r.err, StartsWith("banyan pvmd: host a: ") && Contains("\nbanyan pvmd: host b: ") &&
                          EndsWith("\nbanyan: pvmd: none of the 2 hosts in the host file has started\n"));
    CHECK(a.empty_within(clean_up_limit));
}

TEST_CASE("With several virtual machines, BANYAN_VM chooses one") {
    arena a;
    const auto id_of = [](const child_result& r) { return r.out.substr(16, 8); };
    const auto first = id_of(run_banyan(a, {"up"}));
    const auto also = run_banyan(a, {"up", "127.0.0.2"});
    const auto second = id_of(also);
    CHECK_THAT(also.err, Contains(first) && Contains(second) && Contains("set BANYAN_VM"));
    const auto unclear = run_banyan(a, {"hosts"});
    CHECK(unclear.status == 2);
    CHECK_THAT(unclear.err, Contains(first) && Contains(second) && Contains("BANYAN_VM"));
    a.environment["BANYAN_VM"] = second;
    CHECK_THAT(run_banyan(a, {"hosts"}).out, Contains("127.0.0.2"));
    CHECK(run_banyan(a, {"down"}).status == 0);
    CHECK_THAT(run_banyan(a, {"hosts"}).err, Contains(second) && Contains("no such virtual machine"));
    a.environment["BANYAN_VM"] = "../x";
    CHECK(run_banyan(a, {"hosts"}).status == 2);
    a.environment["BANYAN_VM"] = first;
    CHECK(run_banyan(a, {"down"}).status == 0);
    CHECK(a.empty_within(clean_up_limit));
}

TEST_CASE("The files of a dead virtual machine do not disturb the next one") {
    const arena a;
    REQUIRE(run_banyan(a, {"up"}).status == 0);
    kill_keeper_and_coordinator(a);
    REQUIRE(a.empty_within(clean_up_limit));
    CHECK(run_banyan(a, {"hosts"}).status == 1);
    CHECK(run_banyan(a, {"run", "-n", "1", "--", "echo", "on"}).out == "on\n");
    CHECK(a.empty_within(clean_up_limit));
    CHECK(std::filesystem::is_empty(a.folder() / ("banyan-" + std::to_string(::geteuid()))));
}

namespace {

/// Removes the folders of all virtual machines, as systemd does at the end of the last login.
void remove_runtime_folder(const arena& a) {
    std::filesystem::remove_all(a.folder() / ("banyan-" + std::to_string(::geteuid())));
}

}  // namespace

TEST_CASE("A virtual machine whose folder was removed ends") {
    const arena a;
    REQUIRE(run_banyan(a, {"up", "--hostfile", two_hosts(a)}).status == 0);
    remove_runtime_folder(a);
    CHECK(a.empty_within(clean_up_limit));
}

TEST_CASE("A virtual machine whose folder was removed continues until the end of its last run") {
    const arena a;
    REQUIRE(run_banyan(a, {"up"}).status == 0);
    // The coordinator looks for the folder every 0.5 s.
    child c(a, banyan_command({"run", "-n", "1", "--", "sh", "-c", "echo up; read word; sleep 1.2; echo $word"}));
    REQUIRE(c.wait_for_output("up\n"));
    remove_runtime_folder(a);
    c.write("on\n");
    const auto r = c.finish();
    CHECK(r.status == 0);
    CHECK(r.out == "up\non\n");
    CHECK(a.empty_within(clean_up_limit));
}

TEST_CASE(
    "A host on another computer whose folder was removed starts no task, and is lost at the end of its last run") {
    const arena a;
    const auto far = a.folder() / "far";  // the folder of the other computer
    std::filesystem::create_directory(far);
    const auto file = a.file("hosts.txt", "a address=127.0.0.2 slots=1\nb address=127.0.0.3 launcher=\"env X={host} " +
                                              ("XDG_RUNTIME_DIR=" + far.string()) + "\"\n");
    REQUIRE(run_banyan(a, {"up", "--hostfile", file}).status == 0);
    // The daemon looks for its folder every 0.5 s.
    child c(a, banyan_command(
                   {"run", "-n", "1", "--hosts", "b", "--", "sh", "-c", "echo up; read word; sleep 1.2; echo $word"}));
    REQUIRE(c.wait_for_output("up\n"));
    std::filesystem::remove_all(far / ("banyan-" + std::to_string(::geteuid())));
    const auto refused = run_banyan(a, {"run", "-n", "1", "--hosts", "b", "--", "true"});
    CHECK(refused.status == 1);
    CHECK_THAT(refused.err, Contains("on host b: the folder " + far.string()) && Contains("was removed"));
    c.write("on\n");
    const auto r = c.finish();
    CHECK(r.status == 0);
    CHECK(r.out == "up\non\n");
    CHECK(eventually([&a] {
        return run_banyan(a, {"hosts"}).err.starts_with("banyan: host b is lost: the folder " + a.folder().string());
    }));
    CHECK(run_banyan(a, {"run", "-n", "1", "--", "echo", "on"}).out == "on\n");
    run_banyan(a, {"down"});
    CHECK(a.empty_within(clean_up_limit));
}

TEST_CASE("A runtime folder that others may enter is refused") {
    const arena a;
    const auto folder = a.folder() / ("banyan-" + std::to_string(::geteuid()));
    std::filesystem::create_directory(folder);
    std::filesystem::permissions(folder, std::filesystem::perms(0755));
    const auto r = run_banyan(a, {"run", "-n", "1", "--", "true"});
    CHECK(r.status == 1);
    CHECK_THAT(r.err, Contains(folder.string()) && Contains("0700"));
}

TEST_CASE("No command line and no environment contains a secret") {
    const arena a;
    REQUIRE(run_banyan(a, {"up", "--launcher", "env X={host}", "127.0.0.4"}).status == 0);
    for (const auto& [pid, command] : a.processes())
        CHECK(command.size() < 200);
    const auto r = run_banyan(a, {"run", "-n", "1", "--", "env"});
    std::string names;
    for (std::size_t at = r.out.find("BANYAN_"); at != r.out.npos; at = r.out.find("BANYAN_", at + 1))
        names += r.out.substr(at, r.out.find('=', at) - at) + " ";
    CHECK_THAT(names, Equals("BANYAN_DAEMON BANYAN_LOCAL_RANK BANYAN_LOCAL_SIZE BANYAN_RANK BANYAN_SIZE BANYAN_TASK "
                             "BANYAN_TEST_MARK "));
    run_banyan(a, {"down"});
}

TEST_CASE("Bad input of the virtual machine's verbs is named in one line") {
    const arena a;
    check_refused(a, {"up", "--hostfile", "/nowhere/hosts"}, 2, "/nowhere/hosts");
    check_refused(a, {"up", "--hostfile", a.file("bad.txt", "a slots=none\n")}, 2, "bad.txt:1");
    check_refused(a, {"up", "--launcher", "ssh", "a"}, 2, "{host}");
    check_refused(a, {"up", "--hostfile", a.file("x.txt", "a address=nowhere\n")}, 2, "address=nowhere");
    check_refused(a, {"down"}, 1, "no virtual machine is running");
    check_refused(a, {"ps"}, 1, "no virtual machine is running");
    check_refused(a, {"kill", "40001"}, 1, "no virtual machine is running");
    check_refused(a, {"add"}, 2, "no host is named");
    check_refused(a, {"delete"}, 2, "HOST");
    REQUIRE(run_banyan(a, {"up"}).status == 0);
    check_refused(a, {"kill", "49999"}, 2, "no task 49999");
    check_refused(a, {"kill", "what"}, 2, "TASK: 'what'");
    check_refused(a, {"kill", "40001", "--signal", "NONE"}, 2, "--signal: 'NONE'");
    check_refused(a, {"delete", "nobody"}, 2, "unknown host nobody");
    run_banyan(a, {"down"});
}

TEST_CASE("doctor finds this computer healthy") {
    const arena a;
    const auto r = run_banyan(a, {"doctor", "--json"});
    CHECK(r.status == 0);
    CHECK_THAT(r.out, Contains("\"healthy\": true"));
    CHECK(a.empty_within(clean_up_limit));
}

}  // namespace virtual_machine_test

// Virtual machines that start and end at the same time. No command disturbs the virtual machine of another command.
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <csignal>
#include <filesystem>
#include <memory>

#include "tests/common/long_form.hpp"
#include "tests/daemon/system/child.hpp"
#include "tests/daemon/system/gate.hpp"

namespace starts_test {

using namespace banyan::testing;
using Catch::Matchers::Contains;
namespace fs = std::filesystem;

namespace {

fs::path runtime_directory(const arena& a) {
    return a.folder() / ("banyan-" + std::to_string(::geteuid()));
}

int descriptors_on(pid_t pid, const fs::path& folder) {
    int found = 0;
    for (const auto& entry : fs::directory_iterator("/proc/" + std::to_string(pid) + "/fd")) {
        std::error_code gone;
        if (fs::read_symlink(entry.path(), gone) == folder) ++found;
    }
    return found;
}

/// The files that a keeper leaves when it is killed between bind and listen.
void make_dead_virtual_machine(const fs::path& folder) {
    fs::create_directories(folder);
    fs::permissions(folder.parent_path(), fs::perms(0700));
    const int fd = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    (folder / "control.sock").string().copy(address.sun_path, sizeof address.sun_path - 1);
    REQUIRE(::bind(fd, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0);
    ::close(fd);
}

}  // namespace

TEST_CASE("Private virtual machines that start and end at the same time do not disturb each other") {
    const arena a;
    const bool full = banyan::testing::full_form();
    const int shells = full ? 16 : 4;
    const int runs = full ? 200 : 10;
    const std::string script =
        "for i in $(seq " + std::to_string(runs) + "); do \"$0\" run -n 2 -- true || echo failed; done";
    std::vector<std::unique_ptr<child>> loops;
    for (int shell = 0; shell < shells; ++shell)
        loops.push_back(std::make_unique<child>(a, std::vector<std::string>{"sh", "-c", script, built("banyan")}));
    for (const auto& loop : loops) {
        const auto r = loop->finish(seconds(600));
        CHECK(r.out.empty());
        CHECK(r.err.empty());
    }
    CHECK(a.empty_within(clean_up_limit));
    CHECK(fs::is_empty(runtime_directory(a)));
}

TEST_CASE("Any command removes the folder of a dead virtual machine, and none that of a starting one") {
    const arena a;
    const std::string launcher = task_program() + " wait";
    child up(a, banyan_command({"up", "--launcher", "sh -c 'exec " + launcher + "' {host}", "127.0.0.4"}));
    REQUIRE(eventually([&] {
        const auto found = a.processes();
        return std::ranges::any_of(found, [&](const auto& p) { return p.second == launcher + " "; });
    }));
    const fs::path starting = fs::directory_iterator(runtime_directory(a))->path();
    const std::vector<std::string> command =
        GENERATE(std::vector<std::string>{"hosts"}, std::vector<std::string>{"run", "-n", "1", "--", "true"},
                 std::vector<std::string>{"up"});
    for (const char* dead : {"0123abcd", "private-0123abcd"})
        make_dead_virtual_machine(runtime_directory(a) / dead);
    const int wanted = command.front() == "hosts" ? 1 : 0;  // no virtual machine is up
    CHECK(run_banyan(a, command).status == wanted);
    CHECK(fs::exists(starting));
    CHECK_FALSE(fs::exists(runtime_directory(a) / "0123abcd"));
    CHECK_FALSE(fs::exists(runtime_directory(a) / "private-0123abcd"));
    if (command.front() == "up") CHECK(run_banyan(a, {"down"}).status == 0);
    up.signal(SIGINT);
    up.finish();
    CHECK(a.empty_within(clean_up_limit));
    CHECK(fs::is_empty(runtime_directory(a)));
}

TEST_CASE("A virtual machine is found when its hosts are up, and not before") {
    const arena a;
    const gate start(a);
    const std::string script = "read word < " + start.path() + "; " + start_daemon;
    child up(a, banyan_command({"up", "--launcher", script_launcher(script), "127.0.0.4"}));
    REQUIRE(eventually([&a] { return !a.processes_with("sh -c read word").empty(); }));
    CHECK_THAT(run_banyan(a, {"hosts"}).err, Contains("no virtual machine is running"));
    CHECK(run_banyan(a, {"run", "-n", "1", "--", "echo", "alone"}).out == "alone\n");
    start.let_pass(1);
    CHECK(up.finish().status == 0);
    CHECK_THAT(run_banyan(a, {"hosts"}).out, Contains("127.0.0.4"));
    CHECK(run_banyan(a, {"down"}).status == 0);
}

TEST_CASE(
    "The lock on a virtual machine's folder is the keeper's, the coordinator's and the daemons', not that of what they "
    "start") {
    const arena a;
    REQUIRE(run_banyan(a, {"up"}).status == 0);
    child c(a, banyan_command({"run", "-n", "1", "--", task_program(), "hang-with-grandchild"}));
    REQUIRE(c.wait_for_output("up\n"));
    const fs::path folder = fs::directory_iterator(runtime_directory(a))->path();
    for (const char* role : {"keep", "coordinator"})
        CHECK(descriptors_on(banyand_with(a, role), folder) == 1);
    const auto watchers = a.processes_with("banyand watch");
    REQUIRE(watchers.size() == 1);
    CHECK(descriptors_on(watchers.front(), folder) == 0);
    for (const pid_t pid : a.processes_with("banyand host"))  // the daemon and its spawner
        CHECK(descriptors_on(pid, folder) == (parent_of(pid) == watchers.front() ? 1 : 0));
    for (const pid_t pid : a.processes_with("hang-with-grandchild"))
        CHECK(descriptors_on(pid, folder) == 0);
    // The last of them removes the folder. No further command is needed.
    kill_keeper_and_coordinator(a);
    CHECK(c.finish().status == 1);
    CHECK(a.empty_within(clean_up_limit));
    CHECK(fs::is_empty(runtime_directory(a)));
}

}  // namespace starts_test

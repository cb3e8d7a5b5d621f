// The keeper, with a coordinator that ends when the test asks for it.
#include "daemon/coordinator/keeper.hpp"

#include <arpa/inet.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <filesystem>
#include <sstream>

#include "daemon/common/coordinator_pid.hpp"
#include "tests/daemon/system/child.hpp"

namespace keeper_test {

using namespace banyan::testing;
using Catch::Matchers::Contains;
namespace fs = std::filesystem;

namespace {

constexpr int most_restarts = 5;

/// What the coordinator reports about itself.
struct description {
    pid_t pid = 0;
    int restarts = -1;
    int listeners = -1;
    int last_run = -1;
    int secret = -1;
    int hosts = -1;
};

/// A virtual machine without hosts.
class keeper_with_coordinator {
  public:
    explicit keeper_with_coordinator(const std::string& name = "m")
        : folder_(arena_.folder() / ("banyan-" + std::to_string(::geteuid())) / name),
          keeper_(arena_, {built("daemon_test_coordinator"), "keep", name}) {}

    /// Waits until commands can connect.
    [[nodiscard]] bool is_up() const {
        return eventually([this] { return linked() != 0; });
    }
    [[nodiscard]] pid_t linked() const {
        return banyan::daemon::read_coordinator_pid(banyan::daemon::coordinator_pid_link(folder_));
    }
    /// A connection to the commands' socket, or -1 if it is refused.
    [[nodiscard]] int connect() const {
        const int fd = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        sockaddr_un at{};
        at.sun_family = AF_UNIX;
        (folder_ / "starting.sock").string().copy(at.sun_path, sizeof at.sun_path - 1);
        if (::connect(fd, reinterpret_cast<sockaddr*>(&at), sizeof at) == 0) return fd;
        ::close(fd);
        return -1;
    }
    /// The answer to a letter; "" if the coordinator ends instead.
    [[nodiscard]] std::string ask(char letter) const {
        const int fd = connect();
        REQUIRE(fd >= 0);
        return ask(letter, fd);
    }
    static std::string ask(char letter, int connection) {
        std::string text(100, ' ');
        const auto sent = ::write(connection, &letter, 1);
        const auto got = sent == 1 ? ::recv(connection, text.data(), text.size(), MSG_WAITALL) : 0;
        ::close(connection);
        return text.substr(0, static_cast<std::size_t>(std::max<ssize_t>(0, got)));
    }
    [[nodiscard]] description describe() const {
        description d;
        std::istringstream(ask('d')) >> d.pid >> d.restarts >> d.listeners >> d.last_run >> d.secret >> d.hosts;
        return d;
    }

    arena& place() { return arena_; }
    [[nodiscard]] const fs::path& folder() const { return folder_; }
    child& keeper() { return keeper_; }

  private:
    arena arena_;
    fs::path folder_;
    child keeper_;
};

bool tcp_is_refused(const std::string& port) {
    const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in at{};
    at.sin_family = AF_INET;
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    at.sin_port = htons(static_cast<std::uint16_t>(std::stoi(port)));
    const bool refused = ::connect(fd, reinterpret_cast<sockaddr*>(&at), sizeof at) != 0;
    ::close(fd);
    return refused;
}

}  // namespace

TEST_CASE("A killed coordinator is restarted with all that was kept") {
    keeper_with_coordinator m;
    REQUIRE(m.is_up());
    const auto first = m.describe();
    CHECK(m.linked() == first.pid);
    CHECK(first.restarts == 0);
    CHECK(first.listeners == 0);
    CHECK(first.hosts == 0);
    CHECK(m.ask('r') == "1");
    CHECK(m.ask('h') == "2");
    const std::string port = m.ask('l');
    CHECK(m.ask('k') == "");
    const auto second = m.describe();
    CHECK(second.pid != first.pid);
    CHECK(m.linked() == second.pid);
    CHECK(second.restarts == 1);
    CHECK(second.listeners == 1);
    CHECK(second.last_run == 1);
    CHECK(second.hosts == 2);
    CHECK(second.secret == first.secret);
    CHECK_FALSE(tcp_is_refused(port));
    CHECK(m.ask('a') == port);
    CHECK(m.ask('x') == "");
    CHECK(m.keeper().finish().status == 7);
}

TEST_CASE("Between the end of a coordinator and the start of the next no connect is refused") {
    keeper_with_coordinator m;
    REQUIRE(m.is_up());
    const pid_t first = m.describe().pid;
    const std::string port = m.ask('l');
    m.keeper().signal(SIGSTOP);
    REQUIRE(::kill(first, SIGKILL) == 0);
    REQUIRE(eventually([&] { return m.place().processes_with(" coordinator m ").empty(); }));
    const int waiting = m.connect();
    CHECK(waiting >= 0);
    CHECK_FALSE(tcp_is_refused(port));
    m.keeper().signal(SIGCONT);
    CHECK_THAT(keeper_with_coordinator::ask('d', waiting), Contains(" 1 1 "));
}

TEST_CASE("A coordinator that is killed too often is not restarted, and no process is left") {
    keeper_with_coordinator m;
    REQUIRE(m.is_up());
    for (int i = 0; i < most_restarts; ++i) {
        CHECK(m.ask('k') == "");
        CHECK(m.describe().restarts == i + 1);
    }
    CHECK(m.ask('k') == "");
    CHECK(m.keeper().finish().status == 137);
    CHECK_FALSE(fs::exists(m.folder()));
    CHECK(m.place().empty_within(clean_up_limit));
}

TEST_CASE("When the coordinator exits, the virtual machine ends with its status and nothing is left") {
    keeper_with_coordinator m;
    REQUIRE(m.is_up());
    const std::string port = m.ask('l');
    CHECK(m.ask('c') != "");
    CHECK(m.ask('k') == "");  // the child is adopted by the keeper
    CHECK(m.ask('c') != "");
    CHECK(m.ask('x') == "");
    CHECK(m.keeper().finish().status == 7);
    CHECK(tcp_is_refused(port));
    CHECK_FALSE(fs::exists(m.folder()));
    CHECK(m.place().empty_within(clean_up_limit));
}

TEST_CASE(
    "A coordinator that has reported the end of the virtual machine is not restarted, and its listeners are closed") {
    keeper_with_coordinator m;
    REQUIRE(m.is_up());
    const std::string port = m.ask('l');
    CHECK_FALSE(tcp_is_refused(port));
    CHECK(m.ask('g') == "let go");
    CHECK(eventually([&] { return tcp_is_refused(port); }));
    CHECK(m.ask('k') == "");
    CHECK(m.keeper().finish().status == 137);
    CHECK_FALSE(fs::exists(m.folder()));
}

TEST_CASE("A coordinator that is killed before it serves is not restarted") {
    keeper_with_coordinator m("early-end");
    const auto r = m.keeper().finish();
    CHECK(r.status == 137);
    CHECK(r.err == "its coordinator killed by signal 9 (SIGKILL)\n");
    CHECK_FALSE(fs::exists(m.folder()));
}

TEST_CASE("A killed keeper ends its coordinator") {
    keeper_with_coordinator m;
    REQUIRE(m.is_up());
    CHECK(m.describe().pid > 0);
    m.keeper().signal(SIGKILL);
    CHECK(m.place().empty_within(clean_up_limit));
}

}  // namespace keeper_test

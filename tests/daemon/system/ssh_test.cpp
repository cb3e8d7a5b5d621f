// Hosts that are started by a real sshd, on its own loopback port and with its own key.
#include <netinet/in.h>
#include <pwd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <cstdlib>
#include <memory>

#include "tests/daemon/system/child.hpp"

namespace ssh_test {

using namespace banyan::testing;
using Catch::Matchers::Contains;

namespace {

/// A port that was free a moment ago. sshd does not accept port 0.
int free_port() {
    const int fd = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    REQUIRE(::bind(fd, reinterpret_cast<sockaddr*>(&address), size) == 0);
    REQUIRE(::getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size) == 0);
    ::close(fd);
    return ntohs(address.sin_port);
}

/// sshd for one test, in the folder of the arena.
class ssh_server {
  public:
    explicit ssh_server(arena& a) : arena_(a) {
        make_key("host_key");
        make_key("user_key");
        std::filesystem::copy_file(a.folder() / "user_key.pub", a.folder() / "authorized_keys");
        if (::geteuid() == 0) {
            std::error_code ignored;
            std::filesystem::create_directory("/run/sshd", ignored);
        }
        for (int attempt = 0; attempt < 5 && !server_; ++attempt)
            start();
        REQUIRE(server_);
        const std::string user = ::getpwuid(::geteuid())->pw_name;
        const auto config = a.file("ssh_config", "Host *\n  Port " + std::to_string(port_) + "\n  User " + user +
                                                     "\n  IdentityFile " + path("user_key") +
                                                     "\n  IdentitiesOnly yes\n  StrictHostKeyChecking no\n"
                                                     "  UserKnownHostsFile /dev/null\n  LogLevel ERROR\n");
        a.environment["BANYAN_SSH"] = "ssh -F " + config + " -T -o BatchMode=yes -o ConnectTimeout=10";
    }

  private:
    [[nodiscard]] std::string path(const std::string& name) const { return arena_.folder() / name; }

    void make_key(const std::string& name) const {
        child maker(arena_, {"ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", path(name)});
        REQUIRE(maker.finish().status == 0);
    }

    void start() {
        port_ = free_port();
        const std::string config = "ListenAddress 127.0.0.1:" + std::to_string(port_) + "\nHostKey " +
                                   path("host_key") + "\nAuthorizedKeysFile " + path("authorized_keys") +
                                   "\nUsePAM no\nStrictModes no\nPermitRootLogin yes\nPasswordAuthentication no\n"
                                   "PidFile none\nLogLevel INFO\nSetEnv BANYAN_TEST_MARK=" +
                                   arena_.mark() + "\n";
        server_ = std::make_unique<child>(
            arena_, std::vector<std::string>{"/usr/sbin/sshd", "-D", "-e", "-f", arena_.file("sshd_config", config)});
        // It ends if another program has taken the port, and then must not be mistaken for that program.
        if (!server_->wait_for_errors("Server listening on ")) server_ = nullptr;
    }

    arena& arena_;
    int port_ = 0;
    std::unique_ptr<child> server_;
};

/// The processes of the virtual machine are those with the mark, except the server.
bool virtual_machine_is_gone(const arena& a) {
    return eventually([&a] { return a.processes_with("banyan").empty(); }, clean_up_limit);
}

}  // namespace

TEST_CASE("A host is started by ssh, runs tasks, and ends with the virtual machine") {
    arena a;
    const ssh_server server(a);
    const auto file = a.file("hosts.txt", "127.0.0.1 user=" + std::string(::getpwuid(::geteuid())->pw_name) +
                                              " launcher=\"" + a.environment["BANYAN_SSH"] + "  {host}\"\n");
    SECTION("by the built-in command") {
        // The key `user` makes this a host for ssh, although it has an address of this computer.
        const auto by_user =
            a.file("user.txt", "127.0.0.1 slots=2 user=" + std::string(::getpwuid(::geteuid())->pw_name) + "\n");
        const auto up = run_banyan(a, {"up", "--hostfile", by_user});
        INFO(up.err);
        REQUIRE(up.status == 0);
    }
    SECTION("by a launcher with ssh in it") {
        const auto up = run_banyan(a, {"up", "--hostfile", file});
        INFO(up.err);
        REQUIRE(up.status == 0);
    }
    CHECK(a.processes_with("ssh -F").size() == 1);
    // sshd has given the daemon another environment.
    const auto r = run_banyan(a, {"run", "-n", "2", "--tag-output", "--", task_program(), "env", "SSH_CONNECTION"});
    CHECK(r.status == 0);
    CHECK_THAT(r.out, Contains("[0] 127.0.0.1 ") && Contains("[1] 127.0.0.1 "));
    CHECK(run_banyan(a, {"down"}).status == 0);
    CHECK(virtual_machine_is_gone(a));
}

TEST_CASE("A host started by ssh leaves nothing, whichever process dies") {
    arena a;
    const ssh_server server(a);
    const auto by_user = a.file("user.txt", "127.0.0.1 user=" + std::string(::getpwuid(::geteuid())->pw_name) + "\n");
    const std::string victim = GENERATE("keeper and coordinator", "ssh -F", "banyand host");
    REQUIRE(run_banyan(a, {"up", "--hostfile", by_user}).status == 0);
    child c(a, banyan_command({"run", "-n", "2", "--", task_program(), "hang-with-grandchild"}));
    REQUIRE(c.wait_for_output("up\nup\n"));
    if (victim != "ssh -F") {
        if (victim == "banyand host")
            REQUIRE(::kill(banyand_with(a, "host"), SIGKILL) == 0);
        else
            kill_keeper_and_coordinator(a);
        CHECK(c.finish().status == 1);
    } else {
        REQUIRE(::kill(a.processes_with(victim).front(), SIGKILL) == 0);
        CHECK(run_banyan(a, {"ps"}).status == 0);  // the control connection does not depend on ssh
        CHECK(run_banyan(a, {"down"}).status == 0);
        CHECK(c.finish().status == 1);
    }
    CHECK(virtual_machine_is_gone(a));
}

TEST_CASE("If ssh refuses the login, the error names the host and the command") {
    arena a;
    const ssh_server server(a);
    std::filesystem::remove(a.folder() / "authorized_keys");
    const auto by_user = a.file("user.txt", "127.0.0.1 user=" + std::string(::getpwuid(::geteuid())->pw_name) + "\n");
    const auto up = run_banyan(a, {"up", "--hostfile", by_user});
    CHECK(up.status == 1);
    CHECK_THAT(up.err, Contains("host 127.0.0.1") && Contains("ended with status 255") && Contains("ssh -F") &&
                           Contains("BatchMode=yes") && Contains("Permission denied"));
    CHECK(virtual_machine_is_gone(a));
}

// With -G, ssh prints the settings that it would use, and does not connect.
TEST_CASE("The built-in ssh command makes no shared connection, and forwards no ports") {
    arena a;
    const auto config = a.file("ssh_config", "Host *\n  ControlMaster auto\n  ControlPersist yes\n  ControlPath " +
                                                 (a.folder() / "shared").string() +
                                                 "\n  LocalForward 8888 localhost:8888\n  RemoteCommand true\n");
    const auto settings = a.folder() / "settings";
    a.file("ssh", "#!/bin/sh\nexec /usr/bin/ssh -F '" + config + "' -G \"$@\" > '" + settings.string() + "'\n", 0700);
    a.environment["PATH"] = a.folder().string() + ":" + std::getenv("PATH");
    CHECK(run_banyan(a, {"up", "--hostfile", a.file("hosts.txt", "127.0.0.1 user=somebody\n")}).status == 1);
    const auto used = read(settings);
    CHECK_THAT(used, Contains("controlpath " + (a.folder() / "shared").string()));
    CHECK_THAT(used, Contains("controlmaster false") && !Contains("localforward"));
    CHECK(virtual_machine_is_gone(a));
}

}  // namespace ssh_test

// A keeper with a coordinator. The test controls it with one letter on each connection to the socket for commands.
#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <string>

#include "daemon/coordinator/keeper.hpp"
#include "daemon/coordinator/keeper_link.hpp"

using namespace banyan::daemon;

namespace {

/// Sends a new TCP listener to the keeper and closes it in this process. Returns its port.
std::string listen_and_keep(keeper_link& keeper) {
    const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in at{};
    at.sin_family = AF_INET;
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof at;
    if (::bind(fd, reinterpret_cast<sockaddr*>(&at), size) != 0 || ::listen(fd, SOMAXCONN) != 0) std::exit(2);
    ::getsockname(fd, reinterpret_cast<sockaddr*>(&at), &size);
    keeper.keep_listener(fd);
    ::close(fd);
    return std::to_string(ntohs(at.sin_port));
}

/// Accepts a connection from the first inherited TCP listener. Returns its port.
std::string accept_inherited(keeper_link& keeper) {
    const auto listeners = keeper.take_tcp_listeners();
    sockaddr_in at{};
    socklen_t size = sizeof at;
    if (listeners.empty() || ::getsockname(listeners.front(), reinterpret_cast<sockaddr*>(&at), &size) != 0) return "";
    ::close(::accept(listeners.front(), nullptr, nullptr));
    return std::to_string(ntohs(at.sin_port));
}

/// "<pid> <restarts> <listeners> <last run> <sum of the secret's bytes> <hosts>"
std::string describe(const keeper_link& keeper, const std::string& arguments) {
    int sum = 0;
    for (const std::byte b : keeper.state().secret)
        sum += std::to_integer<int>(b);
    return std::to_string(::getpid()) + " " + arguments + " " + std::to_string(keeper.state().last_run) + " " +
           std::to_string(sum) + " " + std::to_string(keeper.hosts().size());
}

/// Starts a process that lives longer than this one.
std::string leave_a_child() {
    const pid_t pid = ::fork();
    if (pid == 0) {
        ::close_range(0, ~0U, 0);
        for (;;)
            ::pause();
    }
    return std::to_string(pid);
}

std::string answer(char letter, keeper_link& keeper, const std::string& arguments) {
    switch (letter) {
        case 'd':
            return describe(keeper, arguments);
        case 'h':
            keeper.state().hosts[1] = kept_state::started_elsewhere;
            keeper.state().hosts[banyan::net::task_id::max_host] = ::getpid();
            return "2";
        case 'r':
            return std::to_string(++keeper.state().last_run);
        case 'a':
            return accept_inherited(keeper);
        case 'l':
            return listen_and_keep(keeper);
        case 'c':
            return leave_a_child();
        case 'g':
            keeper.ending();
            return "let go";
        case 'k':
            ::raise(SIGKILL);
            return "";
        case 'x':
            std::exit(7);
    }
    return "?";
}

}  // namespace

int main(int argc, char** argv) {
    if (argc == 3) return run_keeper(argv[2]);
    if (argc != 5) return 2;
    if (std::string(argv[2]).starts_with("early-")) ::raise(SIGKILL);
    keeper_link keeper(std::atoi(argv[3]), std::atoi(argv[4]));
    const int listener = keeper.take_commands_listener();
    keeper.serving();
    for (;;) {
        const int client = ::accept(listener, nullptr, nullptr);
        char letter = 0;
        if (::read(client, &letter, 1) == 1) {
            const std::string text = answer(letter, keeper, std::string(argv[3]) + " " + argv[4]);
            static_cast<void>(!::write(client, text.data(), text.size()));
        }
        ::close(client);
    }
}

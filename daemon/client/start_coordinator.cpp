#include "daemon/client/start_coordinator.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <vector>

#include "banyan/net/error.hpp"
#include "daemon/client/coordinator_watch.hpp"
#include "daemon/common/processes.hpp"
#include "daemon/common/runtime_directory.hpp"
#include "libnet/base/asio.hpp"

namespace banyan::daemon {

namespace asio = net::asio;
using boost::system::error_code;

namespace {

constexpr const char* machine_variable = "BANYAN_VM";

std::string read_all(int fd) {
    std::string text;
    char chunk[512];
    for (;;) {
        const auto n = ::read(fd, chunk, sizeof chunk);
        if (n > 0) text.append(chunk, static_cast<std::size_t>(n));
        if (n == 0 || (n < 0 && errno != EINTR)) break;
    }
    while (!text.empty() && text.back() == '\n')
        text.pop_back();
    return text;
}

/// True when a coordinator listens; `dead` when its socket is there and nobody listens.
bool answers(const std::filesystem::path& socket_path, bool& dead) {
    asio::io_context io;
    asio::local::stream_protocol::socket probe(io);
    error_code failed;
    probe.connect(asio::local::stream_protocol::endpoint(socket_path.string()), failed);
    dead = failed == asio::error::connection_refused;
    return !failed;
}

/// Names of the machines that answer; removes the folders of dead ones, private ones too.
std::vector<std::string> living_machines() {
    std::vector<std::string> living;
    for (const auto& entry : std::filesystem::directory_iterator(machines_directory())) {
        bool dead = false;
        const std::string name = entry.path().filename();
        const bool alive = answers(entry.path() / "control.sock", dead);
        if (alive && is_public_machine(name)) living.push_back(name);
        std::error_code ignored;
        if (dead) std::filesystem::remove_all(entry.path(), ignored);
    }
    return living;
}

}  // namespace

started_coordinator start_coordinator(bool is_private) {
    started_coordinator started;
    started.id = make_machine_id(is_private);
    program_pipes pipes;
    program_options options;
    options.wants_output = true;
    started.pid = start_program({find_companion("banyand"), "coordinator", started.id}, pipes, options);
    started.owner = pipes.input;
    char first = 0;
    coordinator_watch watch(started.id, started.pid);
    const bool runs = watch.wait_until_readable(pipes.output);
    while (runs && ::read(pipes.output, &first, 1) < 0 && errno == EINTR) {
    }
    const std::string why = first == 'r' ? "" : runs ? read_all(pipes.error) : watch.stopped_text();
    ::close(pipes.output);
    ::close(pipes.error);
    if (first == 'r') return started;
    end_coordinator(started);
    throw net::error(net::errc::launch_failed, "the virtual machine could not be started: " + why);
}

void end_coordinator(started_coordinator& coordinator) {
    constexpr int patience_ms = 8000;
    if (coordinator.owner >= 0) ::close(coordinator.owner);
    coordinator.owner = -1;
    if (coordinator.pid <= 0) return;
    for (int waited = 0; waited < patience_ms; waited += 2) {
        if (::waitpid(coordinator.pid, nullptr, WNOHANG) != 0) {
            coordinator.pid = 0;
            return;
        }
        if (is_stopped(coordinator.pid)) break;
        ::poll(nullptr, 0, 2);
    }
    ::kill(coordinator.pid, SIGKILL);
    ::waitpid(coordinator.pid, nullptr, 0);
    coordinator.pid = 0;
}

std::string find_machine() {
    const char* named = std::getenv(machine_variable);
    if (named != nullptr && *named != '\0') {
        bool dead = false;
        if (answers(control_socket(named), dead)) return named;
        throw net::error(net::errc::invalid_argument,
                         fmt::format("{}={}: no such virtual machine is running", machine_variable, named));
    }
    const auto living = living_machines();
    if (living.empty()) return "";
    if (living.size() == 1) return living.front();
    throw net::error(net::errc::invalid_argument, fmt::format("several virtual machines are running: {}; set {} to one",
                                                              fmt::join(living, ", "), machine_variable));
}

}  // namespace banyan::daemon

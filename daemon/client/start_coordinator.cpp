#include "daemon/client/start_coordinator.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <utility>
#include <vector>

#include "banyan/net/error.hpp"
#include "daemon/client/coordinator_watch.hpp"
#include "daemon/common/coordinator_pid.hpp"
#include "daemon/common/names.hpp"
#include "daemon/common/processes.hpp"
#include "daemon/common/pvm_vmid.hpp"
#include "daemon/common/runtime_directory.hpp"
#include "daemon/common/virtual_machine_folder.hpp"
#include "libnet/base/asio.hpp"
#include "libnet/base/environment.hpp"

namespace banyan::daemon {

namespace asio = net::asio;
using boost::system::error_code;

namespace {

constexpr const char* id_variable = "BANYAN_VM";

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

/// True if a coordinator listens.
bool answers(const std::filesystem::path& socket_path) {
    asio::io_context io;
    asio::local::stream_protocol::socket probe(io);
    error_code failed;
    probe.connect(asio::local::stream_protocol::endpoint(socket_path.string()), failed);
    return !failed;
}

/// Removes the folders of dead virtual machines and returns the ids of the others. Ignores files of other names.
std::vector<std::string> remove_dead_folders() {
    std::vector<std::string> used;
    for (const auto& entry : std::filesystem::directory_iterator(runtime_directory())) {
        const std::string name = entry.path().filename();
        if (is_virtual_machine_id(name) && entry.symlink_status().type() == std::filesystem::file_type::directory &&
            !remove_if_unused(entry.path()))
            used.push_back(name);
    }
    return used;
}

/// The process id of the keeper's coordinator; 0 if there is none.
pid_t coordinator_of(const started_coordinator& started) {
    const pid_t pid = read_coordinator_pid(started.link);
    return pid > 0 && parent_of(pid) == started.keeper ? pid : 0;
}

/// Why a coordinator did not start: its last line, or how it ended.
std::string reason(const std::string& text, int wait_status) {
    if (text.empty()) return "its coordinator " + describe_end(wait_status);
    const auto newline = text.rfind('\n');
    return newline == text.npos ? text : text.substr(newline + 1);
}

}  // namespace

started_coordinator start_coordinator(bool is_private) {
    remove_dead_folders();
    started_coordinator started;
    started.id = make_virtual_machine_id(is_private);
    started.link = coordinator_pid_link(virtual_machine_directory(started.id));
    program_pipes pipes;
    program_options options;
    options.wants_output = true;
    started.keeper = start_program({find_companion("banyand"), "keep", started.id}, pipes, options);
    started.owner = pipes.input;
    char first = 0;
    coordinator_watch watch(started.id, started.keeper);
    const bool runs = watch.wait_until_readable(pipes.output);
    while (runs && ::read(pipes.output, &first, 1) < 0 && errno == EINTR) {
    }
    const std::string text = first == 'r' ? "" : runs ? read_all(pipes.error) : watch.stopped_text();
    ::close(pipes.output);
    ::close(pipes.error);
    if (first == 'r') return started;
    const int status = end_coordinator(started);
    throw net::error(net::errc::launch_failed, "the virtual machine could not be started: " + reason(text, status));
}

int end_coordinator(started_coordinator& started) {
    constexpr int limit_ms = 10000;
    if (started.owner >= 0) ::close(started.owner);
    started.owner = -1;
    if (started.keeper <= 0) return 0;
    int status = 0;
    for (int waited = 0; waited < limit_ms; waited += 2) {
        if (::waitpid(started.keeper, &status, WNOHANG) != 0) {
            started.keeper = 0;
            return status;
        }
        if (is_stopped(started.keeper) || is_stopped(coordinator_of(started))) break;
        ::poll(nullptr, 0, 2);
    }
    // The keeper first, because it would start another coordinator.
    const pid_t coordinator = coordinator_of(started);
    const pid_t keeper = std::exchange(started.keeper, 0);
    ::kill(keeper, SIGKILL);
    ::waitpid(keeper, &status, 0);
    if (coordinator > 0) ::kill(coordinator, SIGKILL);
    return status;
}

std::vector<std::string> running_virtual_machines() {
    auto running = remove_dead_folders();
    // A virtual machine that is starting stores its PVM_VMID before control_socket() exists. So it is compared last.
    std::erase_if(running, [vmid = own_vmid()](const std::string& name) {
        return !is_public(name) || !answers(control_socket(name)) || vmid_of(virtual_machine_directory(name)) != vmid;
    });
    std::ranges::sort(running);
    return running;
}

std::string find_virtual_machine() {
    const std::string named = net::environment_value(id_variable);
    if (!named.empty()) {
        remove_dead_folders();
        if (answers(control_socket(named))) return named;
        throw net::error(net::errc::invalid_argument,
                         fmt::format("{}={}: no such virtual machine is running", id_variable, named));
    }
    const auto running = running_virtual_machines();
    if (running.empty()) return "";
    if (running.size() == 1) return running.front();
    throw net::error(net::errc::invalid_argument, fmt::format("several virtual machines are running: {}; set {} to one",
                                                              fmt::join(running, ", "), id_variable));
}

}  // namespace banyan::daemon

// Reads the orders, connects the host daemon to the coordinator, runs it, and cleans up.
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <new>
#include <string>
#include <system_error>

#include "banyan/net/error.hpp"
#include "daemon/common/connect.hpp"
#include "daemon/common/control_stream.hpp"
#include "daemon/common/coordinator_pid.hpp"
#include "daemon/common/end_signals.hpp"
#include "daemon/common/host_directory.hpp"
#include "daemon/common/process_limits.hpp"
#include "daemon/common/processes.hpp"
#include "daemon/common/virtual_machine_folder.hpp"
#include "daemon/host/host_daemon.hpp"
#include "daemon/host/reach_coordinator.hpp"
#include "daemon/host/watcher.hpp"
#include "libnet/wire/handshake.hpp"

namespace banyan::daemon {

namespace asio = net::asio;

namespace {

constexpr int orders_limit_ms = 30'000;
/// How long killed processes may keep the folder locked: the kernel closes their connections before their locks.
constexpr std::chrono::milliseconds other_users_limit{1000};

[[noreturn]] void refuse_launch(const std::string& why) {
    throw net::error(net::errc::launch_failed, "banyand host: " + why);
}

/// Reads exactly `n` bytes from stdin. What follows them belongs to the launcher.
std::string read_exactly(std::size_t n) {
    std::string bytes(n, '\0');
    for (std::size_t got = 0; got < n;) {
        pollfd readable{STDIN_FILENO, POLLIN, 0};
        if (::poll(&readable, 1, orders_limit_ms) == 0)
            refuse_launch("there are no orders on standard input; it is started by banyan up");
        const auto r = ::read(STDIN_FILENO, bytes.data() + got, n - got);
        if (r == 0) refuse_launch("the orders on standard input are incomplete; it is started by banyan up");
        if (r < 0 && errno != EINTR) refuse_launch(std::string("standard input: ") + std::strerror(errno));
        if (r > 0) got += static_cast<std::size_t>(r);
    }
    return bytes;
}

wire::HostOrders read_orders() {
    constexpr std::size_t limit_bytes = 4096;
    net::control_frame_reader reader(limit_bytes);
    const auto feed = [&reader](const std::string& bytes) { reader.feed(std::as_bytes(std::span(bytes))); };
    const std::string header = read_exactly(net::control_header_bytes);
    feed(header);
    static_cast<void>(reader.next());  // throws for a length above the limit
    feed(read_exactly(static_cast<unsigned char>(header[0]) | static_cast<unsigned char>(header[1]) << 8));
    auto orders = parse<wire::HostOrders>(reader.next().value_or(""));
    if (orders.secret().size() != net::secret_key{}.size()) refuse_launch("the orders have no secret");
    if (orders.version() != net::handshake::protocol_version)
        throw net::error(net::errc::version_mismatch,
                         fmt::format("banyand host: this program has protocol version {}, the coordinator {}",
                                     net::handshake::protocol_version, orders.version()));
    return orders;
}

/// Sets PVM_VMID as ordered. A daemon on the computer of the coordinator has it in its environment already.
void take_vmid(const wire::HostOrders& orders) {
    if (!orders.on_own_computer() && !orders.pvm_vmid().empty()) ::setenv("PVM_VMID", orders.pvm_vmid().c_str(), 1);
}

/// Adds the folder of this program to the end of PATH. A command of ssh often has a short PATH, without the folder in
/// which a user has installed Banyan. Tasks on the computer of the coordinator have the PATH of their command.
void extend_path(const wire::HostOrders& orders) {
    const char* path = ::getenv("PATH");
    if (orders.on_own_computer() || path == nullptr) return;
    std::error_code unknown;
    const std::string folder = std::filesystem::read_symlink("/proc/self/exe", unknown).parent_path();
    if (folder.empty() || folder.find(':') != folder.npos) return;
    const std::string all = path;
    if ((":" + all + ":").find(":" + folder + ":") == all.npos) ::setenv("PATH", (all + ":" + folder).c_str(), 1);
}

/// Signals that ask to end are blocked except during io.run(), because they must not interrupt the cleaning up.
void serve(wire::HostOrders orders, const std::filesystem::path& folder, const started_spawner& spawner,
           pid_t watcher) {
    asio::io_context io;
    auto stream = reach_coordinator(io, orders);
    if (orders.address().empty()) orders.set_address(local_address(stream->socket()));
    host_daemon daemon(io, std::move(orders), folder, spawner, std::move(stream));
    daemon.start();
    asio::signal_set signals(io, SIGTERM, SIGINT, SIGHUP);
    signals.async_wait([&daemon, watcher](const boost::system::error_code& cancelled, int) {
        if (!cancelled) daemon.end(::getppid() == watcher ? "it was told to end" : "its watcher process died");
    });
    const end_signals_unblocked while_running;
    try {
        io.run();
    } catch (const std::bad_alloc&) {
        // Before the connection closes, because the coordinator then reads stderr.
        std::cerr << "banyand host: " << memory_shortage_text() << std::endl;
        throw;
    }
}

/// When the socket to the spawner closes, the spawner ends all tasks. This process is the next subreaper and ends what
/// the spawner leaves; the watcher ends what remains after this process.
void clean_up(const std::filesystem::path& folder, pid_t watcher) {
    constexpr int limit_ms = 2000;
    for (int waited = 0; waited < limit_ms; waited += 5) {
        pid_t reaped = 0;
        while ((reaped = ::waitpid(-1, nullptr, WNOHANG)) > 0) {
        }
        if (reaped < 0 && errno == ECHILD) break;
        ::poll(nullptr, 0, 5);
    }
    kill_all_children();
    remove_host_directory(folder);
    if (::getppid() == watcher) ::kill(watcher, SIGCONT);  // a stopped watcher would not end
}

/// True if the coordinator ran on this computer and has ended. A running coordinator removes the folder itself, after
/// the end of this daemon.
bool is_coordinator_dead(const std::filesystem::path& virtual_machine) {
    const pid_t coordinator = read_coordinator_pid(coordinator_pid_link(virtual_machine));
    return coordinator > 0 && !is_running(coordinator);
}

}  // namespace

int run_host_daemon() {
    ::prctl(PR_SET_PDEATHSIG, 0);  // a launcher may have set it before exec; this process must live to clean up
    ::setsid();
    raise_descriptor_limit();
    ::signal(SIGPIPE, SIG_IGN);
    ::umask(0077);
    try {
        auto orders = read_orders();
        take_vmid(orders);
        extend_path(orders);
        auto virtual_machine = virtual_machine_folder::join(orders.virtual_machine());
        const auto folder = make_host_directory(virtual_machine.path(), orders.number());
        leave_directory();
        const pid_t watcher = fork_under_watcher(folder);
        const auto spawner = fork_spawner(folder);
        become_subreaper();
        mask_end_signals(SIG_BLOCK);
        std::string failure;
        try {
            serve(std::move(orders), folder, spawner, watcher);
        } catch (const std::bad_alloc&) {
            failure = std::string("banyand host: ") + memory_shortage_text();
            ::close(spawner.socket);
        } catch (const std::exception& failed) {
            failure = failed.what();
            ::close(spawner.socket);
        }
        clean_up(folder, watcher);
        if (is_coordinator_dead(virtual_machine.path())) virtual_machine.remove_within(other_users_limit);
        if (failure.empty()) return 0;
        std::cerr << failure << std::endl;
    } catch (const std::exception& failed) {
        std::cerr << failed.what() << std::endl;
    }
    return 1;
}

}  // namespace banyan::daemon

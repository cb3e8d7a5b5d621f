#include "daemon/coordinator/run_coordinator.hpp"
#include "daemon/common/process_limits.hpp"

#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <iostream>
#include <memory>
#include <new>
#include <set>
#include <system_error>

#include "daemon/common/accept_loop.hpp"
#include "daemon/common/end_signals.hpp"
#include "daemon/common/keepalive.hpp"
#include "daemon/common/listen_at.hpp"
#include "daemon/common/processes.hpp"
#include "daemon/common/runtime_directory.hpp"
#include "daemon/common/virtual_machine_folder.hpp"
#include "daemon/coordinator/client_session.hpp"
#include "daemon/coordinator/coordinator.hpp"
#include "daemon/coordinator/keeper_link.hpp"

namespace banyan::daemon {

namespace asio = net::asio;
using boost::system::error_code;

namespace {

/// How long commands may take to read why the virtual machine ends.
constexpr std::chrono::seconds end_reason_limit{1};
/// Descriptors for the connection of a command and the start of one host. With fewer, no command would get an answer.
constexpr int one_host_descriptors = 8;
/// Memory that is released to send the reason when the coordinator is out of memory.
constexpr std::size_t reserve_bytes = 256 * 1024;

class coordinator_process {
  public:
    coordinator_process(asio::io_context& io, const std::string& id, const std::filesystem::path& folder,
                        keeper_link& keeper)
        : io_(io),
          id_(id),
          command_socket_(folder / control_socket_name),
          keeper_(keeper),
          coordinator_(io, id, folder, keeper),
          command_listener_(io, adopt_listener(io, keeper.take_commands_listener()),
                            [this](net::stream_socket socket) { accept_command(std::move(socket)); }),
          owner_(io, ::dup(STDIN_FILENO)),
          child_signals_(io, SIGCHLD),
          end_signals_(io, SIGTERM, SIGINT, SIGHUP),
          end_reason_timer_(io),
          folder_timer_(io),
          detached_(is_detached(id)) {}

    void start() {
        coordinator_.on_end([this] { send_end_reason(); });
        watch_owner();
        watch_children();
        end_signals_.async_wait([this](const error_code& cancelled, int) {
            if (cancelled) return;
            coordinator_.take_down(keeper_.keeper() != 0 ? "its coordinator was told to end"
                                                         : "its keeper process died");
        });
        if (keeper_.is_restart()) return recover();
        serve();
    }

    /// Sends the reason to all commands, and does not wait for the host daemons.
    void fail(const char* why) {
        for (const auto& session : sessions_)
            session->fail(why);
        io_.restart();
        send_end_reason();
        io_.run_for(end_reason_limit);
    }

  private:
    // Commands are accepted when the recovery is complete.
    void recover() {
        coordinator_.recover([this] { serve(); });
    }

    void serve() {
        command_listener_.start();
        keeper_.serving();
        if (is_public(id_)) watch_folder();
    }

    // The socket of a public virtual machine already has its final name.
    static bool is_detached(const std::string& id) {
        return is_public(id) && std::filesystem::exists(control_socket(id)) &&
               !std::filesystem::exists(first_socket(id));
    }

    void accept_command(net::stream_socket socket) {
        if (peer_user(socket.native_handle()) != static_cast<long>(::geteuid())) return;
        auto session = std::make_shared<client_session>(coordinator_, std::move(socket));
        sessions_.insert(session);
        session->start([this] { detach(); },
                       [this, weak = std::weak_ptr(session)] {
                           if (const auto gone = weak.lock()) sessions_.erase(gone);
                       });
    }

    // The hosts are up: from now on other commands find the virtual machine, and it outlives its command.
    void detach() {
        if (std::exchange(detached_, true)) return;
        std::error_code failed;
        std::filesystem::rename(first_socket(id_), control_socket(id_), failed);
        if (!failed) return;
        detached_ = false;
        throw_unusable(control_socket(id_), failed.message());
    }

    void watch_owner() {
        owner_.async_read_some(asio::buffer(&owner_byte_, 1), [this](const error_code& end, std::size_t) {
            if (!end) return watch_owner();
            if (!detached_) coordinator_.take_down("the command that started it has ended");
        });
    }

    // Without its folder, no command can find this virtual machine, so it ends when no command is connected any more.
    void watch_folder() {
        folder_timer_.expires_after(keepalive_interval);
        folder_timer_.async_wait([this](const error_code& cancelled) {
            if (cancelled) return;
            if (detached_ && was_removed(command_socket_) && sessions_.empty())
                return coordinator_.take_down(command_socket_.string() + " was removed");
            watch_folder();
        });
    }

    void watch_children() {
        child_signals_.async_wait([this](const error_code& cancelled, int) {
            if (cancelled) return;
            int status = 0;
            for (pid_t pid = 0; (pid = ::waitpid(-1, &status, WNOHANG)) > 0;)
                coordinator_.child_ended(pid, status);
            watch_children();
        });
    }

    void send_end_reason() {
        command_listener_.close();
        const auto left = std::make_shared<std::size_t>(sessions_.size());
        if (*left == 0) return io_.stop();
        for (const auto& session : std::set(sessions_))
            session->finish([this, left] {
                if (--*left == 0) io_.stop();
            });
        end_reason_timer_.expires_after(end_reason_limit);
        end_reason_timer_.async_wait([this](const error_code&) { io_.stop(); });
    }

    asio::io_context& io_;
    std::string id_;
    std::filesystem::path command_socket_;  // of a virtual machine that is detached
    keeper_link& keeper_;
    coordinator coordinator_;
    unix_accept_loop command_listener_;
    asio::posix::stream_descriptor owner_;
    asio::signal_set child_signals_;
    asio::signal_set end_signals_;
    asio::steady_timer end_reason_timer_;
    asio::steady_timer folder_timer_;
    std::set<std::shared_ptr<client_session>> sessions_;
    char owner_byte_ = 0;
    bool detached_;
};

int fail(const std::exception& failed) {
    std::cerr << failed.what() << std::endl;
    return 1;
}

int serve(const std::string& id, const std::filesystem::path& folder, keeper_link& keeper) {
    try {
        leave_directory();
        become_subreaper();
        asio::io_context io;
        coordinator_process c(io, id, folder, keeper);
        const end_signals_unblocked from_now_on;  // until the destructor of `c`
        c.start();
        require_descriptors(one_host_descriptors);
        std::cout << "ready" << std::endl;
        detach_output();
        auto reserve = std::make_unique<std::array<char, reserve_bytes>>();
        try {
            io.run();
        } catch (const std::bad_alloc&) {
            reserve.reset();
            c.fail(memory_shortage_text());
        }
        return 0;
    } catch (const std::bad_alloc&) {
        std::cerr << memory_shortage_text() << std::endl;
        return 1;
    } catch (const std::exception& failed) {
        return fail(failed);
    }
}

}  // namespace

int run_coordinator(const std::string& id, int restarts, int listeners) {
    mask_end_signals(SIG_BLOCK);
    ::setsid();
    ::prctl(PR_SET_NAME, "banyand");  // the keeper executes it as /proc/self/exe
    raise_descriptor_limit();
    ::signal(SIGPIPE, SIG_IGN);
    ::umask(0077);
    try {
        keeper_link keeper(restarts, listeners);
        auto folder = virtual_machine_folder::adopt(id, keeper.take_folder_lock());
        const int status = serve(id, folder.path(), keeper);
        kill_all_children();
        if (keeper.keeper() != 0) folder.release();  // it removes the folder
        return status;
    } catch (const std::bad_alloc&) {
        throw;  // main() names the limit
    } catch (const std::exception& failed) {
        return fail(failed);
    }
}

}  // namespace banyan::daemon

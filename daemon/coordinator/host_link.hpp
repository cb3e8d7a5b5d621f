// The coordinator's side of one host: starting its daemon, talking to it, noticing its death.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "daemon/common/control_stream.hpp"
#include "daemon/common/keepalive.hpp"
#include "daemon/common/process_end.hpp"
#include "daemon/coordinator/run_host.hpp"
#include "daemon/daemon.pb.h"
#include "libnet/transport/running_time_limit.hpp"

namespace banyan::daemon {

class host_link : public run_host, public std::enable_shared_from_this<host_link> {
  public:
    struct handlers {
        /// Its daemon has connected, and has told all that it remembers if it has come back.
        std::function<void(host_link&)> ready;
        std::function<void(host_link&, const wire::FromHost&)> message;
        /// Once: it did not start, its daemon died, or it is silent. Not after shut_down().
        std::function<void(host_link&, const std::string& why)> lost;
    };

    host_link(net::asio::io_context& io, net::host_id number, const wire::HostToStart& how);
    /// A host whose daemon was started by a coordinator before this one.
    host_link(net::asio::io_context& io, net::host_id number);

    /// Starts the daemon and gives it its orders. Throws net::error launch_failed when the command cannot be executed.
    void launch(const wire::HostOrders& orders, handlers h);
    /// Waits for a daemon that comes back. `watcher` is the process id of the daemon's watcher on this computer, which
    /// need not be a child; not positive for a daemon on another computer.
    void expect_return(pid_t watcher, handlers h);
    /// Tells the daemon that its host is one of the virtual machine.
    void accept();
    /// Takes the daemon's authenticated connection.
    void connected(std::shared_ptr<control_stream> stream);
    /// Tells that a child process of the coordinator has ended.
    void child_ended(pid_t pid, int wait_status);
    void send(const wire::ToHost& message) override;
    /// Ends the daemon in good order.
    void shut_down();
    /// The process that was started for it: a launcher, or the watcher of a daemon of this computer; 0 if it has ended.
    [[nodiscard]] pid_t process() const { return child_; }
    /// True when the process that was started for it has ended.
    [[nodiscard]] bool is_gone() const { return child_ == 0; }

    [[nodiscard]] net::host_id number() const override { return number_; }
    [[nodiscard]] const std::string& name() const override { return how_.name(); }
    [[nodiscard]] const std::string& address() const { return address_; }
    [[nodiscard]] int slots() const { return slots_; }
    [[nodiscard]] double speed() const { return how_.speed(); }
    [[nodiscard]] bool is_ready() const { return state_ == state::ready; }
    [[nodiscard]] bool is_own_computer() const override { return own_computer_; }
    net::task_id next_task() override;
    /// This id has been given out.
    void reserve(net::task_id task);

  private:
    enum class state { launching, connected, reporting, ready, over };

    void expect_start(std::chrono::milliseconds limit, std::function<void()> too_late);
    void await_return();
    void lose_connection();
    void take_ready(const wire::HostReady& what);
    void become_ready();
    void watcher_ended();
    void read_errors();
    void take(const wire::FromHost& message);
    void ping();
    void watch();
    void end_child();
    [[nodiscard]] bool is_busy() const;
    void lose(const std::string& why);
    [[nodiscard]] std::vector<std::string> command() const;
    [[nodiscard]] std::string last_error_line();
    [[nodiscard]] std::string own_error_line();

    net::asio::io_context& io_;
    net::host_id number_;
    wire::HostToStart how_;
    std::string address_;
    int slots_ = 1;
    state state_ = state::launching;
    handlers handlers_;
    bool own_computer_;
    bool comes_back_ = false;
    pid_t child_ = 0;          // what was started: the launcher, or the watcher of a daemon of this computer
    process_end watcher_end_;  // of one that is no child
    pid_t daemon_ = 0;         // as it says itself, on its own computer
    net::asio::posix::stream_descriptor errors_;
    std::array<char, 1024> error_buffer_{};
    std::string error_text_;
    std::shared_ptr<control_stream> stream_;
    std::shared_ptr<net::running_time_limit> start_limit_;
    net::asio::steady_timer timer_;
    silence_count silence_;
    std::uint32_t last_local_ = 0;
};

}  // namespace banyan::daemon

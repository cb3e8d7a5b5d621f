// The coordinator's connection to one host: starts its daemon, exchanges messages with it and detects its end.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "daemon/common/control_stream.hpp"
#include "daemon/common/keepalive.hpp"
#include "daemon/common/process_end.hpp"
#include "daemon/coordinator/clock_difference.hpp"
#include "daemon/coordinator/daemon_errors.hpp"
#include "daemon/coordinator/run_host.hpp"
#include "daemon/coordinator/task_numbers.hpp"
#include "daemon/daemon.pb.h"
#include "libnet/base/sha256.hpp"
#include "libnet/transport/running_time_limit.hpp"

namespace banyan::daemon {

class host_link : public run_host, public std::enable_shared_from_this<host_link> {
  public:
    struct handlers {
        /// Its daemon has connected. If it has reconnected, it has reported all that it knows.
        std::function<void(host_link&)> ready;
        std::function<void(host_link&, const wire::FromHost&)> message;
        /// Called once: its daemon did not start, has ended or does not answer. Not called after shut_down().
        std::function<void(host_link&, const std::string& why)> lost;
    };

    /// What is known about a host whose daemon an earlier coordinator has started.
    struct known_host {
        /// The process id of the daemon's watcher, which need not be a child of this process; not positive if ssh or a
        /// launcher started the daemon.
        pid_t watcher = 0;
        net::sha256_digest name{};  ///< host_name_digest() of its name
    };

    host_link(net::asio::io_context& io, net::host_id number, const wire::HostToStart& how);
    /// A host whose daemon was started by an earlier coordinator.
    host_link(net::asio::io_context& io, net::host_id number);

    /// Starts the daemon and sends its orders. Throws net::error launch_failed if the command cannot be executed.
    void launch(const wire::HostOrders& orders, handlers h);
    /// Waits for a daemon that reconnects.
    void expect_return(const known_host& known, handlers h);
    /// The host now belongs to the virtual machine. Tells its daemon.
    void accept();
    /// Takes the daemon's authenticated connection.
    void connected(std::shared_ptr<control_stream> stream);
    /// Call it when a child process of the coordinator has ended.
    void child_ended(pid_t pid, int wait_status);
    void send(const wire::ToHost& message) override;
    /// Asks the daemon to end.
    void shut_down();
    /// The process that was started for this host, the launcher or the watcher; 0 if it has ended.
    [[nodiscard]] pid_t process() const { return child_; }
    /// True if that process has ended.
    [[nodiscard]] bool is_gone() const { return child_ == 0; }

    [[nodiscard]] net::host_id number() const override { return number_; }
    [[nodiscard]] const std::string& name() const override { return how_.name(); }
    [[nodiscard]] const std::string& address() const { return address_; }
    [[nodiscard]] int slots() const { return slots_; }
    [[nodiscard]] host_speed speed() const override { return {how_.speed(), measured_speed_, slots_}; }
    /// Sets the measured speed, also on the host, which stores it for a restarted coordinator.
    void keep_speed(const wire::MeasuredSpeed& measured);
    /// Fills in what the PVM service must know about the host.
    void describe_to_pvm(wire::Host& entry) const;
    [[nodiscard]] bool is_ready() const { return state_ == state::ready; }
    /// True if the host was lost, has failed to start or was asked to end.
    [[nodiscard]] bool is_over() const { return state_ == state::over; }
    /// True if the host is ready and belongs to the virtual machine. A host that is being added does not: if another
    /// host of its request fails, it is ended again.
    [[nodiscard]] bool is_member() const { return is_ready() && accepted_; }
    [[nodiscard]] bool is_own_computer() const override { return own_computer_; }
    /// An id that no existing task has. Throws net::error resource_limit if all ids of the host belong to tasks.
    net::task_id next_task() override;
    /// `exists` is true for the ids of tasks that exist. Called once, before next_task().
    void know_tasks(std::function<bool(net::task_id)> exists) { task_exists_ = std::move(exists); }
    /// An earlier coordinator has assigned this id.
    void reserve(net::task_id task) { task_numbers_.reserve(task.local_part()); }

  private:
    enum class state { launching, connected, reporting, ready, over };

    void expect_start(std::chrono::milliseconds limit, std::function<void()> too_late);
    void await_return();
    void lose_connection();
    void take_ready(const wire::HostReady& what);
    void take_returned(const wire::HostReady& what);
    void take_pvm_facts(const wire::HostReady& what);
    void become_ready();
    void watcher_ended();
    void take(const wire::FromHost& message);
    void ping();
    void watch();
    void end_child();
    [[nodiscard]] bool is_busy() const;
    void lose(const std::string& why);
    [[nodiscard]] std::vector<std::string> command() const;

    net::asio::io_context& io_;
    net::host_id number_;
    wire::HostToStart how_;
    std::string address_;
    int slots_ = 1;
    wire::MeasuredSpeed measured_speed_;
    wire::Host pvm_facts_;
    clock_difference clock_;
    state state_ = state::launching;
    handlers handlers_;
    bool own_computer_;
    bool comes_back_ = false;
    net::sha256_digest known_name_{};  // of a host that comes back
    bool accepted_ = false;            // by this coordinator or an earlier one
    pid_t child_ = 0;                  // the launcher, or the watcher of a daemon of this computer
    process_end watcher_end_;          // of a watcher that is not a child
    pid_t daemon_ = 0;                 // process id that it reported, valid on its host
    std::shared_ptr<daemon_errors> errors_;
    std::shared_ptr<control_stream> stream_;
    std::shared_ptr<net::running_time_limit> start_limit_;
    net::asio::steady_timer timer_;
    silence_count silence_;
    task_numbers task_numbers_;
    std::function<bool(net::task_id)> task_exists_;
};

}  // namespace banyan::daemon

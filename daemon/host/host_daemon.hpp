// The daemon of one host. It starts tasks through its spawner, relays their output, and sends them facts and losses.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>

#include "daemon/common/control_stream.hpp"
#include "daemon/common/keepalive.hpp"
#include "daemon/daemon.pb.h"
#include "daemon/host/attach_server.hpp"
#include "daemon/host/coordinator_link.hpp"
#include "daemon/host/pvm_relay.hpp"
#include "daemon/host/spawner_link.hpp"
#include "daemon/host/task_ledger.hpp"
#include "daemon/host/task_relay.hpp"

namespace banyan::daemon {

class host_daemon {
  public:
    /// `coordinator` is connected and authenticated. `spawner` is the result of fork_spawner(). `folder` is the folder
    /// of this host.
    host_daemon(net::asio::io_context& io, wire::HostOrders orders, const std::filesystem::path& folder,
                const started_spawner& spawner, std::shared_ptr<control_stream> coordinator);

    /// Reports the host to the coordinator. io.run() returns when the daemon ends: it was asked to, or the coordinator
    /// is silent or has ended and is not restarted, or the spawner is stopped or has ended, or the folder of a host on
    /// another computer was removed and the host has no tasks.
    void start();
    /// Ends the daemon and reports the reason to the coordinator.
    void end(const std::string& why);

  private:
    struct task {
        int run = 0;
        std::shared_ptr<task_relay> relay;       // null if it could not be started
        std::shared_ptr<control_stream> stream;  // while it is attached
    };

    void take(const wire::ToHost& message);
    void take_run_message(const wire::ToHost& message);
    void take_task_order(const wire::ToHost& message);
    void take_record(const wire::ToHost& message);
    void start_task(const wire::StartTask& order);
    void forget_run(const wire::RunOver& over);
    void tell(const wire::FromHost& message);
    [[nodiscard]] wire::FromHost ready_message() const;
    void hold_output();
    void tell_known();
    void relay_output(std::uint32_t id, const std::shared_ptr<task_relay>& relay);
    void take_report(const wire::FromSpawner& report);
    void report_death(const wire::TaskDied& died);
    void take_task_message(std::uint32_t id, const net::control::ToDaemon& message);
    void report_not_started(const wire::TaskNotStarted& what);
    net::control::ToTask answer_attach(std::uint32_t id, const std::shared_ptr<control_stream>& stream);
    void tell_attached(std::uint32_t id);
    void tell_run(int number, const net::control::ToTask& message);
    void watch_others();
    [[nodiscard]] bool is_idle() const { return tasks_.empty() && !(pvm_ && pvm_->is_used()); }
    void stop();
    task* find(std::uint32_t id);

    net::asio::io_context& io_;
    wire::HostOrders orders_;
    wire::MeasuredSpeed measured_speed_;  // only stored for a restarted coordinator
    std::filesystem::path folder_;
    pid_t spawner_pid_;
    spawner_link spawner_;
    coordinator_link coordinator_;
    attach_server attach_;
    std::optional<pvm_relay> pvm_;  // of a host that is not on the computer of the coordinator
    net::asio::steady_timer watch_;
    silence_count spawner_stop_;
    task_ledger ledger_;
    std::map<std::uint32_t, task> tasks_;  // the same tasks as in the ledger
    bool ending_ = false;                  // the reason is being sent to the coordinator
    bool stopping_ = false;
};

/// `banyand host`: reads its orders from stdin, connects to the coordinator, serves and cleans up. Returns the exit
/// status of the process.
int run_host_daemon();

}  // namespace banyan::daemon

// The state of the coordinator: the hosts and runs of its virtual machine, and the operations on them.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "banyan/net/error.hpp"
#include "daemon/coordinator/host_acceptor.hpp"
#include "daemon/coordinator/host_link.hpp"
#include "daemon/coordinator/keeper_link.hpp"
#include "daemon/coordinator/run.hpp"
#include "daemon/daemon.pb.h"

namespace banyan::daemon {

class coordinator {
  public:
    coordinator(net::asio::io_context& io, std::string id, const std::filesystem::path& folder, keeper_link& keeper);
    ~coordinator();

    /// Called once, when the virtual machine has ended.
    void on_end(std::function<void()> handler) { on_end_ = std::move(handler); }

    /// Takes over the hosts and runs of an earlier coordinator. Calls `done` when each host has reported what it knows
    /// or is lost, after 5 s at most.
    void recover(std::function<void()> done);

    using done_handler = std::function<void(std::optional<net::error>)>;
    /// Starts the daemons of these hosts. If one fails, the others are ended again. The error has a line for each host
    /// that fails. `command`: who asks.
    void add_hosts(const wire::AddHosts& request, const void* command, done_handler done);
    /// The command is gone. The hosts of its requests that are not complete are ended, and their names are free.
    void abandon_adding(const void* command);
    /// Throws net::error invalid_argument.
    void remove_hosts(const wire::RemoveHosts& request);
    /// Stores the measured speeds of hosts, for the runs that start from now on. Throws net::error invalid_argument.
    void keep_speeds(const wire::KeepSpeeds& request);
    /// Throws net::error unknown_task, invalid_argument.
    void kill_tasks(const wire::KillTasks& request);
    /// Throws net::error invalid_argument, resource_limit.
    std::shared_ptr<run> start_run(const wire::StartRun& request, std::vector<wire::ProgramPart> program,
                                   run::handlers handlers);
    /// The run that was requested with this token; null if there is none.
    [[nodiscard]] std::shared_ptr<run> run_of(const std::string& token) const;
    /// True if there may have been a run with this token that is not known any more.
    [[nodiscard]] bool may_be_forgotten(const std::string& token) const;
    [[nodiscard]] wire::Hosts list_hosts() const;
    [[nodiscard]] wire::Tasks list_tasks() const;
    /// Asks all tasks what they wait for. Calls `done` within about a second.
    void ask_waits(const wait_collector::done_handler& done);
    /// Ends all runs, then all daemons, then calls the on_end handler.
    void take_down(const std::string& why);
    /// Starts the process of the PVM service, and does not wait until programs can enrol. Throws net::error
    /// launch_failed.
    void start_pvm_service();
    /// Tells the host where the PVM service accepts the connections that it relays. Throws net::error invalid_argument.
    void serve_pvm(const wire::ServePvm& request);
    /// A child process of the coordinator has ended.
    void child_ended(pid_t pid, int wait_status);

  private:
    struct batch;
    struct recovery;
    using host_pointer = std::shared_ptr<host_link>;

    static void send_shutdown(std::shared_ptr<control_stream> stream);
    void keep_run(const std::shared_ptr<run>& r);
    void take_host_message(const wire::FromHost& message);
    void tell_runs(const wire::FromHost& message);
    /// The run that has this task; null if there is none.
    [[nodiscard]] std::shared_ptr<run> run_with(net::task_id task) const;
    [[nodiscard]] bool has_pvm_service() const;
    host_pointer make_host(const wire::HostToStart& how);
    host_pointer keep_host(const host_pointer& host);
    void check_new_hosts(const wire::AddHosts& request) const;
    wire::HostOrders orders_for(const host_link& host, const wire::HostToStart& how);
    host_link::handlers host_handlers(const std::shared_ptr<batch>& b);
    host_link::handlers recovery_handlers(const std::shared_ptr<recovery>& r);
    void mark_recovered(recovery& r, net::host_id recovered);
    void resume_run(const known_run& known, const host_table& present);
    void host_lost(host_link& host, const std::string& why);
    void continue_adding(const std::shared_ptr<batch>& b);
    void finish_adding(const std::shared_ptr<batch>& b);
    [[nodiscard]] std::optional<net::error> failure_of(const batch& b) const;
    [[nodiscard]] std::string address_conflict(const batch& b) const;
    void remember(const host_pointer& host);
    void forget(net::host_id host);
    void note_lost(const std::string& host, const std::string& why);
    static constexpr int orphan_rounds = 30;  // after the first
    void end_orphans(net::host_id host, int rounds);
    void drop(const host_pointer& host);
    void remove(const host_pointer& host, const std::string& why);
    [[nodiscard]] std::vector<host_pointer> choose_hosts(const wire::StartRun& request) const;
    /// The host of this name, also one that is being added; null if there is none.
    [[nodiscard]] host_pointer find(const std::string& name) const;
    /// The host of this name, which belongs to the virtual machine. Throws net::error invalid_argument if there is
    /// none.
    [[nodiscard]] host_pointer member(const std::string& name) const;
    void wait_for_daemons(int polls);
    void forget_ended();
    void finish();
    static constexpr const char* last_host_lost = "its last host is lost";  // why the virtual machine ends

    net::asio::io_context& io_;
    std::string id_;
    std::filesystem::path folder_;
    keeper_link& keeper_;
    net::secret_key secret_;
    host_acceptor host_acceptor_;
    std::map<std::uint32_t, host_pointer> hosts_;  // by number; also those that are being added
    std::vector<std::shared_ptr<batch>> adding_;   // the add requests that are not complete
    std::vector<host_pointer> ending_;             // their daemons have been asked to end and still exist
    std::vector<wire::LostHost> lost_;             // the last ones, without those that were added again
    std::map<int, std::shared_ptr<run>> runs_;
    std::atomic<std::uint32_t>& last_host_;  // this and the next two are in the kept_state
    std::atomic<std::int32_t>& last_run_;
    std::atomic<bool>& plain_data_;
    bool down_ = false;
    pid_t pvm_service_ = 0;                   // 0: not started by this coordinator, or ended
    std::set<std::string> forgotten_tokens_;  // of recovered runs that have been forgotten
    net::asio::steady_timer end_timer_;
    std::function<void()> on_end_;
};

}  // namespace banyan::daemon

// All state of a virtual machine of PVM: hosts, tasks, groups, mailbox, contexts, notify. No I/O: requests and events
// come in as calls, and the results go out through service_effects.
#pragma once

#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "daemon/pvm/asker.hpp"
#include "daemon/pvm/contexts.hpp"
#include "daemon/pvm/groups.hpp"
#include "daemon/pvm/host_requests.hpp"
#include "daemon/pvm/info_store.hpp"
#include "daemon/pvm/locations.hpp"
#include "daemon/pvm/notifications.hpp"
#include "daemon/pvm/output_lines.hpp"
#include "daemon/pvm/placement.hpp"
#include "daemon/pvm/roles.hpp"
#include "daemon/pvm/service_effects.hpp"
#include "daemon/pvm/service_hosts.hpp"
#include "daemon/pvm/sibling_sets.hpp"
#include "daemon/pvm/task_messages.hpp"
#include "daemon/pvm/task_table.hpp"
#include "daemon/pvm/task_traces.hpp"
#include "libnet/pvm3/service_address.hpp"

namespace banyan::daemon::pvm {

/// An Enrol with another version is refused.
using pvm3::service_protocol_version;

/// More processes in one Spawn are refused: PvmOutOfRes.
inline constexpr int most_spawned = 65536;

/// Used by one thread. Each request with a number other than 0 gets exactly one answer, unless its task ends before.
class registry {
  public:
    /// `most_tids`: of each host; fewer only in tests.
    explicit registry(service_effects& effects, std::uint32_t most_tids = net::task_id::max_local);
    registry(const registry&) = delete;
    registry& operator=(const registry&) = delete;

    /// What Enrolled tells the tasks. To be called before the first enrol().
    void set_data_protection(std::string secret, bool plain_data);
    /// At most so many started processes on each host at a time; further ones are PvmOutOfRes. 0 = no limit.
    void set_most_processes(int on_each_host) { most_processes_ = on_each_host; }
    /// What pvm_tickle reads until it is set.
    void set_debug_mask(int mask) { debug_mask_ = mask; }

    // ---- hosts

    using host = service_hosts::host;
    void host_added(const host& added);
    /// How far the clock of the host is ahead of that of the service, and if its daemon does not answer at present.
    void set_condition(std::uint32_t number, std::int64_t clock_ahead_us, bool is_silent) {
        hosts_.set_condition(number, clock_ahead_us, is_silent);
    }
    /// The host was deleted or has failed. All its tasks end.
    void host_lost(std::uint32_t number);
    /// `results`: the tid of the host's daemon or an error code for each name, in the order of the request.
    void hosts_added(std::uint64_t request, const std::vector<int>& results) {
        host_requests_.take_results(request, results);
    }
    void hosts_deleted(std::uint64_t request, const std::vector<int>& results) {
        host_requests_.take_results(request, results);
    }

    /// Starts a program without a parent on the first host. `command`: its name and arguments, separated by spaces.
    /// `variable` is the environment variable with the command, for the log. Has no effect if there is no host.
    void start_own(const std::string& variable, const std::string& command);

    // ---- processes that service_effects::start() was called for

    void started(tid task, int pid);
    void not_started(tid task, int code);
    /// Pieces of any length; lines for the log are made here.
    void output(tid task, bool is_error, const std::string& bytes);
    /// After its last output.
    void process_ended(tid task);

    // ---- connections

    /// A task enrols: the first message of a connection. `host_number` is the host of a task that was started by hand;
    /// a started task belongs to the host on which it was started. Returns the task's tid, or 0 if it
    /// is refused. The answer is sent before the call returns, to the new tid, or to 0 if the task is refused.
    tid enrol(std::uint64_t request, const pvm3::wire::Enrol& message, std::uint32_t host_number);
    /// Any other message of an enrolled task.
    void take(tid from, const pvm3::wire::ToService& message);
    /// The connection has closed, with or without Exit before.
    void disconnected(tid task);

  private:
    using task_request = pvm3::wire::ToService;
    using handler = void (registry::*)(const asker&, const task_request&);
    static handler handler_of(const task_request& message);

    // Requests. Each one sends its answer, or stores who waits for it.
    void take_publish(const asker& who, const task_request& message);
    void take_exit(const asker& who, const task_request& message);
    void take_locate(const asker& who, const task_request& message);
    void take_deposit(const asker& who, const task_request& message);
    void take_spawn(const asker& who, const task_request& message);
    void take_signal(const asker& who, const task_request& message);
    void take_task_status(const asker& who, const task_request& message);
    void take_host_status(const asker& who, const task_request& message);
    void take_list_tasks(const asker& who, const task_request& message);
    void take_list_hosts(const asker& who, const task_request& message);
    void take_add_hosts(const asker& who, const task_request& message);
    void take_delete_hosts(const asker& who, const task_request& message);
    void take_halt(const asker& who, const task_request& message);
    void take_notify(const asker& who, const task_request& message);
    void take_siblings(const asker& who, const task_request& message);
    void take_new_context(const asker& who, const task_request& message);
    void take_free_context(const asker& who, const task_request& message);
    void take_settings(const asker& who, const task_request& message);
    void take_put_info(const asker& who, const task_request& message);
    void take_receive_info(const asker& who, const task_request& message);
    void take_delete_info(const asker& who, const task_request& message);
    void take_list_info(const asker& who, const task_request& message);
    void take_join_group(const asker& who, const task_request& message);
    void take_leave_group(const asker& who, const task_request& message);
    void take_group_barrier(const asker& who, const task_request& message);
    void take_group_members(const asker& who, const task_request& message);
    void take_freeze_group(const asker& who, const task_request& message);
    void take_reset(const asker& who, const task_request& message);
    void take_role(const asker& who, const task_request& message);
    void take_to_daemon(const asker& who, const task_request& message);
    void take_tell_siblings(const asker& who, const task_request& message);
    void take_tickle(const asker& who, const task_request& message);
    void take_program_found(const asker& who, const task_request& message);

    void answer_location(const asker& who, tid located);
    pvm3::wire::Location tell_location(tid located, tid to);
    void answer_info(const info_store::reply& reply);
    void answer_group(const groups::replies& replies);
    void add_members(const asker& who, const groups::members& of_group, pvm3::wire::Answer& result);

    // Tasks
    [[nodiscard]] bool has_room(std::uint32_t host_number) const;
    std::vector<tid> add_processes(tid parent, const pvm3::wire::Spawn& spawn, const std::vector<std::uint32_t>& hosts);
    void start_processes(const std::vector<tid>& added, const pvm3::wire::Spawn& spawn, const task& spawner);
    start_order order_of(tid started, const pvm3::wire::Spawn& spawn, const task& spawner) const;
    void confirm_started(task& started);
    void add_siblings(const sibling_sets::spawner& by, const std::vector<tid>& added, std::vector<int> failures);
    void finish_spawn(const std::optional<sibling_sets::finished>& finished);
    task* task_for(const pvm3::wire::Enrol& message, std::uint32_t host_number);
    tid answer_enrol(tid enrolled, std::uint64_t request, pvm3::wire::Answer answer);
    tid refuse(std::uint64_t request, int code);
    pvm3::wire::Enrolled facts_for(const task& enrolled);
    void disconnect(const std::vector<tid>& ended);
    std::vector<tid> mark_ended(const std::vector<tid>& ids);
    void end_tasks(const std::vector<tid>& ids);
    void leave(tid ended);
    void tell_end(tid ended, const locations::ended& located);
    void remember(tid who, std::initializer_list<tid> others);
    void forget_task(tid task);
    void change_no_reset(task& changed);
    void change_trace(task& changed, const pvm3::wire::Settings& wanted);
    void inherit_trace(task& added) const;
    void inherit_output(const task& added);

    // Notify
    void watch(const pvm3::wire::Notify& wanted, const notifications::order& order);
    void watch_task(tid watched, const notifications::order& order);
    void watch_host(tid watched, const notifications::order& order);

    // Hosts
    void add_for_manager(tid manager, const pvm3::wire::Message& order);
    [[nodiscard]] tid hoster_for(tid asking) const;

    // Tasks with a role
    void name_role(tid task, const pvm3::wire::TakeRole& taken);
    void answer_manager(const asker& who, tid previous);
    void log_incomplete(tid from, const char* what);
    void execute(tid manager, std::uint32_t host, const pvm3::wire::Message& order);
    void acknowledge_execution(const sibling_sets::spawner& by, const std::vector<int>& results);
    void tell_manager(task& enrolled);
    void tell_manager_of_end(const task& ended);
    void start_by_tasker(tid tasker, const start_order& order);
    void order_tasker(const start_order& order, const program_facts& facts);
    void take_task_end(tid tasker, const pvm3::wire::Message& told);
    void forget_tasker(tid tasker);

    // pvm_tickle
    void log_hosts();
    void log_tasks();
    void log_mailbox();

    service_effects& effects_;
    std::string secret_;
    bool plain_data_ = false;
    int most_processes_ = 0;
    service_hosts hosts_;
    task_table tasks_;
    task_messages messages_;
    placement placement_;
    sibling_sets siblings_;
    notifications notifications_;
    host_requests host_requests_;
    contexts contexts_;
    info_store info_;
    groups groups_;
    locations locations_;
    output_lines output_;
    roles roles_;
    task_traces traces_;
    /// Starts by taskers that look for the program, by task.
    struct search {
        start_order order;
        program_facts facts;
    };
    std::map<tid, search> searches_;
    std::map<tid, std::string> own_programs_;  // of start_own(), until they have started
    int debug_mask_ = 0;
};

}  // namespace banyan::daemon::pvm

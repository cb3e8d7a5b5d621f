// What a host daemon remembers of runs and tasks for a coordinator that is started again. No I/O.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <vector>

#include "daemon/daemon.pb.h"

namespace banyan::daemon {

/// Everything that the coordinator has said of runs or has been told of tasks, until their run is over. What tells the
/// ledger something returns false if it changes nothing: the caller ignores the message then.
class task_ledger {
  public:
    using clock = std::chrono::steady_clock;

    struct run_entry {
        wire::RunKnown known;  // without its ages
        clock::time_point recorded{};
        clock::time_point ending{};
        net::control::ToTask table;  // as the tasks are told
        std::set<std::uint32_t> lost{};
    };
    struct task_entry {
        wire::StartTask order;
        wire::TaskKnown known;
    };

    // ---- from the coordinator

    bool take_record(const wire::RunRecord& record, clock::time_point now);
    // What concerns a run that neither a record nor an order has named changes nothing.
    /// The last ending of a run counts: more of it is known then.
    bool take_ending(const wire::RunEnding& ending, clock::time_point now);
    /// The first table of a run counts.
    bool take_table(const wire::RunTable& table);
    /// The first loss of a task counts.
    bool take_loss(const wire::RunLoss& loss);
    bool take_order(const wire::StartTask& order);
    bool take_input(const wire::TaskInput& input);
    /// Remembers signals that ask to end.
    bool take_signal(const wire::SignalTask& signal);
    bool take_task_over(const wire::TaskOver& over);
    /// Forgets the run. Returns its tasks, which are forgotten too.
    std::vector<std::uint32_t> take_run_over(const wire::RunOver& over);

    // ---- for the coordinator

    /// False for a message about a task that is not known; it must not be sent. Output is not remembered here
    /// (kept_output.hpp).
    bool note(const wire::FromHost& message);

    /// What a coordinator that has been started again is told after HostReady: all runs, all tasks, EndOfKnown.
    [[nodiscard]] std::vector<wire::FromHost> all_known(clock::time_point now) const;
    /// The highest local part of a task id that was ever ordered here.
    [[nodiscard]] std::uint32_t last_local_task() const { return last_local_task_; }

    [[nodiscard]] const run_entry* find_run(int number) const;
    [[nodiscard]] const task_entry* find_task(std::uint32_t id) const;
    /// True until the task has died or could not be started.
    [[nodiscard]] bool may_live(std::uint32_t id) const;

  private:
    run_entry& add_run(int number);
    bool change_task(std::uint32_t id, const std::function<void(task_entry&)>& change);
    bool note_session(const wire::FromHost& message);

    std::map<int, run_entry> runs_;
    std::map<std::uint32_t, task_entry> tasks_;
    std::uint32_t last_local_task_ = 0;
};

}  // namespace banyan::daemon

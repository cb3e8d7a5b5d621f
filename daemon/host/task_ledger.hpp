// What a host daemon stores about runs and tasks for a restarted coordinator. No I/O.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <vector>

#include "daemon/daemon.pb.h"

namespace banyan::daemon {

/// Stores the messages of the coordinator about runs and the messages to the coordinator about tasks, until their run
/// is over. Functions with a message return false if it changes nothing; the caller then ignores the message.
class task_ledger {
  public:
    using clock = std::chrono::steady_clock;

    struct run_entry {
        wire::RunKnown known;  // without its ages
        clock::time_point recorded{};
        clock::time_point ending{};
        net::control::ToTask table;  // as it is sent to the tasks
        std::set<std::uint32_t> lost{};
    };
    struct task_entry {
        wire::StartTask order;
        wire::TaskKnown known;
    };

    // ---- from the coordinator

    bool take_record(const wire::RunRecord& record, clock::time_point now);
    // Messages about a run without a record or an order change nothing.
    /// A later ending of a run replaces an earlier one, because it contains more.
    bool take_ending(const wire::RunEnding& ending, clock::time_point now);
    /// Only the first table of a run is stored.
    bool take_table(const wire::RunTable& table);
    /// Only the first loss of a task is stored.
    bool take_loss(const wire::RunLoss& loss);
    bool take_order(const wire::StartTask& order);
    bool take_input(const wire::TaskInput& input);
    /// Stores signals that ask to end.
    bool take_signal(const wire::SignalTask& signal);
    bool take_task_over(const wire::TaskOver& over);
    /// Removes the run and its tasks. Returns the tasks.
    std::vector<std::uint32_t> take_run_over(const wire::RunOver& over);

    // ---- for the coordinator

    /// Stores a message to the coordinator. False if it is about an unknown task; it must not be sent then. Output is
    /// stored elsewhere (kept_output.hpp).
    bool note(const wire::FromHost& message);

    /// The messages to a restarted coordinator after HostReady: all runs, all tasks, EndOfKnown.
    [[nodiscard]] std::vector<wire::FromHost> all_known(clock::time_point now) const;
    /// The highest local part of all task ids that were ordered on this host.
    [[nodiscard]] std::uint32_t last_local_task() const { return last_local_task_; }

    [[nodiscard]] const run_entry* find_run(int number) const;
    [[nodiscard]] const task_entry* find_task(std::uint32_t id) const;
    /// False if the task has died or could not be started.
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

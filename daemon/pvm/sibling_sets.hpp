// The tasks of each Spawn: which of them have started, and who waits for the rest. Pure.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "daemon/pvm/asker.hpp"

namespace banyan::daemon::pvm {

class sibling_sets {
  public:
    struct spawner {
        asker who;
        tid process = 0;  // its first tid
        // A resource manager has executed a part of the Spawn for the spawner, and gets a message instead of an answer.
        bool is_manager = false;
        bool waits_for_tell = false;  // `teller` will call tell(), because only it knows all siblings
        tid teller = 0;
        int context = 0, wait_id = 0;  // of the manager's message
    };
    /// A Spawn whose processes have all started or failed.
    struct finished {
        struct spawner spawner;
        std::vector<int> results;    // one for each process; tids first, then error codes
        std::vector<tid> siblings;   // those that have started
        std::vector<asker> waiting;  // for the siblings
    };

    /// A Spawn of the processes `tasks`, plus `failures`: the codes of processes that cannot be started at all.
    void add(const spawner& by, const std::vector<tid>& tasks, std::vector<int> failures);
    /// The result of one process: its tid or an error code. Returns the set if this was its last process. A task that
    /// is in no set or has a result already changes nothing.
    std::optional<finished> settle(tid task, int result);

    /// The set of a task: itself if it belongs to no set. Nothing while processes of the set are starting; wait() then.
    [[nodiscard]] std::optional<std::vector<tid>> siblings(tid task) const;
    void wait(const asker& who);
    /// The siblings of tasks whose set waits for this. Returns who has waited for them.
    std::vector<asker> tell(const std::vector<tid>& tasks);
    /// Who has waited, and for which siblings.
    struct released {
        std::vector<asker> waiting;
        std::vector<tid> siblings;
    };
    /// The task has ended. Sets for which it would have called tell(), and those that it has executed as a manager,
    /// wait no longer: their siblings are the tasks of the set.
    std::vector<released> stop_waiting_for(tid ended);
    /// The task has ended. Its tid remains in the set for the others. Returns the tasks of the set if it was the last
    /// one of them: their tids have no meaning here any more.
    std::vector<tid> forget(tid task);

  private:
    struct spawn_set {
        struct spawner spawner;
        std::vector<tid> tasks;  // in the order of the Spawn
        std::map<tid, int> results;
        std::vector<int> failures;
        std::vector<tid> started;
        std::vector<asker> waiting;
        std::size_t alive = 0;
        bool waits_for_tell = false;
    };
    [[nodiscard]] const spawn_set* find(tid task) const;
    static finished finish(spawn_set& set);

    std::uint64_t last_set_ = 0;
    std::map<std::uint64_t, spawn_set> sets_;  // numbered in the order of add()
    std::map<tid, std::uint64_t> set_of_;      // by task
    std::set<std::uint64_t> untold_;           // the sets that wait for tell()
};

}  // namespace banyan::daemon::pvm

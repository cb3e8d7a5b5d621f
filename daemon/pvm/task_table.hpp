// The tasks of the virtual machine: their ids, parents and states. A tid is used again only when no task remembers its
// former task.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "banyan/net/ids.hpp"
#include "daemon/pvm/codes.hpp"
#include "daemon/pvm/service_effects.hpp"

namespace banyan::daemon::pvm {

enum class task_state {
    starting,  // ordered, no report yet
    running,   // its process runs and has not enrolled
    enrolled,
    exited,  // its process may run on, and may enrol again under a new tid
};

struct task {
    tid id = 0;
    tid process = 0;  // the first tid of its process
    std::uint32_t host = 0;
    int parent = PvmNoParent;  // or a tid, or PvmParentNotSet
    task_state state = task_state::starting;
    bool forked = false;     // the service started its process
    bool confirmed = false;  // its spawner has been told that it has started
    std::string program;     // as the Spawn named it; if started by hand, the name that it has chosen, or ""
    std::string executable;  // its path, told by an enrolled task
    int pid = 0;
    int exit_status = 0;  // as wait() gives it; 0 while it is not known
    bool no_reset = false;
    int no_reset_entry = -1;  // index of its entry in the mailbox
    tid tasker = 0;           // the task that started its process; 0 = the host daemon, or by hand
    tid manager = 0;          // the resource manager that is told about its end; 0 = none
    pvm3::wire::Inherited inherited;
    int flags = 0;  // of its Spawn
    struct {
        tid collector = 0;  // 0 = none
        int tag = 0, context = 0;
    } trace{};
};

class task_table {
  public:
    /// `most_local`: the largest local part of a tid.
    explicit task_table(std::uint32_t most_local = net::task_id::max_local) : most_local_(most_local) {}

    /// Adds a task on that host. Local parts of tids count up. When all have been used, the one that has been free
    /// longest is used again. No task gets a tid that another task remembers. Null if the host has no tid left.
    task* add(std::uint32_t host);
    /// What the task remembers is forgotten.
    void erase(tid id);
    /// As long as `who` exists, `other` stays the tid of one task: `who` has spawned that task, has been told where it
    /// listens, or has been told that it has ended. Its library may know that this tid has ended. Has no effect if
    /// `who` does not exist.
    void remember(tid who, tid other);
    /// No other task gets this tid before it has been released as often, also after the end of its task.
    void keep(tid id) { ++kept_[id]; }
    void release(tid kept);

    [[nodiscard]] task* find(tid id);
    [[nodiscard]] const task* find(tid id) const;
    /// Null if the task has exited, even if its process runs on.
    [[nodiscard]] task* find_alive(tid id);
    [[nodiscard]] bool is_enrolled(tid id) const;

    /// All tids of one process, or of one host, in ascending order.
    [[nodiscard]] std::vector<tid> of_process(tid process) const;
    [[nodiscard]] std::vector<tid> on_host(std::uint32_t host) const;
    /// Those that have started and not exited: what pvm_tasks shows.
    [[nodiscard]] std::vector<const task*> visible() const;
    [[nodiscard]] std::vector<const task*> all() const;

  private:
    /// The tids of a host, also after it has been deleted.
    struct host_tids {
        std::uint32_t last_local = 0;
        std::deque<tid> free;  // in the order in which they became free
    };
    [[nodiscard]] tid next_tid(std::uint32_t host);
    [[nodiscard]] bool is_usable(tid id);

    const std::uint32_t most_local_;
    std::map<tid, task> tasks_;
    std::map<std::uint32_t, host_tids> tids_;
    std::unordered_map<tid, std::unordered_set<tid>> remembers_;  // by task
    std::unordered_map<tid, std::uint32_t> kept_;  // how many tasks remember the tid, and keep() without release()
    std::unordered_set<tid> blocked_;              // of no task, and in no list `free` because they are kept
};

/// The ti_flag of pvm_tasks without the flags of roles (libnet/pvm3/task_flags.hpp).
int flags_of(const task& task);

}  // namespace banyan::daemon::pvm

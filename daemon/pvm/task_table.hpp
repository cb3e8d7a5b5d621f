// The tasks of the virtual machine: their ids, parents and states. A tid is used again only when no task can know that
// it was that of another one.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <string>
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
    std::string program;     // as the Spawn named it; "" if started by hand
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
    std::uint64_t number = 0;  // tasks are numbered in the order in which they are added
};

class task_table {
  public:
    /// `most_local`: the largest local part of a tid.
    explicit task_table(std::uint32_t most_local = net::task_id::max_local) : most_local_(most_local) {}

    /// Adds a task on that host. Local parts of tids count up. When all have been used, the one that has been free
    /// longest is used again, if all tasks of the virtual machine are younger than the end of its former task: the
    /// library of an older task may know that this tid has ended. Null if the host has no tid left.
    task* add(std::uint32_t host);
    void erase(tid id);

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
    /// A tid whose task has been erased, when `added` tasks had been added.
    struct free_tid {
        tid id;
        std::uint64_t added;
    };
    /// The tids of a host, also after it has been deleted.
    struct host_tids {
        std::uint32_t last_local = 0;
        std::deque<free_tid> free;  // in the order in which they became free
    };
    [[nodiscard]] tid next_tid(std::uint32_t host);

    const std::uint32_t most_local_;
    std::map<tid, task> tasks_;
    std::map<std::uint32_t, host_tids> tids_;
    std::uint64_t added_ = 0;
    std::set<std::uint64_t> numbers_;  // of the tasks
};

/// The ti_flag of pvm_tasks: 4 if connected, 2 if started by the service.
int flags_of(const task& task);

}  // namespace banyan::daemon::pvm

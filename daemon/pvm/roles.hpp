// The tasks that have offered a service to the virtual machine: taskers, a hoster, resource managers, a tracer
// (pvm_reg_tasker and its siblings). Pure.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "daemon/pvm/service_effects.hpp"

namespace banyan::daemon::pvm {

class roles {
  public:
    using role = pvm3::wire::Role;
    /// What a registration has changed.
    struct change {
        int status = 0;         // 0, PvmAlready: another task has the role, or PvmBadParam
        bool has_role = false;  // afterwards
        tid previous = 0;       // the manager before
        int old_entry = -1;     // index of the entry of the mailbox that has become wrong; -1 = none
    };

    /// A task takes the role, or ends it if it has it. A manager always replaces the one of its host.
    change toggle(role wanted, tid task, const pvm3::wire::Tracer& tracer);
    /// The index of the entry in the mailbox that names the task.
    void note_entry(role taken, tid task, int index);

    [[nodiscard]] tid tasker_of(std::uint32_t host) const;
    [[nodiscard]] tid hoster() const { return hoster_; }
    [[nodiscard]] tid manager_of(std::uint32_t host) const;
    /// All managers, once each.
    [[nodiscard]] std::vector<tid> managers() const;
    /// The sum of the flags that pvm_tasks shows for its roles (libnet/pvm3/task_flags.hpp).
    [[nodiscard]] int task_flags(tid task) const;
    void set_manager(std::uint32_t host, tid manager);
    /// The host has the manager of host `like`, as hosts that are added while a manager runs.
    void add_host(std::uint32_t host, std::uint32_t like);
    void remove_host(std::uint32_t host);

    /// Sets the collectors of traces and output that a task has not got from its parent.
    void complete(pvm3::wire::Inherited& inherited) const;

    /// The task has ended.
    void forget(tid task);

    /// The name of the mailbox's entries for the role.
    static std::string entry_name(role taken);

  private:
    change toggle_one(tid& holder, tid task, role taken);
    change toggle_manager(tid task);
    int take_entry(role taken, tid task);

    std::map<std::uint32_t, tid> taskers_, managers_;  // by host
    tid hoster_ = 0, tracer_ = 0;
    pvm3::wire::Tracer tracer_facts_;
    std::map<std::pair<int, tid>, int> entries_;
};

}  // namespace banyan::daemon::pvm

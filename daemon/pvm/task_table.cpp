#include "daemon/pvm/task_table.hpp"

#include "daemon/pvm/tids.hpp"
#include "libnet/pvm3/task_flags.hpp"

namespace banyan::daemon::pvm {

// 0 if there is none.
tid task_table::next_tid(std::uint32_t host) {
    auto& tids = tids_[host];
    while (tids.last_local < most_local_)
        if (const tid id = net::task_id::make(host, ++tids.last_local).value; is_usable(id)) return id;
    while (!tids.free.empty()) {
        const tid id = tids.free.front();
        tids.free.pop_front();
        if (is_usable(id)) return id;
    }
    return 0;
}

// Otherwise it becomes free when it is not kept any more. A task may remember a tid that has never been used, or one
// that was free already.
bool task_table::is_usable(tid id) {
    if (!kept_.contains(id)) return true;
    blocked_.insert(id);
    return false;
}

void task_table::remember(tid who, tid other) {
    if (!has_task_form(other) || who == other || !tasks_.contains(who)) return;
    if (remembers_[who].insert(other).second) keep(other);
}

void task_table::release(tid kept) {
    const auto count = kept_.find(kept);
    if (count == kept_.end() || --count->second > 0) return;
    kept_.erase(count);
    if (blocked_.erase(kept) != 0) tids_[host_of(kept)].free.push_back(kept);
}

task* task_table::add(std::uint32_t host) {
    const tid id = next_tid(host);
    if (id == 0) return nullptr;
    auto& added = tasks_[id];
    added.id = id;
    added.process = id;
    added.host = host;
    return &added;
}

void task_table::erase(tid id) {
    if (tasks_.erase(id) == 0) return;
    if (is_usable(id)) tids_[host_of(id)].free.push_back(id);
    if (const auto remembered = remembers_.extract(id))
        for (const tid other : remembered.mapped())
            release(other);
}

task* task_table::find(tid id) {
    const auto found = tasks_.find(id);
    return found == tasks_.end() ? nullptr : &found->second;
}

const task* task_table::find(tid id) const {
    const auto found = tasks_.find(id);
    return found == tasks_.end() ? nullptr : &found->second;
}

task* task_table::find_alive(tid id) {
    auto* found = find(id);
    return found == nullptr || found->state == task_state::exited ? nullptr : found;
}

bool task_table::is_enrolled(tid id) const {
    const auto* found = find(id);
    return found != nullptr && found->state == task_state::enrolled;
}

std::vector<tid> task_table::of_process(tid process) const {
    std::vector<tid> result;
    // The first tid of a process is its lowest, until tids of the host are used again.
    const auto tids = tids_.find(host_of(process));
    const bool all_used = tids != tids_.end() && tids->second.last_local == most_local_;
    for (auto at = tasks_.lower_bound(all_used ? daemon_tid(host_of(process)) : process);
         at != tasks_.end() && host_of(at->first) == host_of(process); ++at)
        if (at->second.process == process) result.push_back(at->first);
    return result;
}

std::vector<tid> task_table::on_host(std::uint32_t host) const {
    std::vector<tid> result;
    for (auto at = tasks_.lower_bound(daemon_tid(host)); at != tasks_.end() && host_of(at->first) == host; ++at)
        result.push_back(at->first);
    return result;
}

std::vector<const task*> task_table::visible() const {
    std::vector<const task*> result;
    for (const auto& [id, task] : tasks_)
        if (task.state == task_state::running || task.state == task_state::enrolled) result.push_back(&task);
    return result;
}

std::vector<const task*> task_table::all() const {
    std::vector<const task*> result;
    for (const auto& [id, task] : tasks_)
        result.push_back(&task);
    return result;
}

int flags_of(const task& task) {
    return (task.state == task_state::enrolled ? pvm3::flag_of_connected : 0) |
           (task.forked ? pvm3::flag_of_spawned : 0);
}

}  // namespace banyan::daemon::pvm

#include "daemon/pvm/roles.hpp"

#include <algorithm>
#include <set>

#include "daemon/pvm/codes.hpp"
#include "daemon/pvm/tids.hpp"
#include "libnet/pvm3/task_flags.hpp"

namespace banyan::daemon::pvm {
namespace {

tid value_at(const std::map<std::uint32_t, tid>& tasks, std::uint32_t host) {
    const auto found = tasks.find(host);
    return found == tasks.end() ? 0 : found->second;
}

}  // namespace

roles::change roles::toggle(role wanted, tid task, const pvm3::wire::Tracer& tracer) {
    switch (wanted) {
        case pvm3::wire::TASKER:
            return toggle_one(taskers_[host_of(task)], task, wanted);
        case pvm3::wire::HOSTER:
            return toggle_one(hoster_, task, wanted);
        case pvm3::wire::TRACER: {
            const auto result = toggle_one(tracer_, task, wanted);
            if (result.has_role) tracer_facts_ = tracer;
            return result;
        }
        case pvm3::wire::MANAGER:
            return toggle_manager(task);
        default:
            return {PvmBadParam};
    }
}

roles::change roles::toggle_one(tid& holder, tid task, role taken) {
    if (holder != 0 && holder != task) return {PvmAlready};
    const bool takes = holder == 0;
    holder = takes ? task : 0;
    return {PvmOk, takes, 0, takes ? -1 : take_entry(taken, task)};
}

roles::change roles::toggle_manager(tid task) {
    const tid previous = manager_of(host_of(task));
    managers_[host_of(task)] = task;
    return {PvmOk, true, previous, take_entry(pvm3::wire::MANAGER, task)};
}

void roles::note_entry(role taken, tid task, int index) {
    entries_[{taken, task}] = index;
}

int roles::take_entry(role taken, tid task) {
    const auto entry = entries_.extract({taken, task});
    return entry ? entry.mapped() : -1;
}

tid roles::tasker_of(std::uint32_t host) const {
    return value_at(taskers_, host);
}

tid roles::manager_of(std::uint32_t host) const {
    return value_at(managers_, host);
}

std::vector<tid> roles::managers() const {
    std::set<tid> result;
    for (const auto& [host, manager] : managers_)
        result.insert(manager);
    return {result.begin(), result.end()};
}

int roles::task_flags(tid task) const {
    const bool is_manager = std::ranges::any_of(managers_, [&](const auto& entry) { return entry.second == task; });
    int flags = is_manager ? pvm3::flag_of_manager : 0;
    if (hoster_ == task) flags |= pvm3::flag_of_hoster;
    if (tasker_of(host_of(task)) == task) flags |= pvm3::flag_of_tasker;
    if (tracer_ == task) flags |= pvm3::flag_of_tracer;
    return flags;
}

void roles::set_manager(std::uint32_t host, tid manager) {
    managers_.erase(host);
    if (manager != 0) managers_[host] = manager;
}

void roles::add_host(std::uint32_t host, std::uint32_t like) {
    if (host != like) set_manager(host, manager_of(like));
}

void roles::remove_host(std::uint32_t host) {
    managers_.erase(host);
}

void roles::complete(pvm3::wire::Inherited& inherited) const {
    if (tracer_ == 0) return;
    if (inherited.trace_tid() == 0 && tracer_facts_.trace_tag() != 0) {
        inherited.set_trace_tid(tracer_);
        inherited.set_trace_context(tracer_facts_.trace_context());
        inherited.set_trace_tag(tracer_facts_.trace_tag());
        inherited.set_trace_buffer(tracer_facts_.buffer());
        inherited.set_trace_options(tracer_facts_.options());
        inherited.set_trace_mask(tracer_facts_.mask());
    }
    if (inherited.output_tid() == 0 && tracer_facts_.output_tag() != 0) {
        inherited.set_output_tid(tracer_);
        inherited.set_output_context(tracer_facts_.output_context());
        inherited.set_output_tag(tracer_facts_.output_tag());
    }
}

void roles::forget(tid task) {
    std::erase_if(taskers_, [&](const auto& entry) { return entry.second == task || entry.second == 0; });
    std::erase_if(managers_, [&](const auto& entry) { return entry.second == task; });
    std::erase_if(entries_, [&](const auto& entry) { return entry.first.second == task; });
    if (hoster_ == task) hoster_ = 0;
    if (tracer_ == task) tracer_ = 0;
}

std::string roles::entry_name(role taken) {
    switch (taken) {
        case pvm3::wire::TASKER:
            return PVMTASKERCLASS;
        case pvm3::wire::HOSTER:
            return PVMHOSTERCLASS;
        case pvm3::wire::MANAGER:
            return PVMRMCLASS;
        case pvm3::wire::TRACER:
            return PVMTRACERCLASS;
        default:
            return "";
    }
}

}  // namespace banyan::daemon::pvm

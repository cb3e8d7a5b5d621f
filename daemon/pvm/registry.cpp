// Hosts, processes and connections. Requests are in registry_requests.cpp, registry_tasks.cpp, registry_hosts.cpp,
// registry_roles.cpp and registry_tickle.cpp.
#include "daemon/pvm/registry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <utility>

#include "daemon/pvm/codes.hpp"
#include "daemon/pvm/tids.hpp"
#include "pvm3/pvmproto.h"

namespace banyan::daemon::pvm {

registry::registry(service_effects& effects, std::uint32_t most_tids)
    : effects_(effects),
      tasks_(most_tids),
      messages_(effects, tasks_),
      host_requests_(effects, messages_, hosts_, notifications_),
      output_(effects, [this](tid task) { return tasks_.is_enrolled(task); }),
      traces_([this](tid to, const pvm3::wire::Message& message) {
          messages_.deliver({{to, message}});
      }) {}

void registry::set_data_protection(std::string secret, bool plain_data) {
    secret_ = std::move(secret);
    plain_data_ = plain_data;
}

// ---- hosts

void registry::host_added(const host& added) {
    if (!hosts_.add(added)) return;
    auto other_names = added.data_addresses;
    if (!added.computer.empty()) other_names.push_back(added.computer);
    placement_.add(added.number, added.name, added.architecture, other_names);
    roles_.add_host(added.number, hosts_.first().number);
    host_requests_.host_added(added.number);
}

void registry::host_lost(std::uint32_t number) {
    if (!hosts_.remove(number)) return;
    host_requests_.host_lost(number);
    placement_.remove(number);
    roles_.remove_host(number);
    const auto lost = tasks_.on_host(number);
    std::vector<tid> starting;
    for (const tid id : lost)
        if (tasks_.find(id)->state == task_state::starting) starting.push_back(id);
    disconnect(lost);
    const auto ended = mark_ended(lost);
    messages_.deliver(notifications_.host_deleted(number));
    for (const tid id : starting) {
        output_.remove(id);
        finish_spawn(siblings_.settle(id, PvmHostFail));
    }
    for (const tid id : ended)
        leave(id);
    for (const tid id : lost) {
        searches_.erase(id);
        output_.ended(id);
        tasks_.erase(id);
    }
    for (const tid manager : roles_.managers())
        messages_.send_system(manager, SM_HOSTX, pvm3::xdr_writer().add(static_cast<int>(daemon_tid(number))));
}

// ---- processes

void registry::started(tid id, int pid) {
    auto* started = tasks_.find(id);
    if (started == nullptr || !started->forked) return;
    if (pid > 0) started->pid = pid;
    confirm_started(*started);
}

// A task that enrols or ends has started, even if started() comes later. Only the first call for a task has an effect.
void registry::confirm_started(task& started) {
    if (started.confirmed) return;
    started.confirmed = true;
    own_programs_.erase(started.id);
    if (started.state == task_state::starting) started.state = task_state::running;
    started.forked ? output_.spawned(started.id) : output_.enrolled_by_hand(started.id);
    traces_.started(started);
    finish_spawn(siblings_.settle(started.id, static_cast<int>(started.id)));
}

void registry::not_started(tid id, int code) {
    const auto* failed = tasks_.find(id);
    if (failed == nullptr || failed->state != task_state::starting) return;
    if (const auto own = own_programs_.extract(id))
        effects_.log(fmt::format("{} could not be started: error {}", own.mapped(), code));
    finish_spawn(siblings_.settle(id, code < 0 ? code : PvmSysErr));
    end_tasks({id});
    output_.remove(id);
    tasks_.erase(id);
}

void registry::finish_spawn(const std::optional<sibling_sets::finished>& finished) {
    if (!finished) return;
    const auto& siblings = finished->siblings;
    if (finished->spawner.is_manager)
        acknowledge_execution(finished->spawner, finished->results);
    else
        messages_.answer_tids(finished->spawner.who, static_cast<int>(siblings.size()), finished->results);
    for (const auto& who : finished->waiting)
        messages_.answer_tids(who, siblings);
    output_.release_end(finished->spawner.process);
}

void registry::output(tid task, bool is_error, const std::string& bytes) {
    output_.output(task, is_error, bytes);
}

void registry::process_ended(tid id) {
    auto* ended = tasks_.find(id);
    if (ended == nullptr || !ended->forked || ended->process != id) return;
    confirm_started(*ended);
    const auto tids = tasks_.of_process(id);
    disconnect(tids);
    end_tasks(tids);
    output_.ended(id);
    for (const tid each : tids)
        tasks_.erase(each);
}

// ---- connections

// Sent before anything else to the task, so that the server knows which connection belongs to the tid.
tid registry::answer_enrol(tid enrolled, std::uint64_t request, pvm3::wire::Answer answer) {
    answer.set_request(request);
    pvm3::wire::ToPvmTask message;
    *message.mutable_answer() = std::move(answer);
    effects_.send(enrolled, message);
    return enrolled;
}

tid registry::refuse(std::uint64_t request, int code) {
    pvm3::wire::Answer refusal;
    refusal.set_status(code);
    return answer_enrol(0, request, std::move(refusal));
}

tid registry::enrol(std::uint64_t request, const pvm3::wire::Enrol& message, std::uint32_t host_number) {
    if (message.version() != service_protocol_version) return refuse(request, PvmBadVersion);
    if (!hosts_.contains(host_number)) return refuse(request, PvmNoHost);
    auto* enrolled = task_for(message, host_number);
    if (enrolled == nullptr) return refuse(request, PvmOutOfRes);
    enrolled->state = task_state::enrolled;
    enrolled->executable = message.program();
    if (message.pid() > 0) enrolled->pid = message.pid();
    pvm3::wire::Answer facts;
    *facts.mutable_enrolled() = facts_for(*enrolled);
    answer_enrol(enrolled->id, request, std::move(facts));
    traces_.forget(enrolled->id);  // what was sent to this tid before, no task has got
    confirm_started(*enrolled);
    tell_manager(*enrolled);
    return enrolled->id;
}

// The started task that is expected, if it has not enrolled before; otherwise a new task. Null if there is no tid left.
task* registry::task_for(const pvm3::wire::Enrol& message, std::uint32_t host_number) {
    auto* expected = tasks_.find(message.expected());
    if (expected != nullptr && !expected->forked) expected = nullptr;
    if (expected != nullptr && (expected->state == task_state::starting || expected->state == task_state::running))
        return expected;
    auto* added = tasks_.add(expected != nullptr ? expected->host : host_number);
    if (added == nullptr) return nullptr;
    added->state = task_state::running;
    roles_.complete(added->inherited);
    added->program = message.name();
    if (expected != nullptr) {
        added->process = expected->process;
        added->forked = true;
        added->program = expected->program;
        added->inherited = expected->inherited;
    } else {
        inherit_output(*added);
    }
    inherit_trace(*added);
    remember(added->id, {added->inherited.output_tid(), added->inherited.trace_tid()});
    return added;
}

// Most tasks send to their parent first, so they need not ask where it is.
pvm3::wire::Enrolled registry::facts_for(const task& enrolled) {
    const auto& on = hosts_.at(enrolled.host);
    pvm3::wire::Enrolled facts;
    facts.set_tid(enrolled.id);
    facts.set_parent(enrolled.parent);
    facts.set_host(on.name);
    facts.set_secret(secret_);
    for (const auto& address : on.data_addresses)
        facts.add_data_addresses(address);
    facts.set_plain_data(plain_data_);
    *facts.mutable_inherited() = enrolled.inherited;
    facts.set_manager(roles_.manager_of(enrolled.host));
    remember(enrolled.id, {facts.manager()});
    const auto parent = static_cast<tid>(std::max(enrolled.parent, 0));
    if (tasks_.is_enrolled(parent) && locations_.find(parent) != nullptr)
        *facts.mutable_parent_at() = tell_location(parent, enrolled.id);
    return facts;
}

void registry::take(tid from, const pvm3::wire::ToService& message) {
    if (!tasks_.is_enrolled(from)) return;
    const asker who{from, message.request()};
    if (const auto handle = handler_of(message))
        (this->*handle)(who, message);
    else
        messages_.answer(who, PvmBadParam);
}

// Only now another task can get its tid, because connections are found by tids.
void registry::disconnected(tid id) {
    if (tasks_.is_enrolled(id)) end_tasks({id});
    if (tasks_.find_alive(id) == nullptr) forget_task(id);
}

void registry::disconnect(const std::vector<tid>& ended) {
    for (const tid id : ended)
        if (tasks_.is_enrolled(id)) effects_.disconnect(id);
}

// Nothing is sent to a task that is marked. Returns those that have not been marked before.
std::vector<tid> registry::mark_ended(const std::vector<tid>& ids) {
    std::vector<tid> ended;
    for (const tid id : ids) {
        auto* task = tasks_.find_alive(id);
        if (task == nullptr) continue;
        task->state = task_state::exited;
        ended.push_back(id);
    }
    return ended;
}

void registry::end_tasks(const std::vector<tid>& ids) {
    for (const tid id : mark_ended(ids))
        leave(id);
}

// The task ends for all others: its waits, its entries, its places in groups.
void registry::leave(tid id) {
    if (const auto* ended = tasks_.find(id)) {
        tell_manager_of_end(*ended);
        traces_.ended(*ended);
        if (!ended->forked) output_.ended(id);  // process_ended() tells the end of the others
    }
    traces_.forget(id);
    const bool was_hoster = roles_.hoster() == id, was_tasker = roles_.tasker_of(host_of(id)) == id;
    roles_.forget(id);
    if (was_hoster) host_requests_.forget_hoster();
    if (was_tasker) forget_tasker(id);
    for (const tid each : siblings_.forget(id))
        tasks_.release(each);
    for (const auto& [waiting, siblings] : siblings_.stop_waiting_for(id))
        for (const auto& who : waiting)
            messages_.answer_tids(who, siblings);
    contexts_.forget(id);
    info_.forget(id);
    answer_group(groups_.forget(id));
    tell_end(id, locations_.forget(id));
    notifications_.forget(id);
    messages_.deliver(notifications_.task_ended(id));
}

// 0 is no task. A task that sends to another one, such as a collector, does so also after the end of that one.
void registry::remember(tid who, std::initializer_list<tid> others) {
    for (const tid other : others)
        tasks_.remember(who, other);
}

// Tasks that may have exchanged messages with the task remember it, because their libraries know that it has ended.
void registry::tell_end(tid id, const locations::ended& located) {
    for (const auto& who : located.waiting) {
        tasks_.remember(who.task, id);
        messages_.answer(who, PvmNoTask);
    }
    pvm3::wire::ToPvmTask event;
    event.mutable_ended()->set_tid(id);
    for (const tid by : located.located_by) {
        tasks_.remember(by, id);
        messages_.send(by, event);
    }
    for (const tid other : located.located)
        tasks_.remember(other, id);
    const auto* ended = tasks_.find(id);
    if (ended != nullptr && ended->parent > 0) tasks_.remember(static_cast<tid>(ended->parent), id);
}

// A started task remains known until its process has ended.
void registry::forget_task(tid id) {
    const auto* ended = tasks_.find(id);
    if (ended != nullptr && (!ended->forked || ended->process != id)) tasks_.erase(id);
}

}  // namespace banyan::daemon::pvm

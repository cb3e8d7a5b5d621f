// Requests about tasks: start, end, signals, lists, places, settings.
#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <set>
#include <sstream>

#include "daemon/pvm/codes.hpp"
#include "daemon/pvm/registry.hpp"
#include "daemon/pvm/service_message.hpp"
#include "daemon/pvm/tids.hpp"

namespace banyan::daemon::pvm {

namespace {

output_lines::destination output_of(const auto& settings) {
    return {settings.output_tid(), settings.output_tag(), settings.output_context()};
}

// As PVM names it for each task. The library does not need it, but a program may.
void add_inherited(std::vector<std::string>& environment, const pvm3::wire::Inherited& inherited) {
    environment.push_back("PVMTMASK=" + inherited.trace_mask());
    environment.push_back(fmt::format("PVMTRCBUF={}", inherited.trace_buffer()));
    environment.push_back(fmt::format("PVMTRCOPT={}", inherited.trace_options()));
    environment.push_back(fmt::format("PVMCTX=0x{:x}", static_cast<std::uint32_t>(inherited.context())));
}

}  // namespace

// ---- spawn

void registry::take_spawn(const asker& who, const task_request& message) {
    const auto& spawn = message.spawn();
    if (spawn.count() < 1 || spawn.program().empty()) return messages_.answer(who, PvmBadParam);
    if (spawn.count() > most_spawned) return messages_.answer(who, PvmOutOfRes);
    const auto caller = tasks_.find(who.task)->host;
    const auto hosts = placement_.place({spawn.flags(), spawn.where(), spawn.count(), caller});
    const auto count = static_cast<std::size_t>(spawn.count());
    if (hosts.empty()) return messages_.answer_tids(who, 0, std::vector<int>(count, PvmNoHost));
    const auto added = add_processes(who.task, spawn, hosts);
    std::vector<int> failures(count - added.size(), PvmOutOfRes);
    if (added.empty()) return messages_.answer_tids(who, 0, failures);
    const auto& spawner = *tasks_.find(who.task);
    output_.hold_end(spawner.process);
    add_siblings({who, spawner.process}, added, std::move(failures));
    start_processes(added, spawn, spawner);
}

// Each of them can ask for the tids of all, also of those that have ended.
void registry::add_siblings(const sibling_sets::spawner& by, const std::vector<tid>& added, std::vector<int> failures) {
    for (const tid each : added)
        tasks_.keep(each);
    siblings_.add(by, added, std::move(failures));
}

// A process that has not ended counts, whether it has enrolled or not.
bool registry::has_room(std::uint32_t host_number) const {
    if (most_processes_ <= 0) return true;
    const auto is_process = [&](tid id) {
        const auto& each = *tasks_.find(id);
        return each.forked && each.process == id;
    };
    return std::ranges::count_if(tasks_.on_host(host_number), is_process) < most_processes_;
}

std::vector<tid> registry::add_processes(tid parent, const pvm3::wire::Spawn& spawn,
                                         const std::vector<std::uint32_t>& hosts) {
    const bool has_parent = (spawn.flags() & PvmNoSpawnParent) == 0;
    std::vector<tid> result;
    for (const auto number : hosts) {
        auto* added = has_room(number) ? tasks_.add(number) : nullptr;
        if (added == nullptr) continue;  // the host has no tid left, or as many processes as are allowed
        added->forked = true;
        added->parent = has_parent ? static_cast<int>(parent) : PvmParentNotSet;
        added->program = spawn.program();
        added->inherited = spawn.inherited();
        added->flags = spawn.flags();
        roles_.complete(added->inherited);
        inherit_trace(*added);
        remember(added->id, {parent, added->inherited.output_tid(), added->inherited.trace_tid()});
        inherit_output(*added);
        result.push_back(added->id);
    }
    return result;
}

start_order registry::order_of(tid started, const pvm3::wire::Spawn& spawn, const task& spawner) const {
    start_order order;
    order.task = started;
    order.host = host_of(started);
    order.program = spawn.program();
    order.arguments.assign(spawn.arguments().begin(), spawn.arguments().end());
    order.environment.assign(spawn.environment().begin(), spawn.environment().end());
    add_inherited(order.environment, tasks_.find(started)->inherited);
    order.directory = directory_of(spawn.where());
    order.umask = spawn.umask();
    // Programs that belong together are often in one folder.
    const auto slash = spawner.executable.rfind('/');
    if (slash != std::string::npos) order.fallback_folders = {spawner.executable.substr(0, slash + 1)};
    order.flags = spawn.flags();
    return order;
}

void registry::start_own(const std::string& variable, const std::string& command) {
    std::istringstream words(command);
    std::string word;
    if (hosts_.empty() || !(words >> word)) return;
    pvm3::wire::Spawn spawn;
    spawn.set_program(word);
    while (words >> word)
        spawn.add_arguments(word);
    spawn.set_umask(start_order().umask);
    spawn.set_flags(PvmNoSpawnParent);
    const auto added = add_processes(0, spawn, {hosts_.first().number});
    for (const tid each : added)
        own_programs_[each] = variable + "=" + command;
    if (added.empty())
        effects_.log(fmt::format("{}={} could not be started: error {}", variable, command, PvmOutOfRes));
    start_processes(added, spawn, task());
}

void registry::take_siblings(const asker& who, const task_request& /*message*/) {
    if (const auto siblings = siblings_.siblings(who.task))
        messages_.answer_tids(who, *siblings);
    else
        siblings_.wait(who);
}

// ---- the task itself

void registry::take_exit(const asker& who, const task_request& /*message*/) {
    messages_.answer(who, PvmOk);
    end_tasks({who.task});
}

void registry::take_settings(const asker& who, const task_request& message) {
    auto& changed = *tasks_.find(who.task);
    remember(who.task, {message.settings().output_tid(), message.settings().trace_tid()});
    if (changed.no_reset != message.settings().no_reset()) change_no_reset(changed);
    output_.redirect(changed.process, output_of(message.settings()));
    change_trace(changed, message.settings());
    messages_.answer(who, PvmOk);
}

void registry::inherit_trace(task& added) const {
    const auto& inherited = added.inherited;
    added.trace = {inherited.trace_tid(), inherited.trace_tag(), inherited.trace_context()};
}

void registry::inherit_output(const task& added) {
    output_.add(added.id, static_cast<tid>(std::max(added.parent, 0)), output_of(added.inherited));
}

// For the old collector the task ends, and for the new one it starts.
void registry::change_trace(task& changed, const pvm3::wire::Settings& wanted) {
    auto& [collector, tag, context] = changed.trace;
    if (collector == wanted.trace_tid() && tag == wanted.trace_tag() && context == wanted.trace_context()) return;
    traces_.ended(changed);
    changed.trace = {wanted.trace_tid(), wanted.trace_tag(), wanted.trace_context()};
    traces_.started(changed);
}

// Tasks without reset are named by entries of the mailbox; programs may add others.
void registry::change_no_reset(task& changed) {
    changed.no_reset = !changed.no_reset;
    if (!changed.no_reset) {
        info_.remove(changed.id, PVMNORESETCLASS, changed.no_reset_entry);
        return;
    }
    pvm3::wire::PutInfo entry;
    entry.set_name(PVMNORESETCLASS);
    entry.set_flags(PvmMboxMultiInstance);
    *entry.mutable_message() = service_message(0, 0, {static_cast<int>(changed.id)});
    std::vector<info_store::reply> replies;
    changed.no_reset_entry = info_.put(changed.id, entry, replies);
    for (const auto& reply : replies)
        answer_info(reply);
}

// ---- places

void registry::take_publish(const asker& who, const task_request& message) {
    locations::published published;
    if (!locations_.publish(who.task, message.publish().endpoints(), published))
        return messages_.answer(who, PvmAlready);
    messages_.answer(who, PvmOk);
    for (auto& deposit : published.deposits)
        messages_.send(who.task, std::move(deposit));
    for (const auto& waiting : published.waiting)
        answer_location(waiting, who.task);
}

void registry::take_locate(const asker& who, const task_request& message) {
    const tid wanted = message.locate().tid();
    if (tasks_.find_alive(wanted) == nullptr) {
        remember(who.task, {wanted});
        messages_.answer(who, PvmNoTask);
    } else if (locations_.find(wanted) == nullptr) {
        locations_.wait(wanted, who);
    } else {
        answer_location(who, wanted);
    }
}

void registry::answer_location(const asker& who, tid located) {
    pvm3::wire::Answer result;
    *result.mutable_location() = tell_location(located, who.task);
    messages_.answer(who, std::move(result));
}

// Where a task that has published listens. The task `to` will be told of its end.
pvm3::wire::Location registry::tell_location(tid located, tid to) {
    const auto number = host_of(located);
    pvm3::wire::Location location;
    location.set_tid(located);
    location.set_host(hosts_.at(number).name);
    location.set_host_number(number);
    *location.mutable_endpoints() = *locations_.find(located);
    locations_.note_located(located, to);
    return location;
}

// A message to a task that has ended or never existed is dropped, as everywhere in PVM.
void registry::take_deposit(const asker& who, const task_request& message) {
    const auto& deposit = message.deposit();
    if (locations_.find(deposit.to()) != nullptr) {
        messages_.send(deposit.to(), deposit.message());
    } else if (tasks_.find_alive(deposit.to()) != nullptr) {
        locations_.deposit(deposit.to(), deposit.message());
    }
    messages_.answer(who, PvmOk);
}

// ---- other tasks

void registry::take_signal(const asker& who, const task_request& message) {
    const auto& wanted = message.signal();
    if (!has_task_form(wanted.tid()) || wanted.signal() < 0 || wanted.signal() >= NSIG)
        return messages_.answer(who, PvmBadParam);
    if (tasks_.find_alive(wanted.tid()) != nullptr) effects_.signal(wanted.tid(), wanted.signal());
    messages_.answer(who, PvmOk);
}

void registry::take_task_status(const asker& who, const task_request& message) {
    const tid wanted = message.task_status().tid();
    if (!has_task_form(wanted)) return messages_.answer(who, PvmBadParam);
    messages_.answer(who, tasks_.find_alive(wanted) != nullptr ? PvmOk : PvmNoTask);
}

void registry::take_list_tasks(const asker& who, const task_request& message) {
    const tid where = message.list_tasks().where();
    if (where != 0 && !hosts_.contains(host_of(where))) return messages_.answer(who, PvmNoHost);
    if (where != 0 && !has_host_form(where) && !has_task_form(where)) return messages_.answer(who, PvmBadParam);
    pvm3::wire::Answer result;
    for (const auto* listed : tasks_.visible()) {
        if (where != 0 && where != listed->id && where != daemon_tid(listed->host)) continue;
        auto& entry = *result.add_tasks();
        entry.set_tid(listed->id);
        entry.set_parent(listed->parent > 0 ? static_cast<tid>(listed->parent) : 0);
        entry.set_host(daemon_tid(listed->host));
        entry.set_flag(flags_of(*listed) | roles_.task_flags(listed->id));
        entry.set_program(listed->program);
        entry.set_pid(listed->pid);
    }
    messages_.answer(who, std::move(result));
}

void registry::take_reset(const asker& who, const task_request& /*message*/) {
    std::vector<tid> kept{who.task};
    for (const auto& entry : info_.messages(PVMNORESETCLASS))
        if (const auto named = reader_of(entry).integer())
            if (tasks_.find_alive(static_cast<tid>(*named)) != nullptr) kept.push_back(static_cast<tid>(*named));
    std::set<tid> kept_processes;
    for (const tid each : kept)
        kept_processes.insert(tasks_.find(each)->process);
    std::set<tid> ended;
    for (const auto* each : tasks_.visible())
        if (!kept_processes.contains(each->process)) ended.insert(each->process);
    for (const tid process : ended)
        effects_.signal(process, SIGTERM);
    info_.reset(kept);
    messages_.answer(who, PvmOk);
}

}  // namespace banyan::daemon::pvm

// Tasks with a role: registration, and what taskers and resource managers tell the daemons. The messages are those of
// PVM 3.4 (pvmproto.h; manual pages pvm_reg_tasker, pvm_reg_hoster, pvm_reg_rm), in XDR.
#include <fmt/format.h>

#include <algorithm>

#include "daemon/pvm/codes.hpp"
#include "daemon/pvm/execution_order.hpp"
#include "daemon/pvm/registry.hpp"
#include "daemon/pvm/service_message.hpp"
#include "daemon/pvm/tids.hpp"
#include "pvm3/pvmproto.h"

namespace banyan::daemon::pvm {

// ---- registration

void registry::take_role(const asker& who, const task_request& message) {
    const auto& wanted = message.take_role();
    const auto role = wanted.role();
    if (role == pvm3::wire::HOSTER && host_of(who.task) != hosts_.first().number)
        return messages_.answer(who, PvmHostrNMstr);
    const auto changed = roles_.toggle(role, who.task, wanted.tracer());
    if (changed.status < 0) return messages_.answer(who, changed.status);
    if (changed.old_entry >= 0) info_.remove(who.task, roles::entry_name(role), changed.old_entry);
    if (changed.has_role) name_role(who.task, wanted);
    if (role == pvm3::wire::MANAGER) return answer_manager(who, changed.previous);
    messages_.answer(who, PvmOk);
}

// Other tasks find the task by the mailbox.
void registry::name_role(tid task, const pvm3::wire::TakeRole& taken) {
    pvm3::xdr_writer body;
    body.add(static_cast<int>(task));
    if (taken.role() == pvm3::wire::TRACER) {
        const auto& facts = taken.tracer();
        body.add(facts.trace_context()).add(facts.trace_tag()).add(facts.output_context()).add(facts.output_tag());
        body.add_text(facts.mask()).add(facts.buffer()).add(facts.options());
    }
    pvm3::wire::PutInfo entry;
    entry.set_name(roles::entry_name(taken.role()));
    entry.set_flags(taken.role() == pvm3::wire::TRACER ? PvmMboxDefault : PvmMboxMultiInstance);
    *entry.mutable_message() = service_message(0, 0, body);
    std::vector<info_store::reply> replies;
    const int index = info_.put(task, entry, replies);
    if (index >= 0) roles_.note_entry(taken.role(), task, index);
    for (const auto& reply : replies)
        answer_info(reply);
}

void registry::answer_manager(const asker& who, tid previous) {
    pvm3::wire::Answer result;
    result.set_status(static_cast<int>(previous));
    describe_host(hosts_.first(), *result.add_hosts());
    messages_.answer(who, std::move(result));
}

// ---- messages to daemons

void registry::take_to_daemon(const asker& who, const task_request& message) {
    const auto& sent = message.to_daemon().message();
    const tid daemon = message.to_daemon().host();
    const auto on = daemon == 0 ? host_of(who.task) : host_of(daemon);
    switch (sent.tag()) {
        case SM_EXEC:
            return execute(who.task, on, sent);
        case SM_ADD:
            return add_for_manager(who.task, sent);
        case SM_TASKX:
            return take_task_end(who.task, sent);
        case SM_STHOSTACK:
            if (who.task == roles_.hoster()) host_requests_.take_hoster_results(sent);
            return;
        case SM_HANDOFF:
            if (const auto manager = reader_of(sent).integer()) roles_.set_manager(on, static_cast<tid>(*manager));
            return;
        default:
            effects_.log(
                fmt::format("t{:x} has sent a message with the tag {} that no daemon takes", who.task, sent.tag()));
    }
}

void registry::log_incomplete(tid from, const char* what) {
    effects_.log(fmt::format("the message {} of t{:x} is not complete", what, from));
}

// ---- resource managers

void registry::execute(tid manager, std::uint32_t number, const pvm3::wire::Message& order) {
    const auto read = read_execution_order(order);
    if (!read) return log_incomplete(manager, "SM_EXEC");
    const auto& [parent, spawn] = *read;
    const auto count = static_cast<std::size_t>(std::min(spawn.count(), most_spawned));
    const auto spawner_tid = tasks_.find_alive(static_cast<tid>(parent)) ? static_cast<tid>(parent) : manager;
    const auto& spawner = *tasks_.find(spawner_tid);
    sibling_sets::spawner by{{manager, 0}, spawner.process, true, spawner_tid != manager};
    by.teller = spawner_tid;
    by.context = order.context();
    by.wait_id = order.wait_id();
    std::vector<tid> added;
    if (hosts_.contains(number)) added = add_processes(spawner_tid, spawn, std::vector(count, number));
    std::vector<int> failures(count - added.size(), hosts_.contains(number) ? PvmOutOfRes : PvmNoHost);
    if (added.empty()) return acknowledge_execution(by, failures);
    for (const tid each : added) {
        tasks_.find(each)->manager = manager;
        remember(each, {manager});
    }
    output_.hold_end(spawner.process);
    add_siblings(by, added, std::move(failures));
    start_processes(added, spawn, spawner);
}

void registry::acknowledge_execution(const sibling_sets::spawner& by, const std::vector<int>& results) {
    pvm3::xdr_writer body;
    body.add(static_cast<int>(results.size())).add(results);
    messages_.send_system(by.who.task, SM_EXECACK, body, by.context, by.wait_id);
}

void registry::take_tell_siblings(const asker& who, const task_request& message) {
    const auto& tids = message.tell_siblings().tids();
    const std::vector<tid> siblings(tids.begin(), tids.end());
    for (const auto& waiting : siblings_.tell(siblings))
        messages_.answer_tids(waiting, siblings);
    messages_.answer(who, PvmOk);
}

// A task that was started by hand has its host's resource manager.
void registry::tell_manager(task& enrolled) {
    if (enrolled.forked) return;
    enrolled.manager = roles_.manager_of(enrolled.host);
    if (enrolled.manager != 0)
        messages_.send_system(enrolled.manager, SM_EXECACK,
                              pvm3::xdr_writer().add(1).add(static_cast<int>(enrolled.id)));
}

void registry::tell_manager_of_end(const task& ended) {
    if (ended.manager == 0 || ended.manager == ended.id) return;
    const int values[] = {static_cast<int>(ended.id), ended.exit_status, 0, 0, 0, 0};
    messages_.send_system(ended.manager, SM_TASKX, pvm3::xdr_writer().add(values));
}

// ---- taskers

void registry::start_processes(const std::vector<tid>& added, const pvm3::wire::Spawn& spawn, const task& spawner) {
    int instance = 0;
    for (const tid each : added) {
        auto order = order_of(each, spawn, spawner);
        const auto on_host = std::ranges::count_if(added, [&](tid other) { return host_of(other) == order.host; });
        order.place = {instance++, static_cast<int>(on_host), static_cast<int>(added.size())};
        const tid tasker = roles_.tasker_of(order.host);
        if (tasker != 0 && tasks_.is_enrolled(tasker))
            start_by_tasker(tasker, order);
        else
            effects_.start(order);
    }
}

// SM_STTASK. The tasker answers nothing: the process enrols, or the tasker sends SM_TASKX.
void registry::start_by_tasker(tid tasker, const start_order& order) {
    const auto facts = effects_.find_program_of(order);
    if (facts.path.empty()) return not_started(order.task, PvmNoFile);
    tasks_.find(order.task)->tasker = tasker;
    if (facts.search_list.empty()) return order_tasker(order, facts);
    searches_[order.task] = {order, facts};
    pvm3::wire::ToPvmTask question;
    auto& wanted = *question.mutable_find_program();
    wanted.set_task(order.task);
    wanted.set_program(facts.path);
    wanted.set_search_list(facts.search_list);
    wanted.set_directory(order.directory);
    messages_.send(tasker, question);
}

void registry::take_program_found(const asker& who, const task_request& message) {
    const tid task = message.program_found().task();
    const auto* waiting = tasks_.find(task);
    const auto found = searches_.find(task);
    if (found == searches_.end() || waiting == nullptr || waiting->tasker != who.task)
        return messages_.answer(who, PvmNotFound);
    auto [order, facts] = std::move(found->second);
    searches_.erase(found);
    facts.path = message.program_found().path();
    facts.path.empty() ? not_started(task, PvmNoFile) : order_tasker(order, facts);
    messages_.answer(who, PvmOk);
}

void registry::order_tasker(const start_order& order, const program_facts& facts) {
    auto& started = *tasks_.find(order.task);
    std::vector<std::string> arguments{facts.path};
    arguments.insert(arguments.end(), order.arguments.begin(), order.arguments.end());
    pvm3::xdr_writer body;
    body.add(static_cast<int>(order.task)).add(order.flags).add_text(facts.path);
    body.add_texts(arguments).add_texts(facts.environment);
    body.add(order.place.instance).add(order.place.on_host).add(order.place.of);
    messages_.send_system(started.tasker, SM_STTASK, body);
    confirm_started(started);
}

void registry::take_task_end(tid tasker, const pvm3::wire::Message& told) {
    auto body = reader_of(told);
    const auto ended = body.integer(), status = body.integer();
    if (!ended || !status) return log_incomplete(tasker, "SM_TASKX");
    auto* task = tasks_.find(static_cast<tid>(*ended));
    if (task == nullptr || task->tasker != tasker) return;
    task->exit_status = *status;
    process_ended(task->id);
}

// Its tasks run on. Those that have not enrolled cannot be heard of any more.
void registry::forget_tasker(tid tasker) {
    std::vector<tid> started;
    for (const auto* each : tasks_.all())
        if (each->tasker == tasker) started.push_back(each->id);
    for (const tid id : started) {
        auto& orphan = *tasks_.find(id);
        orphan.tasker = 0;
        if (searches_.erase(id) != 0) {
            not_started(id, PvmSysErr);
            continue;
        }
        if (orphan.state != task_state::enrolled) {
            process_ended(id);
            continue;
        }
        output_.ended(id);
        orphan.forked = false;  // its connection tells its end
    }
}

}  // namespace banyan::daemon::pvm

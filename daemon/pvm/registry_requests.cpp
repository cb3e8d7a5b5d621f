// Requests about notify, contexts, the mailbox and groups.
#include <algorithm>

#include "daemon/pvm/codes.hpp"
#include "daemon/pvm/registry.hpp"
#include "daemon/pvm/tids.hpp"

namespace banyan::daemon::pvm {

// Null for a message that is empty or not a request of an enrolled task.
registry::handler registry::handler_of(const task_request& message) {
    static const std::map<task_request::KindCase, handler> handlers{
        {task_request::kPublish, &registry::take_publish},
        {task_request::kExit, &registry::take_exit},
        {task_request::kLocate, &registry::take_locate},
        {task_request::kDeposit, &registry::take_deposit},
        {task_request::kSpawn, &registry::take_spawn},
        {task_request::kSignal, &registry::take_signal},
        {task_request::kTaskStatus, &registry::take_task_status},
        {task_request::kHostStatus, &registry::take_host_status},
        {task_request::kListTasks, &registry::take_list_tasks},
        {task_request::kListHosts, &registry::take_list_hosts},
        {task_request::kAddHosts, &registry::take_add_hosts},
        {task_request::kDeleteHosts, &registry::take_delete_hosts},
        {task_request::kHalt, &registry::take_halt},
        {task_request::kNotify, &registry::take_notify},
        {task_request::kSiblings, &registry::take_siblings},
        {task_request::kNewContext, &registry::take_new_context},
        {task_request::kFreeContext, &registry::take_free_context},
        {task_request::kSettings, &registry::take_settings},
        {task_request::kPutInfo, &registry::take_put_info},
        {task_request::kReceiveInfo, &registry::take_receive_info},
        {task_request::kDeleteInfo, &registry::take_delete_info},
        {task_request::kListInfo, &registry::take_list_info},
        {task_request::kJoinGroup, &registry::take_join_group},
        {task_request::kLeaveGroup, &registry::take_leave_group},
        {task_request::kGroupBarrier, &registry::take_group_barrier},
        {task_request::kGroupMembers, &registry::take_group_members},
        {task_request::kFreezeGroup, &registry::take_freeze_group},
        {task_request::kReset, &registry::take_reset},
        {task_request::kTakeRole, &registry::take_role},
        {task_request::kToDaemon, &registry::take_to_daemon},
        {task_request::kTellSiblings, &registry::take_tell_siblings},
        {task_request::kTickle, &registry::take_tickle},
        {task_request::kProgramFound, &registry::take_program_found},
    };
    const auto found = handlers.find(message.kind_case());
    return found == handlers.end() ? nullptr : found->second;
}

// ---- the virtual machine

void registry::take_halt(const asker& who, const task_request& /*message*/) {
    messages_.answer(who, PvmOk);
    effects_.halt();
}

// ---- notify

void registry::take_notify(const asker& who, const task_request& message) {
    const auto& wanted = message.notify();
    const int kind = wanted.what() & ~PvmNotifyCancel;
    const bool of_tasks = kind == PvmTaskExit || kind == PvmRouteDelete;
    const notifications::order order{who.task, wanted.tag(), wanted.context(), kind == PvmRouteDelete};
    const auto is_allowed = [&](tid id) { return has_task_form(id) || kind == PvmHostDelete; };  // as in PVM
    if (kind == PvmHostAdd) {
        if (wanted.count() < -1) return messages_.answer(who, PvmBadParam);
        notifications_.watch_additions(order, kind == wanted.what() ? wanted.count() : 0);
    } else if ((of_tasks || kind == PvmHostDelete) && wanted.count() >= 1 && wanted.count() == wanted.tids_size() &&
               std::ranges::all_of(wanted.tids(), is_allowed)) {
        watch(wanted, order);
    } else {
        return messages_.answer(who, PvmBadParam);
    }
    messages_.answer(who, PvmOk);
}

// Two tasks can send to each other directly as long as both exist, so the route to a task ends with the task.
void registry::watch(const pvm3::wire::Notify& wanted, const notifications::order& order) {
    const bool cancels = (wanted.what() & PvmNotifyCancel) != 0;
    const bool of_tasks = (wanted.what() & ~PvmNotifyCancel) != PvmHostDelete;
    for (const tid watched : wanted.tids()) {
        if (cancels)
            messages_.deliver(of_tasks ? notifications_.cancel_task(watched, order)
                                       : notifications_.cancel_host(watched, order));
        else if (of_tasks)
            watch_task(watched, order);
        else
            watch_host(watched, order);
    }
}

// What has ended already or never existed is told at once, so that a notify after a spawn misses nothing.
void registry::watch_task(tid watched, const notifications::order& order) {
    if (tasks_.find_alive(watched) != nullptr)
        notifications_.watch_task(watched, order);
    else
        messages_.deliver({notifications::task_notice(watched, order)});
}

void registry::watch_host(tid watched, const notifications::order& order) {
    if (hosts_.contains(host_of(watched)))
        notifications_.watch_host(watched, order);
    else
        messages_.deliver({notifications::host_notice(watched, order)});
}

// ---- contexts

void registry::take_new_context(const asker& who, const task_request& /*message*/) {
    messages_.answer(who, contexts_.make(host_of(who.task), who.task));
}

void registry::take_free_context(const asker& who, const task_request& message) {
    messages_.answer(who, contexts_.free(message.free_context().context(), who.task));
}

// ---- mailbox

void registry::take_put_info(const asker& who, const task_request& message) {
    std::vector<info_store::reply> replies;
    messages_.answer(who, info_.put(who.task, message.put_info(), replies));
    for (const auto& reply : replies)
        answer_info(reply);
}

void registry::take_receive_info(const asker& who, const task_request& message) {
    if (const auto reply = info_.receive(who, message.receive_info())) answer_info(*reply);
}

void registry::answer_info(const info_store::reply& reply) {
    pvm3::wire::Answer result;
    result.set_status(reply.status);
    if (reply.status >= 0) *result.mutable_message() = reply.message;
    messages_.answer(reply.to, std::move(result));
}

void registry::take_delete_info(const asker& who, const task_request& message) {
    const auto& info = message.delete_info();
    messages_.answer(who, info_.remove(who.task, info.name(), info.index(), info.if_ended()));
}

void registry::take_list_info(const asker& who, const task_request& message) {
    pvm3::wire::Answer result;
    result.set_status(info_.list(message.list_info().pattern(), result));
    messages_.answer(who, std::move(result));
}

// ---- groups

void registry::take_join_group(const asker& who, const task_request& message) {
    messages_.answer(who, groups_.join(message.join_group().group(), who.task));
}

void registry::take_leave_group(const asker& who, const task_request& message) {
    groups::replies released;
    messages_.answer(who, groups_.leave(message.leave_group().group(), who.task, released));
    answer_group(released);
}

void registry::take_group_barrier(const asker& who, const task_request& message) {
    answer_group(groups_.barrier(message.group_barrier().group(), who, message.group_barrier().count()));
}

void registry::take_freeze_group(const asker& who, const task_request& message) {
    answer_group(groups_.freeze(message.freeze_group().group(), who, message.freeze_group().size()));
}

void registry::take_group_members(const asker& who, const task_request& message) {
    const auto members = groups_.members_of(message.group_members().group());
    pvm3::wire::Answer result;
    result.set_status(members.status);
    add_members(who, members, result);
    messages_.answer(who, std::move(result));
}

// The library of the task keeps the members of a frozen group.
void registry::add_members(const asker& who, const groups::members& of_group, pvm3::wire::Answer& result) {
    result.mutable_tids()->Add(of_group.tids.begin(), of_group.tids.end());
    result.set_frozen(of_group.frozen);
    if (!of_group.frozen) return;
    for (const tid member : of_group.tids)
        remember(who.task, {member});
}

void registry::answer_group(const groups::replies& replies) {
    for (const auto& reply : replies) {
        pvm3::wire::Answer result;
        result.set_status(reply.status);
        if (!reply.frozen_group.empty()) add_members(reply.to, groups_.members_of(reply.frozen_group), result);
        messages_.answer(reply.to, std::move(result));
    }
}

}  // namespace banyan::daemon::pvm

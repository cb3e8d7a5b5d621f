// pvm_spawn, pvm_kill, pvm_sendsig, pvm_pstat, pvm_tasks, pvmreset.
#include <sys/stat.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <deque>
#include <string>
#include <vector>

#include "libnet/pvm3/api_call.hpp"
#include "libnet/pvm3/enrolment.hpp"
#include "libnet/pvm3/export_list.hpp"
#include "libnet/pvm3/extra_symbols.hpp"
#include "libnet/pvm3/library.hpp"
#include "libnet/pvm3/manager_requests.hpp"
#include "libnet/pvm3/manager_spawn.hpp"
#include "libnet/pvm3/receiving.hpp"
#include "libnet/pvm3/setting_messages.hpp"
#include "pvm3/pvm3.h"
#include "pvm3/pvmproto.h"

namespace banyan::pvm3 {
namespace {

wire::ToService spawn_request(const char* program, char** arguments, int flags, const char* where, int count) {
    wire::ToService request;
    auto& spawn = *request.mutable_spawn();
    spawn.set_program(program);
    for (; arguments && *arguments; ++arguments)
        spawn.add_arguments(*arguments);
    spawn.set_flags(flags);
    if (where) spawn.set_where(where);
    spawn.set_count(count);
    const mode_t mask = ::umask(0);
    ::umask(mask);
    spawn.set_umask(mask);
    for (const auto& setting : exported_settings())
        spawn.add_environment(setting);
    return request;
}

int send_signal(int tid, int number) {
    wire::ToService request;
    request.mutable_signal()->set_tid(static_cast<std::uint32_t>(tid));
    request.mutable_signal()->set_signal(number);
    return this_task().call(std::move(request)).status();
}

/// The list of the last call of pvm_tasks.
struct task_list {
    std::vector<pvmtaskinfo> entries;
    std::deque<std::string> names;  // their addresses stay
};

void add_task(task_list& list, int tid, int parent, int host, int flag, const std::string& program, int pid) {
    auto& name = list.names.emplace_back(program);
    list.entries.push_back({tid, parent, host, flag, name.data(), pid});
}

// SM_TASK: 0 or an error code, then tasks until the end.
int read_tasks(const manager_answer& answered, task_list& list) {
    xdr_reader answer = answered.reader();
    const int code = answer.integer().value_or(PvmBadMsg);
    if (code < 0) return code;
    list = {};
    while (!answer.at_end()) {
        const auto tid = answer.integer(), parent = answer.integer(), host = answer.integer(), flag = answer.integer();
        const auto program = answer.text();
        const auto pid = answer.integer();
        if (!flag || !program || !pid) return PvmBadMsg;
        add_task(list, *tid, *parent, *host, *flag, *program, *pid);
    }
    return PvmOk;
}

int list_tasks(int where, task_list& list) {
    if (const auto answer = ask_manager(SM_TASK, xdr_writer().add(where))) return read_tasks(*answer, list);
    wire::ToService request;
    request.mutable_list_tasks()->set_where(static_cast<std::uint32_t>(where));
    const auto answer = ask_service(std::move(request));
    if (answer.status() < 0) return answer.status();
    list = {};
    for (const auto& task : answer.tasks())
        add_task(list, static_cast<int>(task.tid()), static_cast<int>(task.parent()), static_cast<int>(task.host()),
                 task.flag(), task.program(), task.pid());
    return PvmOk;
}

int reset_tasks() {
    wire::ToService request;
    request.mutable_reset();
    return this_task().call(std::move(request)).status();
}

// An entry that another task has removed meanwhile is no error.
int delete_info(const std::string& name, int index) {
    wire::ToService request;
    request.mutable_delete_info()->set_name(name);
    request.mutable_delete_info()->set_index(index);
    request.mutable_delete_info()->set_if_ended(true);
    const int status = this_task().call(std::move(request)).status();
    return status >= 0 || status == PvmNotFound ? PvmOk : status;
}

// Removes entries of the mailbox whose owners have ended. `name` may be null: all names; `index` may be -1: all.
int delete_orphans(const char* name, int index) {
    wire::ToService request;
    request.mutable_list_info();
    const auto answer = this_task().call(std::move(request));
    for (const auto& entry : answer.entries()) {
        for (int i = 0; i < entry.indices_size(); ++i) {
            const bool is_meant = (!name || entry.name() == name) && (index == -1 || entry.indices(i) == index);
            if (entry.owners(i) != 0 || !is_meant) continue;
            if (const int failed = delete_info(entry.name(), entry.indices(i))) return failed;
        }
    }
    return answer.status();
}

}  // namespace
}  // namespace banyan::pvm3

using namespace banyan::pvm3;

int pvm_spawn(const char* program, char** arguments, int flags, const char* where, int count, int* tids) {
    const traced_call traced(TEV_SPAWN, [&](trace_record& event) {
        event.add_text(TEV_DID_SE, text_of(program))
            .add_text(TEV_DID_SW, text_of(where))
            .add(TEV_DID_SF, flags)
            .add(TEV_DID_SC, count);
    });
    const int started = guarded("pvm_spawn", [&]() -> int {
        if (!program || !*program || count < 1) return PvmBadParam;
        if (const char* more = std::getenv("PVMTASK")) flags |= pvmstrtoi(more);
        if (const auto result = spawn_by_manager(program, arguments, flags, where, count)) {
            if (tids) std::copy(result->tids.begin(), result->tids.end(), tids);
            return result->status;
        }
        auto request = spawn_request(program, arguments, flags, where, count);
        auto& task = this_task();
        *request.mutable_spawn()->mutable_inherited() = inherited_settings(flags);
        const auto answer = task.call(std::move(request));
        if (tids) std::copy_n(answer.tids().begin(), std::min(count, answer.tids_size()), tids);
        return answer.status();
    });
    return traced.exit(started, [&](trace_record& event) {
        event.add(TEV_DID_CC, started).add(TEV_DID_STL, array_of(tids, started));
    });
}

int pvm_sendsig(int tid, int number) {
    const traced_call traced(TEV_SENDSIG,
                             [&](trace_record& event) { event.add(TEV_DID_TT, tid).add(TEV_DID_SN, number); });
    return traced.exit(
        guarded("pvm_sendsig", [&]() -> int { return tid <= 0 ? PvmBadParam : send_signal(tid, number); }));
}

int pvm_kill(int tid) {
    const traced_call traced(TEV_KILL, [&](trace_record& event) { event.add(TEV_DID_TT, tid); });
    return traced.exit(
        guarded("pvm_kill", [&]() -> int { return tid <= 0 ? PvmBadParam : send_signal(tid, SIGTERM); }));
}

int pvm_pstat(int tid) {
    const traced_call traced(TEV_PSTAT, [&](trace_record& event) { event.add(TEV_DID_TT, tid); });
    return traced.exit(guarded("pvm_pstat",
                               [&]() -> int {
                                   if (tid <= 0) return PvmBadParam;
                                   wire::ToService request;
                                   request.mutable_task_status()->set_tid(static_cast<std::uint32_t>(tid));
                                   return ask_service(std::move(request)).status();
                               },
                               {PvmNoTask}),
                       TEV_DID_TST);
}

int pvm_tasks(int where, int* count, pvmtaskinfo** tasks) {
    const traced_call traced(TEV_TASKS, [&](trace_record& event) { event.add(TEV_DID_TW, where); });
    static task_list list;
    const int code = guarded("pvm_tasks", [&]() -> int {
        if (where < 0) return PvmNoHost;
        if (const int failed = list_tasks(where, list)) return failed;
        if (count) *count = static_cast<int>(list.entries.size());
        if (tasks) *tasks = list.entries.data();
        return PvmOk;
    });
    return traced.exit(code, [&](trace_record& event) {
        event.add(TEV_DID_CC, code).add(TEV_DID_TNT, code < 0 ? 0 : static_cast<int>(list.entries.size()));
    });
}

int pvmreset(int, int kill_tasks, const char* name, int index) {
    return guarded("pvmreset", [&] { return kill_tasks ? reset_tasks() : delete_orphans(name, index); });
}

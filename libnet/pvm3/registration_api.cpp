// Calls about roles that tasks take in the virtual machine: pvm_reg_tasker, pvm_reg_hoster, pvm_reg_rm, pvm_reg_tracer;
// and pvm_tickle, pvm_getnoresets.
#include <algorithm>
#include <string>
#include <vector>

#include "libnet/pvm3/api_call.hpp"
#include "libnet/pvm3/enrolment.hpp"
#include "libnet/pvm3/manager_requests.hpp"
#include "pvm3/pvm3.h"
#include "pvm3/pvmproto.h"

namespace banyan::pvm3 {
namespace {

int take_role(wire::Role role) {
    wire::ToService request;
    request.mutable_take_role()->set_role(role);
    return this_task().call(std::move(request)).status();
}

/// The host that pvm_reg_rm has told last.
struct told_host {
    std::string name, architecture;
    pvmhostinfo facts{};
};

pvmhostinfo* keep(int tid, std::string name, std::string architecture, int speed, int data_signature) {
    static told_host& kept = *new told_host;
    kept.name = std::move(name);
    kept.architecture = std::move(architecture);
    kept.facts = {tid, kept.name.data(), kept.architecture.data(), speed, data_signature};
    return &kept.facts;
}

int register_manager(pvmhostinfo** host) {
    wire::ToService request;
    request.mutable_take_role()->set_role(wire::MANAGER);
    const auto answer = this_task().call(std::move(request));
    if (answer.status() < 0 || answer.hosts().empty()) return answer.status();
    const auto& first = answer.hosts(0);
    auto* const facts =
        keep(static_cast<int>(first.tid()), first.name(), first.architecture(), first.speed(), first.data_signature());
    if (host) *host = facts;
    return answer.status();
}

// The entry of the mailbox of a task whose manager has agreed to it. The service makes those of other managers.
void name_manager() {
    wire::ToService request;
    auto& entry = *request.mutable_put_info();
    entry.set_name(PVMRMCLASS);
    entry.set_flags(PvmMboxMultiInstance);
    entry.mutable_message()->set_encoding(xdr_encoding);
    entry.mutable_message()->set_body(xdr_writer().add(this_task().tid()).body());
    this_task().call(std::move(request));
}

// The present manager decides about its successor. What it answers is the code and the first host.
int ask_to_succeed(const manager_answer& answered, pvmhostinfo** host) {
    xdr_reader answer = answered.reader();
    const auto code = answer.integer();
    if (!code) return PvmBadMsg;
    if (*code < 0) return *code;
    name_manager();
    const auto tid = answer.integer();
    const auto name = answer.text(), architecture = answer.text();
    const auto speed = answer.integer();
    if (!tid || !name || !architecture || !speed) return *code;
    auto* const facts = keep(*tid, *name, *architecture, *speed, 0);
    if (host) *host = facts;
    return *code;
}

// The entries of the mailbox that name tasks without reset.
int receive_named_tasks(std::vector<int>& tids) {
    wire::ToService request;
    request.mutable_list_info()->set_pattern("^" PVMNORESETCLASS "$");
    const auto listed = this_task().call(std::move(request));
    if (listed.status() < 0 || listed.entries().empty()) return listed.status();
    for (const int index : listed.entries(0).indices()) {
        wire::ToService wanted;
        wanted.mutable_receive_info()->set_name(PVMNORESETCLASS);
        wanted.mutable_receive_info()->set_index(index);
        const auto answer = this_task().call(std::move(wanted));
        if (answer.status() < 0) continue;  // its task has ended meanwhile
        xdr_reader body(answer.message().body(), byte_order_of(answer.message().encoding()));
        if (const auto tid = body.integer()) tids.push_back(*tid);
    }
    return PvmOk;
}

}  // namespace
}  // namespace banyan::pvm3

using namespace banyan::pvm3;

int pvm_reg_tasker() {
    return guarded("pvm_reg_tasker", [] {
        this_task().keep_variables();
        return take_role(wire::TASKER);
    });
}

int pvm_reg_hoster() {
    return guarded("pvm_reg_hoster", [] { return take_role(wire::HOSTER); });
}

int pvm_reg_rm(pvmhostinfo** host) {
    return guarded("pvm_reg_rm", [&]() -> int {
        if (const auto answer = ask_manager(SM_SCHED, xdr_writer())) return ask_to_succeed(*answer, host);
        return register_manager(host);
    });
}

int pvm_reg_tracer(int trace_context, int trace_tag, int output_context, int output_tag, const char* mask, int buffer,
                   int options) {
    return guarded("pvm_reg_tracer", [&]() -> int {
        wire::ToService request;
        request.mutable_take_role()->set_role(wire::TRACER);
        auto& tracer = *request.mutable_take_role()->mutable_tracer();
        tracer.set_trace_context(trace_context);
        tracer.set_trace_tag(trace_tag);
        tracer.set_output_context(output_context);
        tracer.set_output_tag(output_tag);
        if (mask) tracer.set_mask(mask);
        tracer.set_buffer(buffer);
        tracer.set_options(options);
        return this_task().call(std::move(request)).status();
    });
}

int pvm_tickle(int count, const int* arguments, int* result_count, int* results) {
    const traced_call traced(TEV_TICKLE,
                             [&](trace_record& event) { event.add(TEV_DID_TA, array_of(arguments, count)); });
    int told = 0;
    const int code = guarded("pvm_tickle", [&]() -> int {
        constexpr int most_arguments = 10;
        if (count < 1 || count > most_arguments || !arguments) return PvmBadParam;
        wire::ToService request;
        request.mutable_tickle()->mutable_arguments()->Add(arguments, arguments + count);
        const auto answer = this_task().call(std::move(request));
        if (answer.status() < 0) return answer.status();
        told = answer.tids_size();
        if (result_count) *result_count = told;
        if (results) std::copy(answer.tids().begin(), answer.tids().end(), results);
        return PvmOk;
    });
    return traced.exit(
        code, [&](trace_record& event) { event.add(TEV_DID_CC, code).add(TEV_DID_TR, array_of(results, told)); });
}

int pvm_getnoresets(int** tids, int* count) {
    return guarded("pvm_getnoresets", [&]() -> int {
        static std::vector<int>& kept = *new std::vector<int>;
        kept.clear();
        if (const int failed = receive_named_tasks(kept)) return failed;
        if (tids) *tids = kept.data();
        if (count) *count = static_cast<int>(kept.size());
        return PvmOk;
    });
}

#include "libnet/pvm3/group_calls.h"

#include <cstdint>
#include <list>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "banyan/net/error.hpp"
#include "libnet/pvm3/api_call.hpp"
#include "libnet/pvm3/library.hpp"
#include "libnet/pvm3/receiving.hpp"

namespace banyan::pvm3 {
namespace {

// No program uses this context: those of programs have a host number in front.
constexpr int group_context = 0x7ffffffb;

// The members of groups that do not change any more. After another enrolment, groups with these names may have other
// members.
std::map<std::string, std::vector<int>>& frozen_groups() {
    static auto& groups = *new std::map<std::string, std::vector<int>>;
    static std::uint64_t known = 0;
    const auto enrolment = the_library().tid_changes;
    if (std::exchange(known, enrolment) != enrolment) groups.clear();
    return groups;
}

/// Runs a request about a group and returns its status.
template <class Body>
int with_group(const char* group, Body&& body) {
    if (!group || !*group) return PvmNullGroup;
    try {
        return body();
    } catch (const std::bad_alloc&) {
        return PvmNoMem;
    } catch (const net::error&) {
        return PvmSysErr;
    }
}

int status_of(wire::ToService request) {
    return ask_service(std::move(request)).status();
}

int fetch_members(const std::string& group, std::vector<int>& members) {
    if (const auto known = frozen_groups().find(group); known != frozen_groups().end()) {
        members = known->second;
        return PvmOk;
    }
    wire::ToService request;
    request.mutable_group_members()->set_group(group);
    const auto answer = ask_service(std::move(request));
    if (answer.status() < 0) return answer.status();
    members.assign(answer.tids().begin(), answer.tids().end());
    if (answer.frozen()) frozen_groups()[group] = members;
    return PvmOk;
}

// A reduction function of the program may call others.
std::list<traced_call>& running_calls() {
    static auto& calls = *new std::list<traced_call>;
    return calls;
}

int meaning_of_result(int event) {
    switch (event) {
        case TEV_GSIZE:
            return TEV_DID_GS;
        case TEV_GETINST:
            return TEV_DID_GI;
        case TEV_GETTID:
            return TEV_DID_GT;
        default:
            return TEV_DID_CC;
    }
}

// A code that answers a question about the group, such as PvmNoInst, is not reported.
int reported(const char* call, int code) {
    if (code >= 0 || code == PvmSysErr || code == PvmNoMem) return finish(call, code);
    return pvm_errno = code;
}

int end_call(int result) {
    auto& calls = running_calls();
    if (calls.empty()) return result;
    calls.back().exit(result, meaning_of_result(calls.back().event()));
    calls.pop_back();
    return result;
}

}  // namespace
}  // namespace banyan::pvm3

using namespace banyan::pvm3;

int banyan_pvm_group_join(const char* group) {
    return with_group(group, [&] {
        wire::ToService request;
        request.mutable_join_group()->set_group(group);
        return status_of(std::move(request));
    });
}

int banyan_pvm_group_leave(const char* group) {
    return with_group(group, [&] {
        wire::ToService request;
        request.mutable_leave_group()->set_group(group);
        frozen_groups().erase(group);
        return status_of(std::move(request));
    });
}

int banyan_pvm_group_barrier(const char* group, int count) {
    return with_group(group, [&] {
        wire::ToService request;
        request.mutable_group_barrier()->set_group(group);
        request.mutable_group_barrier()->set_count(count);
        return call_receiving(std::move(request)).status();
    });
}

int banyan_pvm_group_freeze(const char* group, int size) {
    return with_group(group, [&] {
        wire::ToService request;
        request.mutable_freeze_group()->set_group(group);
        request.mutable_freeze_group()->set_size(size);
        return call_receiving(std::move(request)).status();
    });
}

int banyan_pvm_group_members(const char* group, const int** tids, int* count) {
    return with_group(group, [&] {
        static std::vector<int> last;
        const int status = fetch_members(group, last);
        if (status < 0) return status;
        *tids = last.data();
        *count = static_cast<int>(last.size());
        return PvmOk;
    });
}

int banyan_pvm_enter_group_context() {
    const int earlier = the_library().context;
    the_library().set_context(group_context);
    return earlier;
}

void banyan_pvm_leave_group_context(int earlier) {
    the_library().set_context(earlier);
}

void banyan_pvm_begin(int event, const char* group, int meaning, int value) {
    running_calls().emplace_back(event, [group, meaning, value](trace_record& record) {
        record.add_text(TEV_DID_GN, text_of(group));
        if (meaning >= 0) record.add(meaning, value);
    });
}

int banyan_pvm_finish(const char* call, int code) {
    return end_call(finish(call, code));
}

int banyan_pvm_answer(const char* call, int code) {
    return end_call(reported(call, code));
}

int banyan_pvm_answer_with(const char* call, int code, int meaning, const int* values, int count) {
    const int result = reported(call, code);
    auto& calls = running_calls();
    if (calls.empty()) return result;
    calls.back().exit(
        result, [&](trace_record& event) { event.add(TEV_DID_CC, result).add(meaning, array_of(values, count)); });
    calls.pop_back();
    return result;
}

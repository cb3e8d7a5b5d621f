// The calls of libgpvm3 about membership: pvm_joingroup, pvm_lvgroup, pvm_barrier, pvm_bcast, pvm_gsize, pvm_getinst,
// pvm_gettid, pvm_freezegroup.
#include <algorithm>
#include <new>
#include <utility>
#include <vector>

#include "libnet/pvm3/group_calls.h"
#include "pvm3/pvm3.h"
#include "pvm3/pvmtev.h"

namespace {

/// The members of a group by instance number, 0 where there is none; or an error.
struct members {
    int status = 0;
    std::vector<int> tids{};
};

members members_of(const char* group) {
    const int* tids = nullptr;
    int count = 0;
    const int status = banyan_pvm_group_members(group, &tids, &count);
    if (status < 0) return {status};
    return {status, {tids, tids + count}};
}

int instance_of(const char* group, int tid) {
    const auto found = members_of(group);
    if (found.status < 0) return found.status;
    const int wanted = tid == -1 ? pvm_mytid() : tid;
    const auto at = std::find(found.tids.begin(), found.tids.end(), wanted);
    return wanted <= 0 || at == found.tids.end() ? PvmNotInGroup : static_cast<int>(at - found.tids.begin());
}

int size_of(const char* group) {
    const auto found = members_of(group);
    if (found.status < 0) return found.status;
    return static_cast<int>(std::count_if(found.tids.begin(), found.tids.end(), [](int tid) { return tid != 0; }));
}

int tid_of(const char* group, int instance) {
    const auto found = members_of(group);
    if (found.status < 0) return found.status;
    const auto index = static_cast<std::size_t>(instance);
    return index < found.tids.size() && found.tids[index] != 0 ? found.tids[index] : PvmNoInst;
}

// Sends to the members other than this task and sets `receivers` to them; to nothing after an error.
int broadcast(const char* group, int tag, std::vector<int>& receivers) {
    auto found = members_of(group);
    if (found.status < 0) return found.status;
    const int self = pvm_mytid();
    std::erase_if(found.tids, [self](int tid) { return tid == 0 || tid == self; });
    if (found.tids.empty()) return PvmNoInst;
    const int code = pvm_mcast(found.tids.data(), static_cast<int>(found.tids.size()), tag);
    if (code >= 0) receivers = std::move(found.tids);
    return code;
}

}  // namespace

int pvm_joingroup(const char* group) {
    banyan_pvm_begin(TEV_JOINGROUP, group, -1, 0);
    return banyan_pvm_answer("pvm_joingroup", banyan_pvm_group_join(group));
}

int pvm_lvgroup(const char* group) {
    banyan_pvm_begin(TEV_LVGROUP, group, -1, 0);
    return banyan_pvm_answer("pvm_lvgroup", banyan_pvm_group_leave(group));
}

int pvm_barrier(const char* group, int count) {
    banyan_pvm_begin(TEV_BARRIER, group, TEV_DID_GBC, count);
    return banyan_pvm_answer("pvm_barrier", banyan_pvm_group_barrier(group, count));
}

int pvm_freezegroup(const char* group, int size) {
    banyan_pvm_begin(-1, group, -1, 0);
    return banyan_pvm_answer("pvm_freezegroup", banyan_pvm_group_freeze(group, size));
}

int pvm_gsize(const char* group) {
    banyan_pvm_begin(TEV_GSIZE, group, -1, 0);
    return banyan_pvm_answer("pvm_gsize", size_of(group));
}

int pvm_getinst(const char* group, int tid) {
    banyan_pvm_begin(TEV_GETINST, group, TEV_DID_GT, tid);
    return banyan_pvm_answer("pvm_getinst", instance_of(group, tid));
}

int pvm_gettid(const char* group, int instance) {
    banyan_pvm_begin(TEV_GETTID, group, TEV_DID_GI, instance);
    return banyan_pvm_answer("pvm_gettid", tid_of(group, instance));
}

int pvm_bcast(const char* group, int tag) {
    banyan_pvm_begin(TEV_BCAST, group, TEV_DID_MC, tag);
    std::vector<int> receivers;
    const int code = broadcast(group, tag, receivers);
    return banyan_pvm_answer_with("pvm_bcast", code, TEV_DID_MDL, receivers.data(), static_cast<int>(receivers.size()));
}

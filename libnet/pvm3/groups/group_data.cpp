// The calls of libgpvm3 that move data: pvm_reduce, pvm_gather, pvm_scatter. They use messages with the tag of the
// caller, as PVM defines it, in a context of their own.
#include <algorithm>
#include <cstring>
#include <vector>

#include "libnet/pvm3/data_type.hpp"
#include "libnet/pvm3/group_calls.h"
#include "pvm3/pvm3.h"
#include "pvm3/pvmtev.h"

namespace {

using banyan::pvm3::bytes_of_type;

/// A call about the data of a whole group.
struct group_call {
    int status = 0;
    std::vector<int> tids{};  // by instance number, without holes
    int self = 0;             // tid
    int root = 0;             // tid
    std::size_t bytes = 0;    // of the data of one member

    [[nodiscard]] bool is_root() const { return self == root; }
};

/// As long as it exists, messages have the context of these calls, as in PVM 3.4. A receive of the program does not get
/// them, even if it asks for the same tag or for any tag, and the members may have different contexts.
class own_context {
  public:
    own_context() : earlier_(banyan_pvm_enter_group_context()) {}
    own_context(const own_context&) = delete;
    own_context& operator=(const own_context&) = delete;
    ~own_context() { banyan_pvm_leave_group_context(earlier_); }

  private:
    int earlier_;
};

int check(int count, int type, int tag, int root, const std::vector<int>& tids, int self) {
    if (count < 0 || tag < 0) return PvmBadParam;
    if (type == PVM_STR) return PvmNotImpl;
    if (bytes_of_type(type) == 0) return PvmBadParam;
    if (std::find(tids.begin(), tids.end(), 0) != tids.end()) return PvmNoInst;
    if (root < 0 || static_cast<std::size_t>(root) >= tids.size()) return PvmNoInst;
    return std::find(tids.begin(), tids.end(), self) == tids.end() ? PvmNotInGroup : PvmOk;
}

group_call begin(const char* group, int count, int type, int tag, int root) {
    group_call call;
    const int* tids = nullptr;
    int size = 0;
    call.status = banyan_pvm_group_members(group, &tids, &size);
    if (call.status < 0) return call;
    call.tids.assign(tids, tids + size);
    call.self = pvm_mytid();
    call.status = check(count, type, tag, root, call.tids, call.self);
    if (call.status < 0) return call;
    call.root = call.tids[static_cast<std::size_t>(root)];
    call.bytes = static_cast<std::size_t>(count) * bytes_of_type(type);
    return call;
}

int receive(int tid, int tag, void* data, int count, int type, std::size_t bytes) {
    int length = 0;
    const int status = pvm_precv(tid, tag, data, count, type, nullptr, nullptr, &length);
    if (status < 0) return status;
    return static_cast<std::size_t>(length) == bytes ? PvmOk : PvmMismatch;
}

// The data of the members are combined in the order of their instance numbers, so the result is always the same.
int reduce(const group_call& call, void (*combine)(int*, void*, void*, int*, int*), void* data, int count, int type,
           int tag) {
    if (!combine || (!data && call.bytes > 0)) return PvmBadParam;
    if (!call.is_root()) return pvm_psend(call.root, tag, data, count, type);
    std::vector<std::byte> arrived(call.bytes);
    for (const int tid : call.tids) {
        if (tid == call.self) continue;
        const int status = receive(tid, tag, arrived.data(), count, type, call.bytes);
        if (status < 0) return status;
        int failed = PvmOk;
        combine(&type, data, arrived.data(), &count, &failed);
        if (failed < 0) return failed;
    }
    return PvmOk;
}

int gather(const group_call& call, void* result, const void* data, int count, int type, int tag) {
    if (!call.is_root()) return pvm_psend(call.root, tag, data, count, type);
    if (!result && call.bytes > 0) return PvmBadParam;
    auto* place = static_cast<std::byte*>(result);
    for (const int tid : call.tids) {
        if (tid == call.self) {
            if (call.bytes > 0) std::memmove(place, data, call.bytes);
        } else if (const int status = receive(tid, tag, place, count, type, call.bytes); status < 0) {
            return status;
        }
        place += call.bytes;
    }
    return PvmOk;
}

int scatter(const group_call& call, void* result, const void* data, int count, int type, int tag) {
    if (!call.is_root()) return receive(call.root, tag, result, count, type, call.bytes);
    if (!data && call.bytes > 0) return PvmBadParam;
    const auto* piece = static_cast<const std::byte*>(data);
    for (const int tid : call.tids) {
        if (tid == call.self) {
            if (call.bytes > 0) std::memmove(result, piece, call.bytes);
        } else if (const int status = pvm_psend(tid, tag, piece, count, type); status < 0) {
            return status;
        }
        piece += call.bytes;
    }
    return PvmOk;
}

}  // namespace

int pvm_reduce(void (*combine)(int*, void*, void*, int*, int*), void* data, int count, int type, int tag,
               const char* group, int root) {
    banyan_pvm_begin(TEV_REDUCE, group, TEV_DID_MC, tag);
    const auto call = begin(group, count, type, tag, root);
    const own_context during_call;
    return banyan_pvm_finish("pvm_reduce",
                             call.status < 0 ? call.status : reduce(call, combine, data, count, type, tag));
}

int pvm_gather(void* result, void* data, int count, int type, int tag, const char* group, int root) {
    banyan_pvm_begin(TEV_GATHER, group, TEV_DID_MC, tag);
    const auto call = begin(group, count, type, tag, root);
    const own_context during_call;
    return banyan_pvm_finish("pvm_gather",
                             call.status < 0 ? call.status : gather(call, result, data, count, type, tag));
}

int pvm_scatter(void* result, void* data, int count, int type, int tag, const char* group, int root) {
    banyan_pvm_begin(TEV_SCATTER, group, TEV_DID_MC, tag);
    const auto call = begin(group, count, type, tag, root);
    const own_context during_call;
    return banyan_pvm_finish("pvm_scatter",
                             call.status < 0 ? call.status : scatter(call, result, data, count, type, tag));
}

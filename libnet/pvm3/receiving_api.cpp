// pvm_recv, pvm_nrecv, pvm_trecv, pvm_probe, pvm_precv.
#include <algorithm>
#include <cstring>
#include <utility>

#include "libnet/pvm3/api_call.hpp"
#include "libnet/pvm3/data_type.hpp"
#include "libnet/pvm3/enrolment.hpp"
#include "libnet/pvm3/library.hpp"
#include "libnet/pvm3/receiving.hpp"
#include "libnet/pvm3/time_limit.hpp"
#include "pvm3/pvm3.h"

namespace banyan::pvm3 {
namespace {

// Enrols, because the context may be that of the task that has spawned this one.
message_pattern pattern_of(int tid, int tag) {
    this_task();
    return {tid, tag, the_library().context};
}

// The message becomes the receive buffer, unless it is 0 or an error.
int active(int id) {
    return id > 0 ? the_library().buffers.receive(id) : id;
}

// Blocks until a message matches, and sets `taken` to it. The match function of the program may end this with an error.
// It does not choose among the messages of the library, such as those of pvm_reduce.
int receive_matching(const message_pattern& pattern, packed_message& taken) {
    auto& lib = the_library();
    if (!lib.match || pattern.context >= first_own_context) {
        taken = receive_message(pattern);
        return PvmOk;
    }
    const int id = receive_until(pattern, {});
    if (id < 0) return id;
    taken = std::move(lib.buffers.find(id)->message);
    return lib.buffers.free(id);
}

// The message in the memory of the program. What does not fit is dropped.
void copy_to(void* memory, std::size_t room, const packed_message& message) {
    const std::size_t bytes = std::min(room, message.body.size());
    if (bytes > 0) std::memcpy(memory, message.body.data(), bytes);
}

void add_wanted(trace_record& event, int tid, int tag) {
    event.add(TEV_DID_RST, tid).add(TEV_DID_RMC, tag).add(TEV_DID_RCX, the_library().context);
}

// A receive that has got no message has -1 everywhere.
void add_received(trace_record& event, int id) {
    const auto* buffer = id > 0 ? the_library().buffers.find(id) : nullptr;
    event.add(TEV_DID_MB, id).add(TEV_DID_MNB, buffer ? static_cast<int>(buffer->length()) : -1);
    event.add(TEV_DID_MC, buffer ? buffer->message.tag : -1).add(TEV_DID_MCX, the_library().context);
    event.add(TEV_DID_SRC, buffer ? buffer->message.source : -1);
}

}  // namespace
}  // namespace banyan::pvm3

using namespace banyan::pvm3;

int pvm_recv(int tid, int tag) {
    const traced_call traced(TEV_RECV, [&](trace_record& event) { add_wanted(event, tid, tag); });
    const int id = guarded("pvm_recv", [&]() -> int {
        if (the_library().in_handler()) return PvmBadParam;
        return active(receive_until(pattern_of(tid, tag), {}));
    });
    return traced.exit(id, [&](trace_record& event) { add_received(event, id); });
}

int pvm_nrecv(int tid, int tag) {
    const traced_call traced(TEV_NRECV, [&](trace_record& event) { add_wanted(event, tid, tag); });
    const int id = guarded("pvm_nrecv", [&]() -> int {
        if (the_library().in_handler()) return PvmBadParam;
        return active(receive_now(pattern_of(tid, tag)));
    });
    return traced.exit(id, [&](trace_record& event) { add_received(event, id); });
}

int pvm_trecv(int tid, int tag, struct timeval* limit) {
    const traced_call traced(TEV_TRECV, [&](trace_record& event) {
        add_wanted(event, tid, tag);
        event.add(TEV_DID_MTS, limit ? static_cast<int>(limit->tv_sec) : -1)
            .add(TEV_DID_MTU, limit ? static_cast<int>(limit->tv_usec) : -1);
    });
    const int id = guarded("pvm_trecv", [&]() -> int {
        if (the_library().in_handler()) return PvmBadParam;
        const auto until = limit ? deadline_of(*limit) : banyan::net::deadline();
        return active(receive_until(pattern_of(tid, tag), until));
    });
    return traced.exit(id, [&](trace_record& event) { add_received(event, id); });
}

int pvm_probe(int tid, int tag) {
    const traced_call traced(TEV_PROBE, [&](trace_record& event) { add_wanted(event, tid, tag); });
    return traced.exit(guarded("pvm_probe", [&]() -> int { return probe_now(pattern_of(tid, tag)); }));
}

int pvm_precv(int tid, int tag, void* memory, int count, int type, int* from, int* its_tag, int* its_count) {
    const traced_call traced(TEV_PRECV, [&](trace_record& event) {
        add_wanted(event, tid, tag);
        event.add_long(TEV_DID_PDA, address_of(memory)).add(TEV_DID_PC, count).add(TEV_DID_PDT, type);
    });
    packed_message taken;
    const int code = guarded("pvm_precv", [&]() -> int {
        const std::size_t bytes = bytes_of_type(type);
        if (type == PVM_STR) return PvmNotImpl;
        if (count < 0 || bytes == 0) return PvmBadParam;
        if (the_library().in_handler()) return PvmBadParam;
        packed_message message;
        if (const int failed = receive_matching(pattern_of(tid, tag), message); failed < 0) return failed;
        if (message.encoding != raw_encoding && !has_xdr_lengths(message.encoding)) return PvmBadMsg;
        copy_to(memory, static_cast<std::size_t>(count) * bytes, message);
        if (from) *from = message.source;
        if (its_tag) *its_tag = message.tag;
        if (its_count) *its_count = static_cast<int>(message.body.size());
        taken = std::move(message);
        return PvmOk;
    });
    return traced.exit(code, [&](trace_record& event) {
        event.add(TEV_DID_CC, code).add(TEV_DID_MNB, static_cast<int>(taken.body.size()));
        event.add(TEV_DID_MC, taken.tag).add(TEV_DID_MCX, the_library().context).add(TEV_DID_SRC, taken.source);
    });
}

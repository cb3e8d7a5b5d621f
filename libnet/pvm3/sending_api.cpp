// pvm_send, pvm_mcast, pvm_psend.
#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "libnet/pvm3/api_call.hpp"
#include "libnet/pvm3/data_type.hpp"
#include "libnet/pvm3/enrolment.hpp"
#include "libnet/pvm3/library.hpp"
#include "libnet/pvm3/receiving.hpp"
#include "pvm3/pvm3.h"
#include "pvm3/pvmproto.h"

namespace banyan::pvm3 {
namespace {

// A host or a group is none.
bool is_task(int tid) {
    return tid > 0 && (tid & TIDGID) == 0 && (tid & TIDLOCAL) != 0;
}

// The source is this task, also for a message that it has received or whose source pvm_setminfo has changed.
packed_message header_of(const packed_message& packed, int tag, int context) {
    packed_message head;
    head.tag = tag;
    head.context = context;
    head.wait_id = packed.wait_id;
    head.encoding = packed.encoding;
    return head;
}

int send_length() {
    const auto* buffer = the_library().buffers.send_buffer();
    return buffer ? static_cast<int>(buffer->length()) : 0;
}

// A task that has not enrolled has no route yet.
void note_routes(enrolled_task& task, std::span<const int> tids) {
    if (!the_library().routes.is_watching()) return;
    for (const int tid : tids)
        if (task.has_located(tid)) note_route(tid);
}

int send_buffer(message_buffer* buffer, std::span<const int> tids, int tag) {
    if (!buffer) return PvmNoBuf;
    const auto regions = buffer->regions();
    auto& task = this_task();
    for (const int tid : tids) {
        buffer->destination = tid;
        task.send(tid, header_of(buffer->message, tag, the_library().context), regions, tids.size() == 1);
    }
    task.hand_over();
    note_routes(task, tids);
    return PvmOk;
}

// A buffer with the encoding PvmDataTrace is an event of the program for the collector of its trace.
int send_user_event() {
    const auto* buffer = the_library().buffers.send_buffer();
    if (!buffer) return PvmNoBuf;
    auto& task = this_task();
    if (!traces_user_events()) return PvmOk;
    packed_message head;
    head.tag = pvmtrc.trctag;
    head.context = pvmtrc.trcctx;
    const auto body = buffer->copied_body();
    const auto end = xdr_writer().add(TEV_MARK_USER_EVENT_RECORD_END);
    const std::span<const std::byte> pieces[] = {body, std::as_bytes(std::span(end.body()))};
    task.send(pvmtrc.trctid, head, pieces);
    return PvmOk;
}

// What a tasker, a hoster or a resource manager tells a daemon. The PVM service is every daemon.
int send_to_daemon(int tid, int tag) {
    auto& task = this_task();
    const auto* buffer = the_library().buffers.send_buffer();
    if (!buffer) return PvmNoBuf;
    wire::ToService request;
    auto& sent = *request.mutable_to_daemon();
    sent.set_host(static_cast<std::uint32_t>(tid & ~TIDPVMD));
    sent.mutable_message()->set_tag(tag);
    sent.mutable_message()->set_context(the_library().context);
    sent.mutable_message()->set_wait_id(buffer->message.wait_id);
    sent.mutable_message()->set_encoding(buffer->message.encoding);
    const auto body = buffer->copied_body();
    sent.mutable_message()->set_body(body.data(), body.size());
    task.tell(request);
    return PvmOk;
}

}  // namespace
}  // namespace banyan::pvm3

using namespace banyan::pvm3;

int pvm_send(int tid, int tag) {
    const traced_call traced(TEV_SEND, [&](trace_record& event) {
        event.add(TEV_DID_MNB, send_length())
            .add(TEV_DID_DST, tid)
            .add(TEV_DID_MC, tag)
            .add(TEV_DID_MCX, the_library().context);
    });
    return traced.exit(guarded("pvm_send", [&]() -> int {
        if (tid == PVM_TRACE_TID && tag == PVM_TRACE_CODE) return send_user_event();
        const bool allows_reserved = the_library().settings.get(PvmResvTids) != 0;
        if (allows_reserved && (tid & TIDPVMD) != 0) return send_to_daemon(tid, tag);
        const bool is_allowed = allows_reserved ? tid > 0 : is_task(tid) && tag >= 0;
        if (!is_allowed) return PvmBadParam;
        this_task();
        handle_arrived();
        return send_buffer(the_library().buffers.send_buffer(), std::span(&tid, 1), tag);
    }));
}

// Each task gets one copy, and the caller none.
int pvm_mcast(const int* tids, int count, int tag) {
    const traced_call traced(TEV_MCAST, [&](trace_record& event) {
        event.add(TEV_DID_MNB, send_length())
            .add(TEV_DID_MC, tag)
            .add(TEV_DID_MCX, the_library().context)
            .add(TEV_DID_MDL, array_of(tids, count));
    });
    return traced.exit(guarded("pvm_mcast", [&]() -> int {
        const bool allows_reserved = the_library().settings.get(PvmResvTids) != 0;
        if (count < 0 || (tag < 0 && !allows_reserved) || (count > 0 && !tids)) return PvmBadParam;
        if (the_library().in_handler()) return PvmBadParam;
        const int self = this_task().tid();
        std::vector<int> receivers(tids, tids + count);
        const auto may_receive = [&](int tid) { return allows_reserved ? tid > 0 : is_task(tid); };
        if (!std::all_of(receivers.begin(), receivers.end(), may_receive)) return PvmBadParam;
        std::sort(receivers.begin(), receivers.end());
        receivers.erase(std::unique(receivers.begin(), receivers.end()), receivers.end());
        std::erase(receivers, self);
        handle_arrived();
        return send_buffer(the_library().buffers.send_buffer(), receivers, tag);
    }));
}

int pvm_psend(int tid, int tag, const void* data, int count, int type) {
    const traced_call traced(TEV_PSEND, [&](trace_record& event) {
        event.add(TEV_DID_DST, tid)
            .add(TEV_DID_MC, tag)
            .add(TEV_DID_MCX, the_library().context)
            .add_long(TEV_DID_PDA, address_of(data))
            .add(TEV_DID_PC, count)
            .add(TEV_DID_PDT, type);
    });
    return traced.exit(guarded("pvm_psend", [&]() -> int {
        const std::size_t bytes = bytes_of_type(type);
        if (type == PVM_STR) return PvmNotImpl;
        if (!is_task(tid) || tag < 0 || count < 0 || bytes == 0) return PvmBadParam;
        if (static_cast<std::size_t>(count) > std::numeric_limits<int>::max() / bytes) return PvmOverflow;
        packed_message head;
        head.tag = tag;
        head.context = the_library().context;
        head.encoding = raw_encoding;
        const std::span<const std::byte> body(static_cast<const std::byte*>(data),
                                              static_cast<std::size_t>(count) * bytes);
        auto& task = this_task();
        handle_arrived();
        head.context = the_library().context;  // enrolling may have set it
        task.send(tid, head, std::span(&body, 1), true);
        task.hand_over();
        note_routes(task, std::span(&tid, 1));
        return PvmOk;
    }));
}

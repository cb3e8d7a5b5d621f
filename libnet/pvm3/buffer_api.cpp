// The calls that make, free, choose and describe message buffers, and those that put one message into another.
#include "libnet/pvm3/api_call.hpp"
#include "libnet/pvm3/library.hpp"
#include "libnet/pvm3/nested_message.hpp"

namespace {

using namespace banyan::pvm3;

// Calls use(buffer) with the buffer `id`.
template <class Use>
int with_buffer(api_name call, int id, Use use, std::initializer_list<int> answers = {}) {
    const traced_call traced(call.event, [&](trace_record& event) { event.add(TEV_DID_MB, id); });
    return traced.exit(guarded(
        call,
        [&] {
            if (id <= 0) return PvmBadParam;
            message_buffer* buffer = the_library().buffers.find(id);
            return buffer ? use(*buffer) : PvmNoSuchBuf;
        },
        answers));
}

// A message that this task packs comes from this task.
int source_of(const message_buffer& buffer) {
    return buffer.message.source == 0 ? the_library().tid : buffer.message.source;
}

// A received message was for this task.
int destination_of(const message_buffer& buffer) {
    if (buffer.destination != 0 || buffer.message.source == 0) return buffer.destination;
    return the_library().tid;
}

void set_if_wanted(int* where, int value) {
    if (where) *where = value;
}

// Calls pack(send buffer, buffer `id`). As in PVM, these errors are not reported.
int pack_nested(api_name call, int id, int (*pack)(message_buffer&, const message_buffer&)) {
    return with_buffer(call, id,
                       [&](message_buffer& inner) {
                           message_buffer* out = the_library().buffers.send_buffer();
                           return out ? pack(*out, inner) : PvmNoBuf;
                       },
                       {PvmBadParam, PvmNoBuf, PvmNoSuchBuf});
}

}  // namespace

extern "C" {

int pvm_initsend(int encoding) {
    const traced_call traced(TEV_INITSEND, [&](trace_record& event) { event.add(TEV_DID_ME, encoding); });
    return traced.exit(guarded("pvm_initsend", [&] { return the_library().buffers.init_send(encoding); }), TEV_DID_MSB);
}

int pvm_mkbuf(int encoding) {
    const traced_call traced(TEV_MKBUF, [&](trace_record& event) { event.add(TEV_DID_ME, encoding); });
    return traced.exit(guarded("pvm_mkbuf", [&] { return the_library().buffers.make(encoding); }), TEV_DID_MB);
}

int pvm_freebuf(int id) {
    const traced_call traced(TEV_FREEBUF, [&](trace_record& event) { event.add(TEV_DID_MB, id); });
    return traced.exit(guarded("pvm_freebuf", [&] { return id < 0 ? PvmBadParam : the_library().buffers.free(id); }));
}

int pvm_getsbuf() {
    return traced_call(TEV_GETSBUF).exit(the_library().buffers.send_id(), TEV_DID_MSB);
}

int pvm_getrbuf() {
    return traced_call(TEV_GETRBUF).exit(the_library().buffers.receive_id(), TEV_DID_MRB);
}

int pvm_setsbuf(int id) {
    const traced_call traced(TEV_SETSBUF, [&](trace_record& event) { event.add(TEV_DID_MB, id); });
    return traced.exit(
        guarded("pvm_setsbuf", [&] { return id < 0 ? PvmBadParam : the_library().buffers.set_send(id); }), TEV_DID_MSB);
}

int pvm_setrbuf(int id) {
    const traced_call traced(TEV_SETRBUF, [&](trace_record& event) { event.add(TEV_DID_MB, id); });
    return traced.exit(
        guarded("pvm_setrbuf", [&] { return id < 0 ? PvmBadParam : the_library().buffers.set_receive(id); }),
        TEV_DID_MRB);
}

int pvm_bufinfo(int id, int* bytes, int* tag, int* tid) {
    const traced_call traced(TEV_BUFINFO, [&](trace_record& event) { event.add(TEV_DID_MB, id); });
    int length = 0, found_tag = 0, source = 0;
    const int code = with_buffer("pvm_bufinfo", id, [&](const message_buffer& buffer) {
        length = static_cast<int>(buffer.length());
        found_tag = buffer.message.tag;
        source = source_of(buffer);
        set_if_wanted(bytes, length);
        set_if_wanted(tag, found_tag);
        set_if_wanted(tid, source);
        return PvmOk;
    });
    if (code < 0) length = found_tag = source = code;  // for the event
    return traced.exit(code, [&](trace_record& event) {
        event.add(TEV_DID_CC, code).add(TEV_DID_INB, length).add(TEV_DID_IMC, found_tag).add(TEV_DID_IST, source);
    });
}

int pvm_getminfo(int id, pvmminfo* info) {
    if (!info) return finish("pvm_getminfo", PvmBadParam);
    return with_buffer("pvm_getminfo", id, [&](const message_buffer& buffer) {
        const packed_message& m = buffer.message;
        *info = {static_cast<int>(buffer.length()),
                 m.context,
                 m.tag,
                 m.wait_id,
                 shown_encoding(m.encoding),
                 0,
                 source_of(buffer),
                 destination_of(buffer)};
        return PvmOk;
    });
}

// Length and encoding follow from the body and cannot be set.
int pvm_setminfo(int id, pvmminfo* info) {
    if (!info) return finish("pvm_setminfo", PvmBadParam);
    return with_buffer("pvm_setminfo", id, [&](message_buffer& buffer) {
        buffer.message.context = info->ctx;
        buffer.message.tag = info->tag;
        buffer.message.wait_id = info->wid;
        buffer.message.source = info->src;
        buffer.destination = info->dst;
        return PvmOk;
    });
}

int pvm_getmwid(int id) {
    return with_buffer("pvm_getmwid", id, [](const message_buffer& buffer) { return buffer.message.wait_id; });
}

int pvm_setmwid(int id, int wait_id) {
    return with_buffer("pvm_setmwid", id, [&](message_buffer& buffer) {
        buffer.message.wait_id = wait_id;
        return PvmOk;
    });
}

int pvm_pkmesg(int id) {
    return pack_nested("pvm_pkmesg", id, pack_message);
}

int pvm_pkmesgbody(int id) {
    return pack_nested("pvm_pkmesgbody", id, pack_body);
}

int pvm_upkmesg() {
    return guarded("pvm_upkmesg",
                   [] {
                       buffer_table& buffers = the_library().buffers;
                       message_buffer* in = buffers.receive_buffer();
                       return in ? unpack_message(buffers, *in) : PvmNoBuf;
                   },
                   {PvmNoBuf, PvmNoData});
}

}  // extern "C"

// The calls that make, free, choose and describe message buffers, and those that put one message into another.
#include "libnet/pvm3/api_call.hpp"
#include "libnet/pvm3/library.hpp"
#include "libnet/pvm3/nested_message.hpp"

namespace {

using namespace banyan::pvm3;

// Calls use(buffer) with the buffer `id`.
template <class Use>
int with_buffer(const char* call, int id, Use use, std::initializer_list<int> answers = {}) {
    return guarded(
        call,
        [&] {
            if (id <= 0) return PvmBadParam;
            message_buffer* buffer = the_library().buffers.find(id);
            return buffer ? use(*buffer) : PvmNoSuchBuf;
        },
        answers);
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

// Calls pack(send buffer, buffer `id`).
int pack_nested(const char* call, int id, int (*pack)(message_buffer&, const message_buffer&)) {
    return with_buffer(call, id,
                       [&](message_buffer& inner) {
                           message_buffer* out = the_library().buffers.send_buffer();
                           return out ? pack(*out, inner) : PvmNoBuf;
                       },
                       {PvmNoSuchBuf});
}

}  // namespace

extern "C" {

int pvm_initsend(int encoding) {
    return guarded("pvm_initsend", [&] { return the_library().buffers.init_send(encoding); });
}

int pvm_mkbuf(int encoding) {
    return guarded("pvm_mkbuf", [&] { return the_library().buffers.make(encoding); });
}

int pvm_freebuf(int id) {
    return guarded("pvm_freebuf", [&] { return id < 0 ? PvmBadParam : the_library().buffers.free(id); });
}

int pvm_getsbuf() {
    return the_library().buffers.send_id();
}

int pvm_getrbuf() {
    return the_library().buffers.receive_id();
}

int pvm_setsbuf(int id) {
    return guarded("pvm_setsbuf", [&] { return id < 0 ? PvmBadParam : the_library().buffers.set_send(id); });
}

int pvm_setrbuf(int id) {
    return guarded("pvm_setrbuf", [&] { return id < 0 ? PvmBadParam : the_library().buffers.set_receive(id); });
}

int pvm_bufinfo(int id, int* bytes, int* tag, int* tid) {
    return with_buffer("pvm_bufinfo", id, [&](const message_buffer& buffer) {
        set_if_wanted(bytes, static_cast<int>(buffer.length()));
        set_if_wanted(tag, buffer.message.tag);
        set_if_wanted(tid, source_of(buffer));
        return PvmOk;
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
                 m.encoding,
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

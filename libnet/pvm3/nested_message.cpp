#include "libnet/pvm3/nested_message.hpp"

#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "libnet/pvm3/codec.hpp"
#include "pvm3/pvm3.h"

namespace banyan::pvm3 {
namespace {

// Body length, source, tag, context, wait id, encoding.
using header = std::array<int, 6>;

header header_of(const message_buffer& buffer) {
    const packed_message& m = buffer.message;
    return {static_cast<int>(buffer.length()), m.source, m.tag, m.context, m.wait_id, m.encoding};
}

packed_message message_of(const header& fields) {
    packed_message m;
    m.source = fields[1];
    m.tag = fields[2];
    m.context = fields[3];
    m.wait_id = fields[4];
    m.encoding = fields[5];
    return m;
}

// The body of `inner` for `out`. Numbers of PvmDataDefault get one byte order: that of `inner` if possible, whose
// numbers may have been packed by another host. Nothing if the encodings do not fit.
std::optional<std::vector<std::byte>> matching_body(message_buffer& out, const message_buffer& inner) {
    if (out.message.encoding == inner.message.encoding) return inner.copied_body();
    auto converted = out.body_in(inner.message.encoding);
    if (!converted) return inner.body_in(out.message.encoding);
    out.message.body = std::move(*converted);
    out.message.encoding = inner.message.encoding;
    return inner.copied_body();
}

}  // namespace

int pack_message(message_buffer& out, const message_buffer& inner) {
    if (out.in_place()) return PvmNotImpl;
    const std::size_t before = out.length();
    const header fields = header_of(inner);
    const std::vector<std::byte> body = inner.copied_body();
    int code = pack<int>(out, {fields.data(), static_cast<int>(fields.size()), 1});
    if (code == PvmOk) code = pack<char>(out, {reinterpret_cast<const char*>(body.data()), fields[0], 1});
    if (code != PvmOk) out.message.body.resize(before);
    return code;
}

int pack_body(message_buffer& out, const message_buffer& inner) {
    if (out.in_place()) return PvmNotImpl;
    const auto body = matching_body(out, inner);
    if (!body) return PvmMismatch;
    out.expect(body->size());
    out.note_values_of(inner);
    out.append(body->data(), body->size());
    return PvmOk;
}

int unpack_message(buffer_table& buffers, message_buffer& in) {
    const std::size_t start = in.cursor();
    header fields{};
    if (const int code = unpack<int>(in, {fields.data(), static_cast<int>(fields.size()), 1})) return code;
    packed_message inner = message_of(fields);
    int code = PvmNoData;
    if (fields[0] >= 0 && static_cast<std::size_t>(fields[0]) <= in.remaining()) {
        inner.body.resize(static_cast<std::size_t>(fields[0]));
        code = unpack<char>(in, {reinterpret_cast<char*>(inner.body.data()), fields[0], 1});
    }
    if (code == PvmOk) return buffers.adopt(std::move(inner));
    in.rewind(start);
    return code;
}

}  // namespace banyan::pvm3

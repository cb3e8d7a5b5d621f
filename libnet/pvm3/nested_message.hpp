// Messages inside messages: pvm_pkmesg, pvm_pkmesgbody and pvm_upkmesg. The functions return a Pvm* error code on
// failure, and leave the outer buffer as before.
#pragma once

#include "libnet/pvm3/buffer_table.hpp"

namespace banyan::pvm3 {

/// Packs header and body of `inner` into `out`. They may be the same buffer.
int pack_message(message_buffer& out, const message_buffer& inner);
/// Adds the body of `inner`; its items are unpacked from `out` like any other. PvmMismatch if the encodings differ, or
/// if both have bodies that hosts of different byte orders have packed; PvmNotImpl if `out` is an in-place buffer.
int pack_body(message_buffer& out, const message_buffer& inner);
/// Unpacks what pack_message has packed into a new buffer, and returns its id.
int unpack_message(buffer_table& buffers, message_buffer& in);

}  // namespace banyan::pvm3

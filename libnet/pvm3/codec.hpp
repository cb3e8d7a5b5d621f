// Packs values into a message buffer and unpacks them. All functions return 0 or a Pvm* error code of pvm3.h; after an
// error the buffer is as before.
//
// PvmDataDefault has the lengths of XDR: short, int and float have 4 bytes, long and double 8. Numbers have the byte
// order of the host that has made the buffer (encoding.hpp). An array of bytes and a string are padded with zeros to a
// multiple of 4 bytes. Raw: the bytes of this host without padding. A string is its length including the final NUL as
// an int, then its bytes.
#pragma once

#include "libnet/pvm3/message_buffer.hpp"

namespace banyan::pvm3 {

/// An array of the program: `count` elements of `lanes` values each (2 for complex numbers). The distance of two
/// elements is `stride` elements; 0 and negative strides are allowed.
template <class T>
struct strided_array {
    T* first;
    int count;
    int stride;
    int lanes = 1;
};

/// Defined for char, and for short, int, long, their unsigned forms, float and double.
/// Errors: PvmBadParam (a negative count), PvmNotImpl (an in-place buffer with a stride other than 1), PvmBadMsg (the
/// buffer has a message of another kind of host), PvmOverflow (the message would be longer than an int can say).
template <class T>
int pack(message_buffer& out, strided_array<const T> values);

/// Errors: PvmBadParam, PvmNoData (fewer values remain), PvmBadMsg (as above), PvmNotImpl (an in-place buffer).
template <class T>
int unpack(message_buffer& in, strided_array<T> values);

int pack_string(message_buffer& out, const char* text);
/// `text` must have room; its length is not known to the library.
int unpack_string(message_buffer& in, char* text);

}  // namespace banyan::pvm3

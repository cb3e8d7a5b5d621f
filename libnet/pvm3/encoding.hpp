// How the body of a message between tasks is encoded: a number that travels with each message.
//
// A message of PvmDataDefault has the lengths of XDR, and its numbers have the byte order of the sender's host. So
// hosts of the same byte order do not convert, and a receiver with the other byte order does (receiver makes right). On
// a big-endian host this is XDR (RFC 4506). A message of PvmDataRaw or PvmDataInPlace is the memory of the sender.
#pragma once

#include <bit>

#include "libnet/pvm3/own_host.hpp"

namespace banyan::pvm3 {

inline constexpr int xdr_encoding = 0x10000000;
inline constexpr int little_endian_encoding = 0x10000001;  // the lengths of XDR, little-endian numbers
inline constexpr int default_encoding =                    // of this host for PvmDataDefault
    std::endian::native == std::endian::little ? little_endian_encoding : xdr_encoding;
inline constexpr int raw_encoding = own_data_signature;  // of this host; other hosts may have another one

constexpr bool has_xdr_lengths(int encoding) {
    return encoding == xdr_encoding || encoding == little_endian_encoding;
}

/// Of a body that has the lengths of XDR.
constexpr std::endian byte_order_of(int encoding) {
    return encoding == little_endian_encoding ? std::endian::little : std::endian::big;
}

/// The number that programs see: PVM 3.4.6 has a single one for PvmDataDefault.
constexpr int shown_encoding(int encoding) {
    return has_xdr_lengths(encoding) ? xdr_encoding : encoding;
}

}  // namespace banyan::pvm3

// A message as it travels from task to task: header and encoded body.
#pragma once

#include <cstddef>
#include <vector>

#include "libnet/pvm3/own_host.hpp"

namespace banyan::pvm3 {

inline constexpr int xdr_encoding = 0x10000000;
inline constexpr int raw_encoding = own_data_signature;  // of this host; other hosts may have another one

struct packed_message {
    int source = 0;  // tid
    int tag = 0;
    int context = 0;
    int wait_id = 0;
    int encoding = xdr_encoding;  // of the body: xdr_encoding or the data signature of the sender's host
    std::vector<std::byte> body;
};

}  // namespace banyan::pvm3

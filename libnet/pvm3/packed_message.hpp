// A message as it travels from task to task: header and encoded body.
#pragma once

#include <cstddef>
#include <vector>

#include "libnet/pvm3/encoding.hpp"

namespace banyan::pvm3 {

struct packed_message {
    int source = 0;  // tid
    int tag = 0;
    int context = 0;
    int wait_id = 0;
    int encoding = xdr_encoding;  // of the body; the library makes its own messages in XDR
    std::vector<std::byte> body;
};

}  // namespace banyan::pvm3

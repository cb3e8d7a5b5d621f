// Transfers a descriptor to an Asio object.
#pragma once

#include <unistd.h>

namespace banyan::net::detail {

/// The object owns the descriptor afterwards. If assign() fails, for example because the reactor is out of memory,
/// closes the descriptor and rethrows.
template <class Object, class Protocol>
void adopt_descriptor(Object& object, const Protocol& protocol, int descriptor) {
    try {
        object.assign(protocol, descriptor);
    } catch (...) {
        ::close(descriptor);
        throw;
    }
}

}  // namespace banyan::net::detail

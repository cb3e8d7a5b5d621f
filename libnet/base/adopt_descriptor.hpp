// Gives a descriptor to an Asio object.
#pragma once

#include <unistd.h>

namespace banyan::net::detail {

/// The object owns the descriptor afterwards. Closes it if that fails, and throws what assign() throws: the reactor may
/// have no room or no memory for it.
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

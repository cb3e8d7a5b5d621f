// Opens a stream socket that programs executed by the task do not inherit, even if another thread executes them at any
// moment: the system call that makes the socket sets the close-on-exec flag at once. Asio does not use this call.
#pragma once

#include <sys/socket.h>

#include <cerrno>

#include "libnet/base/asio.hpp"
#include "libnet/transport/socket/descriptor_reserve.hpp"

namespace banyan::net::detail {

/// Opens an Asio socket or acceptor. Throws boost::system::system_error.
template <class Object, class Protocol>
void open_socket(Object& object, const Protocol& protocol) {
    const auto making = making_descriptor();
    const int descriptor = ::socket(protocol.family(), SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, protocol.protocol());
    if (descriptor < 0) throw boost::system::system_error(errno, boost::system::system_category());
    adopt_descriptor(object, protocol, descriptor);
}

}  // namespace banyan::net::detail

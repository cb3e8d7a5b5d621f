// The only file that includes Asio. It includes <utility> first, because Asio of Boost 1.74 needs it with g++ 12 and
// does not include it. asio.cpp compiles Asio's function bodies once. This file also has two helpers for Asio's
// sockets.
#pragma once

#include <unistd.h>

#include <utility>

#ifndef BOOST_ASIO_SEPARATE_COMPILATION
#define BOOST_ASIO_SEPARATE_COMPILATION
#endif
#define BOOST_ASIO_NO_DEPRECATED

#include <boost/asio/buffer.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ip/udp.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>

namespace banyan::net {

namespace asio = boost::asio;

/// A connected stream socket of any family: TCP or Unix-domain.
using stream_socket = asio::generic::stream_protocol::socket;

/// Closes the connection with a reset. After a normal close the system keeps a record of the connection for a minute,
/// and strangers that make thousands of connections would leave too many records.
inline void reset_connection(stream_socket& socket) {
    boost::system::error_code ignored;
    socket.set_option(asio::socket_base::linger(true, 0), ignored);
    socket.close(ignored);
}

namespace detail {

/// Transfers a descriptor to an Asio object, which owns it afterwards. If assign() fails, for example because the
/// reactor is out of memory, closes the descriptor and rethrows.
template <class Object, class Protocol>
void adopt_descriptor(Object& object, const Protocol& protocol, int descriptor) {
    try {
        object.assign(protocol, descriptor);
    } catch (...) {
        ::close(descriptor);
        throw;
    }
}

}  // namespace detail

}  // namespace banyan::net

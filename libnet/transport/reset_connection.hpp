// Ends a connection at once, without a record of it in the system.
#pragma once

#include "libnet/base/asio.hpp"

namespace banyan::net {

/// Closes with a reset instead of the normal end of TCP, whose record the system keeps for a minute: too many records
/// if strangers make thousands of connections.
inline void reset_connection(stream_socket& socket) {
    boost::system::error_code ignored;
    socket.set_option(asio::socket_base::linger(true, 0), ignored);
    socket.close(ignored);
}

}  // namespace banyan::net

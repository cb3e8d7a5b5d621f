// Ends a connection at once, without anything left of it in the system.
#pragma once

#include "libnet/base/asio.hpp"

namespace banyan::net {

/// Closes with a reset instead of the orderly end of TCP, of which the system would keep a record for a minute: too
/// many of these where strangers make connections by the thousand.
inline void reset_connection(stream_socket& socket) {
    boost::system::error_code ignored;
    socket.set_option(asio::socket_base::linger(true, 0), ignored);
    socket.close(ignored);
}

}  // namespace banyan::net

// Listening Unix-domain sockets.
#pragma once

#include <string>

#include "libnet/base/asio.hpp"

namespace banyan::daemon {

/// Listens at this path, which must not exist. The caller closes the descriptor. Throws net::error launch_failed that
/// names the path.
int open_listener(const std::string& path);

/// The same, as an acceptor.
net::asio::local::stream_protocol::acceptor listen_at(net::asio::io_context& io, const std::string& path);

/// An acceptor that owns this listening Unix-domain socket.
net::asio::local::stream_protocol::acceptor adopt_listener(net::asio::io_context& io, int descriptor);

}  // namespace banyan::daemon

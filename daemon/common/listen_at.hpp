// Listening at a path.
#pragma once

#include <string>

#include "libnet/base/asio.hpp"

namespace banyan::daemon {

/// A Unix-domain socket that listens at this path, which must not exist, for the caller to close. Throws net::error
/// launch_failed naming the path.
int open_listener(const std::string& path);

/// An acceptor that listens at this path, which must not exist. Throws as open_listener().
net::asio::local::stream_protocol::acceptor listen_at(net::asio::io_context& io, const std::string& path);

/// The acceptor of a Unix-domain socket that listens; it owns the descriptor.
net::asio::local::stream_protocol::acceptor adopt_listener(net::asio::io_context& io, int descriptor);

}  // namespace banyan::daemon

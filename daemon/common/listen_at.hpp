// Listening at a path.
#pragma once

#include <string>

#include "libnet/base/asio.hpp"

namespace banyan::daemon {

/// An acceptor that listens at this path, which must not exist. Throws net::error launch_failed naming the path.
net::asio::local::stream_protocol::acceptor listen_at(net::asio::io_context& io, const std::string& path);

}  // namespace banyan::daemon

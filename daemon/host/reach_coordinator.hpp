// The connection of a host daemon to its coordinator, also where strangers flood the coordinator's port.
#pragma once

#include <memory>

#include "daemon/common/control_stream.hpp"
#include "daemon/daemon.pb.h"
#include "libnet/base/asio.hpp"

namespace banyan::daemon {

/// Connects as the orders say, exchanges proofs, and encrypts a connection over TCP; returns when the coordinator has
/// sent its first bytes, which are left in the socket. Runs `io` meanwhile. A connection that the coordinator closes
/// before that is made again, for 20 s at most. Throws net::error, naming the first cause that is no such end, or the
/// last that is.
std::shared_ptr<control_stream> reach_coordinator(net::asio::io_context& io, const wire::HostOrders& orders);

}  // namespace banyan::daemon

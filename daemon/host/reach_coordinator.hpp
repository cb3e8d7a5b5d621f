// The connection of a host daemon to its coordinator, also where strangers flood the coordinator's port.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "banyan/net/error.hpp"
#include "daemon/common/control_stream.hpp"
#include "daemon/daemon.pb.h"
#include "libnet/base/asio.hpp"

namespace banyan::daemon {

enum class reach_attempt {
    first,  ///< by a daemon that starts: it is not waited for without limit
    again,  ///< by one whose connection has closed: a coordinator that has been started again is expected
};

/// The stream, or null and why there is none.
using reached_handler = std::function<void(std::shared_ptr<control_stream>, const std::optional<net::error>&)>;

/// Connects as the orders say, exchanges proofs, and encrypts a connection over TCP; calls the handler when the
/// coordinator has sent its first bytes, which are left in the socket. A connection that the coordinator closes before
/// that is made again, for 20 s at most. The error names the first cause that is no such end, or the last that is.
///
/// `again`: connects to a coordinator that has died, or is about to start, wait in the queue of its socket, so a
/// refused connect means that the virtual machine is over. On the same computer an answer is waited for without limit,
/// over TCP for keepalive_limit.
void async_reach_coordinator(net::asio::io_context& io, const wire::HostOrders& orders, reach_attempt which,
                             reached_handler handler);

/// The first attempt; runs `io` meanwhile. Throws net::error.
std::shared_ptr<control_stream> reach_coordinator(net::asio::io_context& io, const wire::HostOrders& orders);

}  // namespace banyan::daemon

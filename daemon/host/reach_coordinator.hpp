// Connects a host daemon to its coordinator, also if strangers flood the coordinator's port.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "banyan/net/error.hpp"
#include "daemon/common/control_stream.hpp"
#include "daemon/common/coordinator_id.hpp"
#include "daemon/daemon.pb.h"
#include "libnet/base/asio.hpp"

namespace banyan::daemon {

enum class reach_attempt {
    first,  ///< the daemon is starting; the attempt has a time limit
    again,  ///< the connection has closed, and a restarted coordinator is expected
};

/// Gets the stream, or null and the error.
using reached_handler = std::function<void(std::shared_ptr<control_stream>, const std::optional<net::error>&)>;

/// Connects to the address in the orders, authenticates both sides, and encrypts a connection over TCP. Calls the
/// handler when the coordinator has sent its first bytes, which stay in the socket. If the coordinator closes the
/// connection before that, new connections are made for 20 s at most, and then the last failure is reported. Any other
/// failure is reported at once.
///
/// With reach_attempt::again, connections wait in the queue of the socket while the coordinator is restarted, so a
/// refused connect means that the virtual machine has ended. Over TCP the daemon waits for an answer for at most
/// keepalive_limit; on the same computer it waits without limit. `peer` is the id that the other side proves, of the
/// coordinator or of the PVM service.
void async_reach_coordinator(net::asio::io_context& io, const wire::HostOrders& orders, reach_attempt which,
                             reached_handler handler, net::task_id peer = coordinator_id);

/// The first attempt. Runs `io` until it is complete. Throws net::error.
std::shared_ptr<control_stream> reach_coordinator(net::asio::io_context& io, const wire::HostOrders& orders);

}  // namespace banyan::daemon

// Runs a handshake over a connected socket, with a time limit.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>

#include "libnet/base/asio.hpp"
#include "libnet/wire/handshake.hpp"

namespace banyan::net {

/// How long a peer may take for its proof.
inline constexpr std::chrono::seconds authentication_limit{5};

/// Called once, never from inside async_authenticate. Its argument is empty on success, otherwise the error
/// (authentication_failed, version_mismatch, protocol_violation, connect_failed, timeout).
using authenticate_handler = std::function<void(std::optional<error>)>;

/// Exchanges the handshake's messages on `socket` and reads no byte beyond them. The socket must live until the handler
/// is called; closing it ends the exchange. After a failure the socket is open, and the caller closes it.
void async_authenticate(stream_socket& socket, std::shared_ptr<handshake> exchange, authenticate_handler handler,
                        std::chrono::milliseconds limit = authentication_limit);

}  // namespace banyan::net

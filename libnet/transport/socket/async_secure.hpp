// Authenticates both sides of a connection and sets up its protection.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "libnet/transport/authenticate.hpp"
#include "libnet/transport/socket/link_protection.hpp"

namespace banyan::net {

/// Gets the error, or no error and the protection of the connection, which is null for a plain connection.
using secure_handler = std::function<void(std::optional<error>, std::unique_ptr<detail::link_protection>)>;

/// Runs async_authenticate() and then, for an encrypted connection, the TLS handshake with a key of this connection.
/// Control connections over TCP are encrypted. Data connections are encrypted if the initiator asked for it. Counted
/// data connections need no further handshake. The socket must live until the handler is called; closing it ends the
/// exchange. `limit` applies to each of the two steps. `on_proven` is called between them.
void async_secure(stream_socket& socket, std::shared_ptr<handshake> exchange, secure_handler handler,
                  std::chrono::milliseconds limit = authentication_limit, std::function<void()> on_proven = {});

}  // namespace banyan::net

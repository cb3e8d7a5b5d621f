// Proves both sides of a connection to each other and sets up what protects it from then on.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "libnet/transport/authenticate.hpp"
#include "libnet/transport/socket/link_protection.hpp"

namespace banyan::net {

/// The error, or nothing and what protects the connection from now on: null for a plain one.
using secure_handler = std::function<void(std::optional<error>, std::unique_ptr<detail::link_protection>)>;

/// async_authenticate(), and then the TLS handshake with a key of this connection: of control connections those over
/// TCP, of data connections where the initiator asked for it. Counted data need no handshake. The socket must live
/// until the handler is called; closing it ends the exchange. `limit` holds for each of the two steps. `on_proven` is
/// called between them.
void async_secure(stream_socket& socket, std::shared_ptr<handshake> exchange, secure_handler handler,
                  std::chrono::milliseconds limit = authentication_limit, std::function<void()> on_proven = {});

}  // namespace banyan::net

// The source of a connection, as far as its address identifies it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "libnet/base/asio.hpp"

namespace banyan::net {

/// An IPv4 address (also one mapped into IPv6), or the first 64 bits of an IPv6 address, because one host may have all
/// addresses of such a network.
using peer_source = std::array<std::uint8_t, 16>;

peer_source source_of(const asio::ip::address& address);

/// The source of a TCP connection; nothing if the connection is closed already.
std::optional<peer_source> source_of(const stream_socket& socket);

}  // namespace banyan::net

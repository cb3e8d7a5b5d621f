// Numeric socket addresses as text: "192.0.2.1:4711", "[2001:db8::1]:4711".
#pragma once

#include <string>
#include <string_view>

#include "libnet/base/asio.hpp"

namespace banyan::net {

std::string to_text(const asio::ip::tcp::endpoint& endpoint);

/// The IP address of a TCP socket's address.
asio::ip::address address_of(const stream_socket::endpoint_type& endpoint);

/// Throws errc::invalid_argument, naming the text, if it is not a numeric address and a port from 1 to 65535.
asio::ip::tcp::endpoint parse_endpoint(std::string_view text);

/// Throws errc::invalid_argument, naming the text, if it is not a numeric IP address.
asio::ip::address parse_address(std::string_view text);

}  // namespace banyan::net

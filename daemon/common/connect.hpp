// Blocking connect of the control plane, and numeric "address:port" texts.
#pragma once

#include <string>
#include <vector>

#include "libnet/base/asio.hpp"

namespace banyan::daemon {

/// Connects to a Unix-domain socket of this user. Throws net::error connect_failed, also when another user listens.
net::stream_socket connect_unix(net::asio::io_context& io, const std::string& path);

/// Of a numeric "192.0.2.1:4711" or "[2001:db8::1]:4711". Throws net::error invalid_argument.
net::asio::ip::tcp::endpoint parse_endpoint(const std::string& text);

/// "192.0.2.1:4711" of a listening socket.
std::string endpoint_text(const net::asio::ip::tcp::endpoint& endpoint);

/// The addresses of a text that separates them by commas, in order: "192.0.2.7,2001:db8::7".
std::vector<std::string> split_addresses(const std::string& text);

/// Numeric address of the local end of a TCP connection; "127.0.0.1" for a Unix-domain socket.
std::string local_address(const net::stream_socket& socket);

}  // namespace banyan::daemon

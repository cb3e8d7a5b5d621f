// A blocking connect for control connections, and the texts of their addresses.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "libnet/base/asio.hpp"

namespace banyan::daemon {

/// Connects to a Unix-domain socket of this user. Throws net::error connect_failed, also if another user listens there.
net::stream_socket connect_unix(net::asio::io_context& io, const std::string& path);

/// Connects over TCP. Blocks, at most for `limit`; returns timed_out then. Runs `io`, which must have nothing else to
/// do.
boost::system::error_code connect_within(net::asio::io_context& io, net::asio::ip::tcp::socket& socket,
                                         const net::asio::ip::tcp::endpoint& to, std::chrono::milliseconds limit);

/// The addresses of a list that is separated by commas, such as "192.0.2.7,2001:db8::7".
std::vector<std::string> split_addresses(const std::string& text);

/// True if none of the addresses of such a list can be reached from another computer.
bool are_loopback(const std::string& addresses);

/// The numeric address of the local end of a TCP connection; "127.0.0.1" for a Unix-domain socket.
std::string local_address(const net::stream_socket& socket);

}  // namespace banyan::daemon

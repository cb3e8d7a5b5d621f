#include "daemon/common/connect.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <sstream>

#include "banyan/net/error.hpp"
#include "daemon/common/runtime_directory.hpp"
#include "libnet/transport/socket/address.hpp"

namespace banyan::daemon {

namespace asio = net::asio;
using boost::system::error_code;

net::stream_socket connect_unix(asio::io_context& io, const std::string& path) {
    asio::local::stream_protocol::socket socket(io);
    error_code failed;
    socket.connect(asio::local::stream_protocol::endpoint(path), failed);
    if (failed) throw net::error(net::errc::connect_failed, fmt::format("{}: {}", path, failed.message()));
    if (peer_user(socket.native_handle()) != static_cast<long>(::geteuid()))
        throw net::error(net::errc::connect_failed, path + " belongs to another user");
    return socket;
}

error_code connect_within(asio::io_context& io, asio::ip::tcp::socket& socket, const asio::ip::tcp::endpoint& to,
                          std::chrono::milliseconds limit) {
    error_code result = asio::error::timed_out;
    bool has_ended = false;
    socket.async_connect(to, [&](const error_code& failed) {
        result = failed;
        has_ended = true;
    });
    io.restart();
    io.run_for(limit);
    if (has_ended) return result;
    error_code ignored;
    socket.close(ignored);
    io.restart();
    io.run();  // the handler, which names local variables
    return asio::error::timed_out;
}

std::vector<std::string> split_addresses(const std::string& text) {
    std::vector<std::string> result;
    std::istringstream words(text);
    for (std::string word; std::getline(words, word, ',');)
        result.push_back(word);
    return result;
}

bool are_loopback(const std::string& addresses) {
    const auto all = split_addresses(addresses);
    return std::all_of(all.begin(), all.end(), [](const std::string& address) {
        error_code bad;
        const auto numeric = asio::ip::make_address(address, bad);
        return !bad && numeric.is_loopback();
    });
}

std::string local_address(const net::stream_socket& socket) {
    const auto local = socket.local_endpoint();
    const auto family = local.protocol().family();
    if (family != AF_INET && family != AF_INET6) return "127.0.0.1";
    return net::address_of(local).to_string();
}

}  // namespace banyan::daemon

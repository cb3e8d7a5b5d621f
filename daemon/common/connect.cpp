#include "daemon/common/connect.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <charconv>
#include <sstream>

#include "banyan/net/error.hpp"
#include "daemon/common/runtime_directory.hpp"
#include "libnet/transport/socket/address.hpp"

namespace banyan::daemon {

namespace asio = net::asio;
using boost::system::error_code;

asio::ip::tcp::endpoint parse_endpoint(const std::string& text) {
    const auto colon = text.rfind(':');
    error_code bad;
    std::uint16_t port = 0;
    std::string host = text.substr(0, colon);
    if (host.size() > 2 && host.front() == '[' && host.back() == ']') host = host.substr(1, host.size() - 2);
    const auto address = asio::ip::make_address(host, bad);
    const char* end = text.data() + text.size();
    if (colon != std::string::npos && !bad) {
        const auto parsed = std::from_chars(text.data() + colon + 1, end, port);
        if (parsed.ec == std::errc{} && parsed.ptr == end && port != 0) return {address, port};
    }
    throw net::error(net::errc::invalid_argument, "'" + text + "' is not a numeric address and port");
}

net::stream_socket connect_unix(asio::io_context& io, const std::string& path) {
    asio::local::stream_protocol::socket socket(io);
    error_code failed;
    socket.connect(asio::local::stream_protocol::endpoint(path), failed);
    if (failed) throw net::error(net::errc::connect_failed, fmt::format("{}: {}", path, failed.message()));
    if (peer_user(socket.native_handle()) != static_cast<long>(::geteuid()))
        throw net::error(net::errc::connect_failed, path + " belongs to another user");
    return socket;
}

std::string endpoint_text(const asio::ip::tcp::endpoint& endpoint) {
    const std::string address = endpoint.address().to_string();
    return fmt::format(fmt::runtime(endpoint.address().is_v6() ? "[{}]:{}" : "{}:{}"), address, endpoint.port());
}

std::vector<std::string> split_addresses(const std::string& text) {
    std::vector<std::string> result;
    std::istringstream words(text);
    for (std::string word; std::getline(words, word, ',');)
        result.push_back(word);
    return result;
}

std::string local_address(const net::stream_socket& socket) {
    const auto local = socket.local_endpoint();
    const auto family = local.protocol().family();
    if (family != AF_INET && family != AF_INET6) return "127.0.0.1";
    return net::address_of(local).to_string();
}

}  // namespace banyan::daemon

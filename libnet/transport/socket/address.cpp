#include "libnet/transport/socket/address.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstring>

#include "banyan/net/error.hpp"

namespace banyan::net {

std::string to_text(const asio::ip::tcp::endpoint& endpoint) {
    const std::string address = endpoint.address().to_string();
    return endpoint.address().is_v6() ? fmt::format("[{}]:{}", address, endpoint.port())
                                      : fmt::format("{}:{}", address, endpoint.port());
}

asio::ip::address address_of(const stream_socket::endpoint_type& endpoint) {
    asio::ip::tcp::endpoint ip;
    ip.resize(endpoint.size());
    std::memcpy(ip.data(), endpoint.data(), endpoint.size());
    return ip.address();
}

asio::ip::address parse_address(std::string_view text) {
    boost::system::error_code failed;
    const auto address = asio::ip::make_address(std::string(text), failed);
    if (failed) throw error(errc::invalid_argument, fmt::format("\"{}\" is not a numeric IP address", text));
    return address;
}

asio::ip::tcp::endpoint parse_endpoint(std::string_view text) {
    const auto colon = text.rfind(':');
    std::uint16_t port = 0;
    const char* end = text.data() + text.size();
    if (colon != std::string_view::npos) {
        const auto parsed = std::from_chars(text.data() + colon + 1, end, port);
        if (parsed.ec != std::errc{} || parsed.ptr != end) port = 0;
    }
    if (port == 0) throw error(errc::invalid_argument, fmt::format("\"{}\" is not ADDRESS:PORT", text));
    std::string_view host = text.substr(0, colon);
    if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
    return {parse_address(host), port};
}

}  // namespace banyan::net

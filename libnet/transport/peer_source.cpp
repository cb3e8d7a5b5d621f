#include "libnet/transport/peer_source.hpp"

#include <algorithm>

#include "libnet/transport/socket/address.hpp"

namespace banyan::net {

peer_source source_of(const asio::ip::address& address) {
    constexpr std::size_t network_bytes = 8;
    if (address.is_v4()) return asio::ip::make_address_v6(asio::ip::v4_mapped, address.to_v4()).to_bytes();
    auto bytes = address.to_v6().to_bytes();
    if (!address.to_v6().is_v4_mapped()) std::fill(bytes.begin() + network_bytes, bytes.end(), std::uint8_t{0});
    return bytes;
}

std::optional<peer_source> source_of(const stream_socket& socket) {
    boost::system::error_code failed;
    const auto far = socket.remote_endpoint(failed);
    const int family = far.protocol().family();
    if (failed || (family != AF_INET && family != AF_INET6)) return std::nullopt;
    return source_of(address_of(far));
}

}  // namespace banyan::net

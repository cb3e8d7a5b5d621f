#include "daemon/coordinator/host_door.hpp"

#include <fmt/format.h>

#include "banyan/net/error.hpp"
#include "daemon/common/connect.hpp"
#include "daemon/common/coordinator_id.hpp"
#include "daemon/common/listen_at.hpp"
#include "libnet/transport/socket/async_secure.hpp"

namespace banyan::daemon {

namespace asio = net::asio;
using boost::system::error_code;

host_door::host_door(asio::io_context& io, const net::machine_secret& secret, arrival_handler on_arrival)
    : io_(io), secret_(secret), on_arrival_(std::move(on_arrival)) {}

host_door::~host_door() {
    net::wipe(secret_);
}

std::string host_door::listen_tcp(const std::string& address) {
    if (const auto known = tcp_.find(address); known != tcp_.end())
        return endpoint_text(known->second.local_endpoint());
    error_code failed;
    const auto numeric = asio::ip::make_address(address, failed);
    if (failed) throw net::error(net::errc::invalid_argument, fmt::format("'{}' is no numeric address", address));
    asio::ip::tcp::acceptor door(io_);
    const asio::ip::tcp::endpoint endpoint(numeric, 0);
    door.open(endpoint.protocol());
    door.bind(endpoint, failed);
    if (failed)
        throw net::error(net::errc::invalid_argument,
                         fmt::format("cannot listen on {}: {}", address, failed.message()));
    door.listen();
    auto& kept =
        tcp_.try_emplace(address, io_, std::move(door), [this](net::stream_socket s) { authenticate(std::move(s)); })
            .first->second;
    kept.start();
    return endpoint_text(kept.local_endpoint());
}

void host_door::listen_unix(const std::string& path) {
    unix_.emplace(io_, listen_at(io_, path), [this](net::stream_socket s) { authenticate(std::move(s)); });
    unix_->start();
}

void host_door::close() {
    for (auto& [address, door] : tcp_)
        door.close();
    if (unix_) unix_->close();
}

void host_door::authenticate(net::stream_socket socket) {
    if (unproven_ >= max_unproven) return;
    ++unproven_;
    auto guest = std::make_shared<net::stream_socket>(std::move(socket));
    auto shake = std::make_shared<net::handshake>(net::handshake_role::responder, secret_,
                                                  net::handshake_purpose::control, coordinator_id);
    net::async_secure(*guest, shake, [this, guest, shake](const std::optional<net::error>& failed, auto tls) {
        --unproven_;
        const auto peer = shake->peer();
        if (!failed && peer == host_daemon_id(peer.host_part()))
            on_arrival_(peer.host_part(), std::make_shared<control_stream>(std::move(*guest), std::move(tls)));
    });
}

}  // namespace banyan::daemon

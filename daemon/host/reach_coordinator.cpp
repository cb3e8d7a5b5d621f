#include "daemon/host/reach_coordinator.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <optional>
#include <thread>

#include "banyan/net/error.hpp"
#include "daemon/common/connect.hpp"
#include "daemon/common/coordinator_id.hpp"
#include "libnet/transport/retry_delay.hpp"
#include "libnet/transport/socket/async_secure.hpp"

namespace banyan::daemon {

namespace asio = net::asio;

namespace {

using clock = std::chrono::steady_clock;

constexpr std::chrono::seconds connect_limit{10};
constexpr std::chrono::seconds retry_limit{20};  // below the coordinator's own limit for the start of a host

net::stream_socket connect(asio::io_context& io, const wire::HostOrders& orders) {
    return orders.coordinator_endpoint().empty() ? connect_unix(io, orders.coordinator_path())
                                                 : connect_tcp(io, orders.coordinator_endpoint(), connect_limit);
}

/// Why the coordinator is to be tried again; throws for what no other try changes.
std::optional<net::error> secure(asio::io_context& io, net::stream_socket& socket, const wire::HostOrders& orders,
                                 std::unique_ptr<net::detail::tls_session>& tls) {
    net::machine_secret secret;
    std::memcpy(secret.data(), orders.secret().data(), secret.size());
    auto shake =
        std::make_shared<net::handshake>(net::handshake_role::initiator, secret, net::handshake_purpose::control,
                                         host_daemon_id(orders.number()), coordinator_id);
    net::wipe(secret);
    std::optional<net::error> failed;
    net::async_secure(socket, shake,
                      [&](std::optional<net::error> result, std::unique_ptr<net::detail::tls_session> made) {
                          failed = std::move(result);
                          tls = std::move(made);
                      });
    io.run();
    io.restart();
    const bool no_room = failed && failed->which() == net::errc::resource_limit;
    if (failed && shake->refused() && !no_room)
        throw net::error(failed->which(), fmt::format("banyand host: {}", failed->what()));
    return failed;
}

/// The coordinator may cut the connection off as long as it has not taken this side's proof. It speaks when it has.
std::optional<net::error> await_first_bytes(net::stream_socket& socket) {
    const auto limit_ms = static_cast<int>(std::chrono::milliseconds(net::authentication_limit).count());
    pollfd readable{socket.native_handle(), POLLIN, 0};
    int ready = 0;
    do
        ready = ::poll(&readable, 1, limit_ms);
    while (ready < 0 && errno == EINTR);
    if (ready == 0) return net::error(net::errc::timeout, "the coordinator did not take the proof in time");
    std::byte first{};
    if (::recv(readable.fd, &first, 1, MSG_PEEK | MSG_DONTWAIT) == 1) return std::nullopt;
    return net::error(net::errc::connect_failed, "the coordinator closed the connection");
}

}  // namespace

std::shared_ptr<control_stream> reach_coordinator(asio::io_context& io, const wire::HostOrders& orders) {
    const auto until = clock::now() + retry_limit;
    for (unsigned failures = 1;; ++failures) {
        auto socket = connect(io, orders);
        std::unique_ptr<net::detail::tls_session> tls;
        auto failed = secure(io, socket, orders, tls);
        if (!failed) failed = await_first_bytes(socket);
        if (!failed) return std::make_shared<control_stream>(std::move(socket), std::move(tls));
        const auto wait = net::retry_delay(failures);
        if (clock::now() + wait > until)
            throw net::error(failed->which(),
                             fmt::format("banyand host: the coordinator closed {} connections in {} s before the proof "
                                         "was complete; the last one: {}",
                                         failures, retry_limit.count(), failed->what()));
        std::this_thread::sleep_for(wait);
    }
}

}  // namespace banyan::daemon

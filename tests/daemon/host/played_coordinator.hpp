// A coordinator for tests: accepts one host daemon at a time and stores its messages.
#pragma once

#include <unistd.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "daemon/common/control_stream.hpp"
#include "daemon/common/coordinator_id.hpp"
#include "daemon/daemon.pb.h"
#include "libnet/transport/socket/async_secure.hpp"

namespace banyan::testing {

/// Runs `io` until `condition` holds. Returns false after a minute.
inline bool run_until(net::asio::io_context& io, const std::function<bool()>& condition) {
    const auto limit = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    while (!condition()) {
        if (io.stopped() || std::chrono::steady_clock::now() > limit) return false;
        io.run_one_until(limit);
    }
    return true;
}

template <class Protocol>
class played_coordinator {
  public:
    played_coordinator(net::asio::io_context& io, const typename Protocol::endpoint& at)
        : io_(io), acceptor_(io, at), secret_(net::make_secret()) {
        accept();
    }

    [[nodiscard]] typename Protocol::endpoint endpoint() const { return acceptor_.local_endpoint(); }
    [[nodiscard]] daemon::wire::HostOrders orders() const {
        daemon::wire::HostOrders made;
        made.set_number(7);
        made.set_name("alpha");
        made.set_secret(secret_.data(), secret_.size());
        return made;
    }

    /// The number of connections that will be closed immediately.
    int to_close = 0;
    /// The number of accepted connections.
    int arrived = 0;
    /// From now on, connections wait in the queue.
    void stop_accepting() { acceptor_.cancel(); }
    void accept() {
        acceptor_.async_accept([this](const boost::system::error_code& failed, typename Protocol::socket socket) {
            if (failed) return;
            ++arrived;
            accept();
            if (to_close > 0)
                --to_close;
            else
                prove(std::make_shared<net::stream_socket>(std::move(socket)));
        });
    }
    /// Simulates the end of the coordinator's process. Connections wait in the queue of the socket, which the keeper
    /// keeps open.
    void die() {
        stream->close();
        stream.reset();
        heard.clear();
    }
    /// Simulates the end of the virtual machine.
    void close() { acceptor_.close(); }

    void send(const daemon::wire::ToHost& message) { stream->send(message); }

    using messages = std::vector<daemon::wire::FromHost>;
    using kind = daemon::wire::FromHost::KindCase;
    [[nodiscard]] const daemon::wire::FromHost* first(kind what) const {
        for (const auto& message : heard)
            if (message.kind_case() == what) return &message;
        return nullptr;
    }
    /// The first message of this kind on the current connection.
    daemon::wire::FromHost await(kind what) {
        REQUIRE(run_until(io_, [&] { return first(what) != nullptr; }));
        return *first(what);
    }

    messages heard;
    std::shared_ptr<daemon::control_stream> stream;

  private:
    void prove(const std::shared_ptr<net::stream_socket>& socket) {
        const auto shake = std::make_shared<net::handshake>(net::handshake_role::responder, secret_,
                                                            net::handshake_purpose::control, daemon::coordinator_id);
        net::async_secure(
            *socket, shake,
            [this, socket, shake](const std::optional<net::error>& failed,
                                  std::unique_ptr<net::detail::link_protection> tls) {
                if (!failed)
                    accept_daemon(std::make_shared<daemon::control_stream>(std::move(*socket), std::move(tls)));
            });
    }
    void accept_daemon(std::shared_ptr<daemon::control_stream> from) {
        stream = std::move(from);
        stream->start([this](const std::string& body) { heard.push_back(daemon::parse<daemon::wire::FromHost>(body)); },
                      [](const std::string&) {});
        daemon::wire::ToHost message;
        message.mutable_ping();
        send(message);
    }

    net::asio::io_context& io_;
    typename Protocol::acceptor acceptor_;
    net::secret_key secret_;
};

}  // namespace banyan::testing

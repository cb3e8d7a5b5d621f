// Accepts connections for ever, and keeps its head when the system is short of descriptors.
#pragma once

#include <chrono>
#include <functional>

#include "libnet/base/asio.hpp"
#include "libnet/base/shortage.hpp"

namespace banyan::daemon {

template <class Protocol>
class accept_loop {
  public:
    using handler = std::function<void(net::stream_socket socket)>;

    /// Takes an acceptor that listens. `make_room` frees a descriptor where there is none for who waits; false if it
    /// cannot.
    accept_loop(
        net::asio::io_context& io, typename Protocol::acceptor door, handler on_arrival,
        std::function<bool()> make_room = [] { return false; })
        : door_(std::move(door)), pause_(io), on_arrival_(std::move(on_arrival)), make_room_(std::move(make_room)) {}

    void start() {
        door_.async_accept([this](const boost::system::error_code& failed, typename Protocol::socket socket) {
            if (failed == net::asio::error::operation_aborted) return;  // closed; *this may be gone
            if (failed) return net::detail::is_shortage(failed) && make_room_() ? start() : start_again_later();
            on_arrival_(std::move(socket));
            if (door_.is_open()) start();
        });
    }
    void close() {
        boost::system::error_code ignored;
        door_.close(ignored);
        pause_.cancel();
    }
    [[nodiscard]] typename Protocol::endpoint local_endpoint() const { return door_.local_endpoint(); }

  private:
    // The connection that could not be accepted still waits: trying at once would only heat the processor.
    void start_again_later() {
        constexpr std::chrono::milliseconds breath{100};
        pause_.expires_after(breath);
        pause_.async_wait([this](const boost::system::error_code& cancelled) {
            if (!cancelled) start();
        });
    }

    typename Protocol::acceptor door_;
    net::asio::steady_timer pause_;
    handler on_arrival_;
    std::function<bool()> make_room_;
};

using tcp_accept_loop = accept_loop<net::asio::ip::tcp>;
using unix_accept_loop = accept_loop<net::asio::local::stream_protocol>;

/// An acceptor that listens at this path.
inline net::asio::local::stream_protocol::acceptor listen_at(net::asio::io_context& io, const std::string& path) {
    return {io, net::asio::local::stream_protocol::endpoint(path)};
}

}  // namespace banyan::daemon

// Accepts connections until it is closed. If the system has no descriptor left, it tries again after a pause.
#pragma once

#include <chrono>
#include <functional>

#include "libnet/base/asio.hpp"

namespace banyan::daemon {

template <class Protocol>
class accept_loop {
  public:
    using handler = std::function<void(net::stream_socket socket)>;

    /// `acceptor` must listen.
    accept_loop(net::asio::io_context& io, typename Protocol::acceptor acceptor, handler on_arrival)
        : acceptor_(std::move(acceptor)), pause_(io), on_arrival_(std::move(on_arrival)) {}

    void start() {
        acceptor_.async_accept([this](const boost::system::error_code& failed, typename Protocol::socket socket) {
            if (failed == net::asio::error::operation_aborted) return;  // closed; *this may be destroyed
            if (failed) return start_again_later();
            on_arrival_(std::move(socket));
            if (acceptor_.is_open()) start();
        });
    }
    void close() {
        boost::system::error_code ignored;
        acceptor_.close(ignored);
        pause_.cancel();
    }

  private:
    // The connection that could not be accepted still waits in the queue. Without a pause this would be a busy loop.
    void start_again_later() {
        constexpr std::chrono::milliseconds pause{100};
        pause_.expires_after(pause);
        pause_.async_wait([this](const boost::system::error_code& cancelled) {
            if (!cancelled) start();
        });
    }

    typename Protocol::acceptor acceptor_;
    net::asio::steady_timer pause_;
    handler on_arrival_;
};

using unix_accept_loop = accept_loop<net::asio::local::stream_protocol>;

}  // namespace banyan::daemon

// A connected, authenticated stream socket as a link: encrypted, counted or plain.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>

#include "libnet/base/asio.hpp"
#include "libnet/transport/link.hpp"
#include "libnet/transport/socket/link_protection.hpp"

namespace banyan::net::detail {

/// Sets TCP keepalive: the system probes the other end of an idle connection, and ends the connection if there is no
/// answer for the limit.
void keep_alive(int descriptor, std::chrono::milliseconds silence_limit);
/// Sets TCP_NODELAY: short messages do not wait for the acknowledgement of earlier ones.
void send_at_once(int descriptor);

class socket_link final : public link {
  public:
    /// Takes over a connected socket, which belongs to another reactor, and makes it non-blocking. `reactor`: watches
    /// it from now on. `protection`: null for a plain link. `silence_limit`: a TCP peer that is silent for this time is
    /// lost.
    socket_link(stream_socket socket, std::unique_ptr<link_protection> protection, asio::io_context& reactor,
                std::chrono::milliseconds silence_limit);

    ~socket_link() override;

    moved read(std::span<const iovec> regions) override;
    moved write(std::span<const iovec> regions) override;
    [[nodiscard]] bool holds_bytes() const override { return protection_ && protection_->holds_bytes(); }
    [[nodiscard]] bool has_uncounted() const override { return protection_ && protection_->has_uncounted(); }
    bool delivered() override;

    [[nodiscard]] bool over_network() const { return over_network_; }
    /// Breaks the link if sent bytes have not been acknowledged for the limit. Returns true once, when it does.
    bool end_if_silent();

    /// The socket, registered with its reactor. For waiting only.
    stream_socket& watched_socket();
    /// Removes the socket from its reactor, which ends all waits on it. While it is registered, each arrival costs the
    /// sender's system call an entry in the reactor's queue.
    void unwatch();

  private:
    const stream_socket::protocol_type protocol_;
    const int descriptor_;
    const std::unique_ptr<link_protection> protection_;
    stream_socket socket_;  // not open while it is out of the reactor
    const bool over_network_;
    const std::chrono::milliseconds silence_limit_;
    std::atomic<bool> silent_ = false;
};

}  // namespace banyan::net::detail

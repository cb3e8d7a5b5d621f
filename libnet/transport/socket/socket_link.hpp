// A connected, authenticated stream socket as a link: encrypted, counted or plain.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>

#include "libnet/base/asio.hpp"
#include "libnet/transport/link.hpp"
#include "libnet/transport/socket/link_protection.hpp"

namespace banyan::net::detail {

/// Has the system ask the other end of an idle TCP connection for signs of life, and end the connection when none has
/// come for the limit.
void keep_alive(int descriptor, std::chrono::milliseconds silence_limit);
/// Short messages on a TCP connection do not wait for the acknowledgement of those before (TCP_NODELAY).
void send_at_once(int descriptor);

class socket_link final : public link {
  public:
    /// Takes over a connected socket, which belongs to another reactor, and makes it non-blocking. `reactor` is the one
    /// that will watch it. `protection`: null for a plain link. A TCP peer that is silent for `silence_limit` is lost.
    socket_link(stream_socket socket, std::unique_ptr<link_protection> protection, asio::io_context& reactor,
                std::chrono::milliseconds silence_limit);

    ~socket_link() override;

    moved read(std::span<const iovec> regions) override;
    moved write(std::span<const iovec> regions) override;
    [[nodiscard]] bool holds_bytes() const override { return protection_ && protection_->holds_bytes(); }
    [[nodiscard]] bool holds_back() const override { return protection_ && protection_->holds_back(); }
    bool delivered() override;

    [[nodiscard]] bool over_network() const { return over_network_; }
    /// Breaks the link, and returns true, when bytes sent to the peer have gone unanswered for the limit. Once.
    bool end_if_silent();

    /// For waiting only; registers the socket with its reactor if it is not.
    stream_socket& watched_socket();
    /// Takes the socket out of its reactor, which ends all waits on it: while it is registered, each arrival costs the
    /// sender's system call a visit to the reactor's queue.
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

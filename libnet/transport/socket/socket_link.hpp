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
    /// Takes a connected socket out of its reactor and makes it non-blocking. `protection`: null for a plain link.
    /// `silence_limit`: a TCP peer that is silent for this time is lost.
    socket_link(stream_socket socket, std::unique_ptr<link_protection> protection,
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

    /// The socket. For waiting only.
    [[nodiscard]] int descriptor() const { return descriptor_; }

  private:
    const int descriptor_;
    const std::unique_ptr<link_protection> protection_;
    const bool over_network_;
    const std::chrono::milliseconds silence_limit_;
    std::atomic<bool> silent_ = false;
};

}  // namespace banyan::net::detail

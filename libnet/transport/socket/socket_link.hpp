// A connected, authenticated stream socket as a link.
#pragma once

#include <atomic>
#include <chrono>

#include "libnet/base/asio.hpp"
#include "libnet/transport/link.hpp"

namespace banyan::net::detail {

class socket_link final : public link {
  public:
    /// Takes over a connected socket and makes it non-blocking. A TCP peer that is silent for `silence_limit` is lost.
    socket_link(stream_socket socket, std::chrono::milliseconds silence_limit);

    moved read(std::span<const iovec> regions) override;
    moved write(std::span<const iovec> regions) override;
    bool delivered() override;

    [[nodiscard]] bool over_network() const { return over_network_; }
    /// Breaks the link, and returns true, when bytes sent to the peer have gone unanswered for the limit. Once.
    bool end_if_silent();

    /// For waiting only.
    stream_socket& socket() { return socket_; }

  private:
    void keep_alive() const;

    stream_socket socket_;
    const int descriptor_;
    const bool over_network_;
    const std::chrono::milliseconds silence_limit_;
    std::atomic<bool> silent_ = false;
};

}  // namespace banyan::net::detail

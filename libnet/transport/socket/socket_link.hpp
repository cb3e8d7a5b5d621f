// A connected, authenticated stream socket as a link.
#pragma once

#include "libnet/base/asio.hpp"
#include "libnet/transport/link.hpp"

namespace banyan::net::detail {

class socket_link final : public link {
  public:
    /// Takes over a connected socket and makes it non-blocking.
    explicit socket_link(stream_socket socket);

    moved read(std::span<const iovec> regions) override;
    moved write(std::span<const iovec> regions) override;
    bool delivered() override;

    /// For waiting only.
    stream_socket& socket() { return socket_; }

  private:
    stream_socket socket_;
    int descriptor_;
};

}  // namespace banyan::net::detail

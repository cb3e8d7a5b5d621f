// Where host daemons connect: listeners that let in only who proves to know the machine's secret.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "daemon/common/accept_loop.hpp"
#include "daemon/common/control_stream.hpp"
#include "libnet/base/asio.hpp"
#include "libnet/base/secret.hpp"

namespace banyan::daemon {

class host_door {
  public:
    /// At most this many connections that have not proven themselves, over all listeners; more are closed at once.
    static constexpr int max_unproven = 64;

    using arrival_handler = std::function<void(std::uint32_t host_number, std::shared_ptr<control_stream> stream)>;
    host_door(net::asio::io_context& io, const net::machine_secret& secret, arrival_handler on_arrival);
    ~host_door();

    /// Listens on this numeric address alone, on a port of the system's choice, once. Returns "address:port".
    /// Throws net::error invalid_argument for an address that this computer has not.
    std::string listen_tcp(const std::string& address);
    void listen_unix(const std::string& path);
    void close();

  private:
    void authenticate(net::stream_socket socket);

    net::asio::io_context& io_;
    net::machine_secret secret_;
    arrival_handler on_arrival_;
    std::map<std::string, tcp_accept_loop> tcp_;
    std::optional<unix_accept_loop> unix_;
    int unproven_ = 0;
};

}  // namespace banyan::daemon

// Accepts and authenticates the connections of host daemons. Strangers on the TCP port cannot block them
// (libnet/transport/admission.hpp).
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "daemon/common/accept_loop.hpp"
#include "daemon/common/control_stream.hpp"
#include "daemon/common/coordinator_id.hpp"
#include "libnet/base/asio.hpp"
#include "libnet/base/secret.hpp"
#include "libnet/transport/admission.hpp"
#include "libnet/transport/socket/listener.hpp"

namespace banyan::daemon {

class host_acceptor {
  public:
    using arrival_handler = std::function<void(std::uint32_t host_number, std::shared_ptr<control_stream> stream)>;
    /// `self`: the id that this side proves, of the coordinator or of the PVM service.
    host_acceptor(net::asio::io_context& io, const net::secret_key& secret, arrival_handler on_arrival,
                  net::task_id self = coordinator_id);
    ~host_acceptor();

    /// Called with each TCP listener that listen_tcp() makes. The descriptor belongs to this object.
    void on_new_listener(std::function<void(int descriptor)> handler) { on_new_listener_ = std::move(handler); }
    /// Listens on this numeric address, on a port that the system chooses. Returns "address:port"; a second call with
    /// the same address returns the same. Throws net::error invalid_argument if this computer does not have the
    /// address.
    std::string listen_tcp(const std::string& address);
    /// Takes over a listening socket. listen_tcp() uses it for its address.
    void adopt_tcp(int descriptor);
    void adopt_unix(int descriptor);
    void close();

  private:
    using tcp_listener = net::detail::listener<net::asio::ip::tcp>;
    struct candidate;  // a connection that is not authenticated yet
    [[nodiscard]] tcp_listener::events events();
    void take_stranger(net::stream_socket socket);
    void authenticate(const std::shared_ptr<candidate>& from);

    net::asio::io_context& io_;
    net::secret_key secret_;
    net::task_id self_;
    arrival_handler on_arrival_;
    std::function<void(int)> on_new_listener_;
    net::detail::descriptor_reserve reserve_{net::handshake_purpose::control};
    std::map<std::string, tcp_listener> tcp_;  // by numeric address
    std::optional<unix_accept_loop> unix_;
    net::admission admission_{net::admission_limits_of_process()};  // for the TCP connections of all listeners
};

}  // namespace banyan::daemon

#include "daemon/coordinator/host_acceptor.hpp"

#include <fmt/format.h>
#include <sys/socket.h>
#include <unistd.h>

#include "banyan/net/error.hpp"
#include "daemon/common/listen_at.hpp"
#include "daemon/common/runtime_directory.hpp"
#include "libnet/base/asio.hpp"
#include "libnet/transport/socket/address.hpp"
#include "libnet/transport/socket/async_secure.hpp"
#include "libnet/transport/socket/socket_link.hpp"

namespace banyan::daemon {

namespace asio = net::asio;
using boost::system::error_code;

struct host_acceptor::candidate {
    explicit candidate(net::stream_socket accepted) : socket(std::move(accepted)) {}
    net::stream_socket socket;
    std::shared_ptr<net::handshake> shake{};
    std::optional<net::admission::place> place{};  // only of a TCP connection
};

host_acceptor::host_acceptor(asio::io_context& io, const net::secret_key& secret, arrival_handler on_arrival,
                             net::task_id self)
    : io_(io), secret_(secret), self_(self), on_arrival_(std::move(on_arrival)) {}

host_acceptor::~host_acceptor() {
    net::wipe(secret_);
}

host_acceptor::tcp_listener::events host_acceptor::events() {
    return {[this](net::stream_socket s) { take_stranger(std::move(s)); }, [] { return false; },
            [this] { return admission_.make_room(); }, [this] { return admission_.overloaded(); }};
}

std::string host_acceptor::listen_tcp(const std::string& address) {
    error_code failed;
    const auto numeric = asio::ip::make_address(address, failed);
    if (failed) throw net::error(net::errc::invalid_argument, fmt::format("'{}' is not a numeric address", address));
    const std::string name = numeric.to_string();
    if (const auto known = tcp_.find(name); known != tcp_.end()) return net::to_text(known->second.local_endpoint());
    try {
        const asio::ip::tcp::endpoint any_port(numeric, 0);
        auto& made = tcp_.try_emplace(name, io_, any_port, reserve_, events()).first->second;
        if (on_new_listener_) {
            on_new_listener_(made.descriptor());
            made.has_duplicate();
        }
        return net::to_text(made.local_endpoint());
    } catch (const boost::system::system_error& refused) {
        throw net::error(net::errc::invalid_argument,
                         fmt::format("cannot listen on {}: {}", address, refused.code().message()));
    }
}

void host_acceptor::adopt_tcp(int descriptor) {
    asio::ip::tcp::endpoint at;
    auto size = static_cast<socklen_t>(at.capacity());
    ::getsockname(descriptor, at.data(), &size);
    const auto made = tcp_.try_emplace(at.address().to_string(), io_, at.protocol(), descriptor, reserve_, events());
    made.first->second.has_duplicate();
}

// Only processes of this user can connect here, so no admission limits are needed.
void host_acceptor::adopt_unix(int descriptor) {
    unix_.emplace(io_, adopt_listener(io_, descriptor), [this](net::stream_socket s) {
        if (peer_user(s.native_handle()) != static_cast<long>(::geteuid())) return;
        authenticate(std::make_shared<candidate>(std::move(s)));
    });
    unix_->start();
}

void host_acceptor::close() {
    for (auto& [address, listener] : tcp_)
        listener.close();
    if (unix_) unix_->close();
}

void host_acceptor::take_stranger(net::stream_socket socket) {
    const auto source = net::source_of(socket);
    if (!source) return;
    const auto from = std::make_shared<candidate>(std::move(socket));
    net::detail::send_at_once(from->socket.native_handle());
    from->place = admission_.admit(*source, [weak = std::weak_ptr(from)] {
        if (const auto stranger = weak.lock()) net::reset_connection(stranger->socket);
    });
    authenticate(from);
}

void host_acceptor::authenticate(const std::shared_ptr<candidate>& from) {
    from->shake = std::make_shared<net::handshake>(net::handshake_role::responder, secret_,
                                                   net::handshake_purpose::control, self_);
    if (from->place)
        from->shake->ask_before_proof([stranger = from.get()] { return stranger->place->hello_complete(); });
    const auto arrived = [this, from](const std::optional<net::error>& failed,
                                      std::unique_ptr<net::detail::link_protection> protection) {
        const auto peer = from->shake->peer();
        if (!failed && peer == host_daemon_id(peer.host_part()))
            on_arrival_(peer.host_part(),
                        std::make_shared<control_stream>(std::move(from->socket), std::move(protection)));
    };
    net::async_secure(from->socket, from->shake, arrived, net::authentication_limit, [stranger = from.get()] {
        if (stranger->place) stranger->place->proven();
    });
}

}  // namespace banyan::daemon

#include "libnet/transport/socket/async_secure.hpp"

#include <sys/socket.h>

#include <string>
#include <utility>

#include "libnet/transport/running_time_limit.hpp"
#include "libnet/transport/socket/counted_session.hpp"
#include "libnet/transport/socket/tls_session.hpp"

namespace banyan::net {
namespace {

using detail::tls_session;

bool is_encrypted(stream_socket& socket, handshake_purpose purpose) {
    if (purpose != handshake_purpose::control) return purpose == handshake_purpose::encrypted_data;
    boost::system::error_code failed;
    const auto local = socket.local_endpoint(failed);
    return failed || local.protocol().family() != AF_UNIX;
}

std::unique_ptr<detail::link_protection> make_counted_session(stream_socket& socket, const handshake& exchange) {
    const bool initiates = exchange.role() == handshake_role::initiator;
    auto own = exchange.frame_key(exchange.role());
    auto peer = exchange.frame_key(initiates ? handshake_role::responder : handshake_role::initiator);
    auto made = std::make_unique<detail::counted_session>(socket.native_handle(), own, peer);
    wipe(own);
    wipe(peer);
    return made;
}

std::unique_ptr<tls_session> make_tls_session(stream_socket& socket, const handshake& exchange) {
    const bool initiates = exchange.role() == handshake_role::initiator;
    const std::string identity = "banyan " + std::to_string(static_cast<int>(exchange.purpose())) + " " +
                                 std::to_string((initiates ? exchange.self() : exchange.peer()).value) + " " +
                                 std::to_string((initiates ? exchange.peer() : exchange.self()).value);
    auto key = exchange.connection_key();
    auto made = std::make_unique<tls_session>(
        socket.native_handle(), initiates ? tls_session::side::client : tls_session::side::server, key, identity);
    wipe(key);
    return made;
}

class tls_loop : public std::enable_shared_from_this<tls_loop> {
  public:
    tls_loop(stream_socket& socket, std::unique_ptr<tls_session> session, secure_handler handler)
        : socket_(socket), session_(std::move(session)), handler_(std::move(handler)) {}

    void start(std::chrono::milliseconds limit) {
        limit_ = std::make_shared<running_time_limit>(socket_.get_executor(), limit, [weak = weak_from_this()] {
            if (const auto self = weak.lock()) self->expire();
        });
        limit_->start();
        boost::system::error_code unusable;
        socket_.native_non_blocking(true, unusable);
        if (unusable) return finish(error(errc::connect_failed, "TLS handshake: " + unusable.message()));
        step();
    }

  private:
    void step() {
        try {
            switch (session_->continue_handshake()) {
                case tls_session::step::done:
                    return finish(std::nullopt);
                case tls_session::step::wants_read:
                    return wait(stream_socket::wait_read);
                case tls_session::step::wants_write:
                    return wait(stream_socket::wait_write);
            }
        } catch (const error& failed) {
            finish(failed);
        }
    }
    void wait(stream_socket::wait_type what) {
        socket_.async_wait(what, [self = shared_from_this()](const boost::system::error_code& failed) {
            if (!self->handler_) return;
            if (self->expired_)
                return self->finish(error(errc::timeout, "the peer did not complete the TLS handshake in time"));
            if (failed) return self->finish(error(errc::connect_failed, "TLS handshake: " + failed.message()));
            self->step();
        });
    }
    void expire() {
        expired_ = true;
        boost::system::error_code ignored;
        socket_.cancel(ignored);
    }
    void finish(const std::optional<error>& result) {
        limit_->cancel();
        if (result) session_.reset();
        std::exchange(handler_, nullptr)(result, std::move(session_));
    }

    stream_socket& socket_;
    std::unique_ptr<tls_session> session_;
    secure_handler handler_;
    std::shared_ptr<running_time_limit> limit_;
    bool expired_ = false;
};

}  // namespace

void async_secure(stream_socket& socket, std::shared_ptr<handshake> exchange, secure_handler handler,
                  std::chrono::milliseconds limit, std::function<void()> on_proven) {
    const auto then = [&socket, exchange, handler = std::move(handler), on_proven = std::move(on_proven),
                       limit](std::optional<error> failed) {
        // The socket was closed while its handler was due.
        if (!failed && !socket.is_open()) failed.emplace(errc::connect_failed, "the connection was closed");
        if (!failed && on_proven) on_proven();
        if (failed) return handler(std::move(failed), nullptr);
        std::unique_ptr<tls_session> session;
        std::unique_ptr<detail::link_protection> counted;
        try {
            if (is_encrypted(socket, exchange->purpose())) session = make_tls_session(socket, *exchange);
            if (exchange->purpose() == handshake_purpose::counted_data)
                counted = make_counted_session(socket, *exchange);
        } catch (const error& refused) {
            return handler(refused, nullptr);
        }
        if (!session) return handler(std::nullopt, std::move(counted));
        std::make_shared<tls_loop>(socket, std::move(session), handler)->start(limit);
    };
    async_authenticate(socket, exchange, then, limit);
}

}  // namespace banyan::net

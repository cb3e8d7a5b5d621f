#include "daemon/host/reach_coordinator.hpp"

#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <utility>

#include "daemon/common/keepalive.hpp"
#include "daemon/common/runtime_directory.hpp"
#include "libnet/base/shortage.hpp"
#include "libnet/transport/retry_delay.hpp"
#include "libnet/transport/running_time_limit.hpp"
#include "libnet/transport/socket/address.hpp"
#include "libnet/transport/socket/async_secure.hpp"

namespace banyan::daemon {

namespace asio = net::asio;
using boost::system::error_code;

namespace {

using clock = std::chrono::steady_clock;

constexpr std::chrono::seconds connect_limit{10};
constexpr std::chrono::seconds retry_limit{20};  // less than the coordinator's limit for the start of a host
constexpr std::chrono::hours no_limit{10'000};

/// Calls connect() without Asio. If the queue of connections is full, connect() returns EAGAIN, and Asio would wait.
error_code connect_unix_now(net::stream_socket& socket, const std::string& path) {
    const asio::local::stream_protocol::endpoint to(path);
    error_code failed;
    socket.open(to.protocol(), failed);
    if (!failed) socket.native_non_blocking(true, failed);
    if (failed) return failed;
    if (::connect(socket.native_handle(), to.data(), static_cast<socklen_t>(to.size())) == 0) return {};
    return {errno, boost::system::system_category()};
}

class connector : public std::enable_shared_from_this<connector> {
  public:
    connector(asio::io_context& io, const wire::HostOrders& orders, reach_attempt which, reached_handler handler,
              net::task_id peer)
        : orders_(orders),
          is_again_(which == reach_attempt::again),
          is_remote_(!orders.coordinator_endpoint().empty()),
          handler_(std::move(handler)),
          peer_(peer),
          socket_(io),
          pause_(io),
          until_(clock::now() + retry_limit) {}

    void connect() {
        protection_.reset();
        socket_ = net::stream_socket(pause_.get_executor());
        is_remote_ ? connect_tcp() : connect_unix();
    }

  private:
    // ---- the steps

    void connect_unix() {
        const auto& path = orders_.coordinator_path();
        const auto failed = connect_unix_now(socket_, path);
        if (failed == asio::error::try_again || is_shortage_now(failed)) return wait_to_connect(++failures_);
        if (failed)
            return give_up(net::error(net::errc::connect_failed, fmt::format("{}: {}", path, failed.message())));
        if (peer_user(socket_.native_handle()) != static_cast<long>(::geteuid()))
            return give_up(net::error(net::errc::connect_failed, path + " belongs to another user"));
        secure();
    }

    void connect_tcp() {
        start_limit(is_again_ ? keepalive_limit : connect_limit);
        socket_.async_connect(
            net::parse_endpoint(orders_.coordinator_endpoint()), [self = shared_from_this()](error_code failed) {
                if (self->stop_limit()) failed = asio::error::timed_out;
                if (!failed) {
                    const int on = 1;
                    ::setsockopt(self->socket_.native_handle(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
                    return self->secure();
                }
                if (self->may_become_reachable(failed)) return self->wait_to_connect(++self->failures_);
                self->give_up(net::error(
                    net::errc::connect_failed,
                    fmt::format("{} does not answer: {}", self->orders_.coordinator_endpoint(), failed.message())));
            });
    }

    void secure() {
        net::secret_key secret;
        std::memcpy(secret.data(), orders_.secret().data(), secret.size());
        const auto shake =
            std::make_shared<net::handshake>(net::handshake_role::initiator, secret, net::handshake_purpose::control,
                                             host_daemon_id(orders_.number()), peer_);
        net::wipe(secret);
        net::async_secure(
            socket_, shake,
            [self = shared_from_this(), shake](const std::optional<net::error>& failed,
                                               std::unique_ptr<net::detail::link_protection> protection) {
                if (!failed) {
                    self->protection_ = std::move(protection);
                    return self->await_first_bytes();
                }
                const bool no_room = failed->which() == net::errc::resource_limit;
                if (shake->refused() && !no_room)  // another attempt would fail too
                    return self->give_up(net::error(failed->which(), fmt::format("banyand host: {}", failed->what())));
                self->try_again(*failed);
            },
            answer_limit());
    }

    // The coordinator may close the connection before it accepts the proof of this side. It sends a ping when it has
    // accepted it.
    void await_first_bytes() {
        start_limit(answer_limit());
        socket_.async_wait(net::stream_socket::wait_read, [self = shared_from_this()](const error_code&) {
            if (self->stop_limit())
                return self->try_again(
                    net::error(net::errc::timeout, "the coordinator did not accept the proof in time"));
            std::byte first{};
            if (::recv(self->socket_.native_handle(), &first, 1, MSG_PEEK | MSG_DONTWAIT) != 1)
                return self->try_again(net::error(net::errc::connect_failed, "the coordinator closed the connection"));
            std::exchange(self->handler_, nullptr)(
                std::make_shared<control_stream>(std::move(self->socket_), std::move(self->protection_)), std::nullopt);
        });
    }

    // ---- limits

    [[nodiscard]] std::chrono::milliseconds answer_limit() const {
        if (!is_again_) return net::authentication_limit;
        return is_remote_ ? keepalive_limit : std::chrono::milliseconds(no_limit);
    }

    void start_limit(std::chrono::milliseconds limit) {
        limit_ = std::make_shared<net::running_time_limit>(pause_.get_executor(), limit, [weak = weak_from_this()] {
            const auto self = weak.lock();
            error_code ignored;
            if (self) self->socket_.cancel(ignored);
        });
        limit_->start();
    }

    /// True if it has passed.
    bool stop_limit() {
        const bool passed = limit_->passed();
        limit_->cancel();
        return passed;
    }

    // A shortage of this computer does not mean that the virtual machine has ended.
    [[nodiscard]] bool is_shortage_now(const error_code& failed) const {
        return is_again_ && net::detail::is_shortage(failed);
    }

    // A network that fails for a moment does not mean that the virtual machine has ended.
    [[nodiscard]] bool may_become_reachable(const error_code& failed) const {
        const bool unreachable = failed == asio::error::network_unreachable || failed == asio::error::host_unreachable;
        return is_again_ && (unreachable || is_shortage_now(failed)) &&
               clock::now() < until_ - retry_limit + keepalive_limit;
    }

    // ---- the next attempt, or the end

    void try_again(const net::error& failed) {
        if (is_again_ && failed.which() == net::errc::timeout) return give_up(failed);
        const bool is_first_end = ends_++ == 0;
        if (is_again_ && is_first_end)
            until_ = clock::now() + retry_limit;  // the connection may have waited in the queue before
        if (clock::now() + net::retry_delay(ends_) <= until_) return wait_to_connect(ends_);
        give_up(net::error(failed.which(),
                           fmt::format("banyand host: the coordinator closed {} connections in {} s before the proof "
                                       "was complete; the last one: {}",
                                       ends_, retry_limit.count(), failed.what())));
    }

    void wait_to_connect(unsigned failures) {
        pause_.expires_after(net::retry_delay(failures));
        pause_.async_wait([self = shared_from_this()](const error_code& cancelled) {
            if (!cancelled) self->connect();
        });
    }

    void give_up(const net::error& why) { std::exchange(handler_, nullptr)(nullptr, why); }

    wire::HostOrders orders_;
    bool is_again_;
    bool is_remote_;
    reached_handler handler_;
    net::task_id peer_;
    net::stream_socket socket_;
    std::unique_ptr<net::detail::link_protection> protection_;
    asio::steady_timer pause_;
    std::shared_ptr<net::running_time_limit> limit_;
    clock::time_point until_;
    unsigned failures_ = 0;  // failed calls of connect()
    unsigned ends_ = 0;      // connections that closed before the proof was complete
};

}  // namespace

void async_reach_coordinator(asio::io_context& io, const wire::HostOrders& orders, reach_attempt which,
                             reached_handler handler, net::task_id peer) {
    const auto attempt = std::make_shared<connector>(io, orders, which, std::move(handler), peer);
    asio::post(io, [attempt] { attempt->connect(); });
}

std::shared_ptr<control_stream> reach_coordinator(asio::io_context& io, const wire::HostOrders& orders) {
    std::shared_ptr<control_stream> reached;
    std::optional<net::error> failure;
    async_reach_coordinator(io, orders, reach_attempt::first,
                            [&](std::shared_ptr<control_stream> stream, const std::optional<net::error>& why) {
                                reached = std::move(stream);
                                failure = why;
                            });
    io.run();
    io.restart();
    if (failure) throw net::error(*failure);
    return reached;
}

}  // namespace banyan::daemon

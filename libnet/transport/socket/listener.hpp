// A listening socket: accepts a few connections in a turn, pauses on request, and continues when descriptors run out.
#pragma once

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <exception>
#include <functional>
#include <type_traits>
#include <utility>

#include "libnet/base/asio.hpp"
#include "libnet/base/shortage.hpp"
#include "libnet/transport/socket/defer_accept.hpp"
#include "libnet/transport/socket/descriptor_reserve.hpp"
#include "libnet/transport/socket/open_socket.hpp"

namespace banyan::net::detail {

/// Programs that the task executes do not inherit its sockets, even if another thread executes one at any moment. The
/// sockets are made by system calls that set the close-on-exec flag at once; Asio does not use these calls.
template <class Protocol>
class listener {
  public:
    struct events {
        std::function<void(stream_socket)> on_arrival;
        std::function<bool()> full;        ///< true: accept no more until go_on()
        std::function<bool()> make_room;   ///< frees a descriptor for a waiting connection; false if it cannot
        std::function<bool()> overloaded;  ///< true: so many connections arrive that the listener pauses between turns
    };

    /// Binds and listens; throws boost::system::system_error. Borrows `reserve`.
    listener(asio::io_context& io, const typename Protocol::endpoint& at, descriptor_reserve& reserve, events handlers)
        : acceptor_(io), pause_(io), io_(&io), reserve_(&reserve), handlers_(std::move(handlers)) {
        open(at);
        at_ = acceptor_.local_endpoint();
    }

    /// Takes over a listening, non-blocking socket. The listener owns the descriptor, even if this throws.
    listener(asio::io_context& io, const Protocol& protocol, int descriptor, descriptor_reserve& reserve,
             events handlers)
        : acceptor_(io), pause_(io), io_(&io), reserve_(&reserve), handlers_(std::move(handlers)) {
        adopt_descriptor(acceptor_, protocol, descriptor);
        at_ = acceptor_.local_endpoint();
        wait();
    }

    /// Another process has a duplicate of the socket. Closing this one would then refuse no connection, and the address
    /// would stay in use.
    void has_duplicate() { has_duplicate_ = true; }
    [[nodiscard]] int descriptor() { return acceptor_.native_handle(); }
    [[nodiscard]] const typename Protocol::endpoint& local_endpoint() const { return at_; }
    /// Accepts again after full() was true.
    void go_on() {
        if (std::exchange(paused_, false)) wait();
    }

    /// Accepts no more connections. A step that is due may still run, so the object must live until the executor has
    /// run it.
    void close() {
        closed_ = true;
        boost::system::error_code ignored;
        acceptor_.close(ignored);
        pause_.cancel();
    }

  private:
    void open(const typename Protocol::endpoint& at) {
        open_socket(acceptor_, at.protocol());
        // Links that were accepted on this port before keep the port in use.
        if (at.protocol().family() != AF_UNIX) {
            acceptor_.set_option(typename Protocol::acceptor::reuse_address(true));
            defer_accept(acceptor_.native_handle());
        }
        acceptor_.bind(at);
        acceptor_.listen();
        wait();
    }
    template <class SystemCall>
    static auto made(SystemCall call) {
        const auto making = making_descriptor();
        return call();
    }
    void wait() {
        acceptor_.async_wait(Protocol::acceptor::wait_read, [this](const boost::system::error_code& ended) {
            if (!ended && !closed_) accept_or_later();
        });
    }
    // If no memory is left or the reactor has no room, the connection is dropped, and its peer tries again.
    void accept_or_later() {
        try {
            accept();
        } catch (const std::exception&) {
            later(&listener::accept_or_later);
        }
    }
    // Accepts a few connections in a turn, so that earlier connections are read and the reactor does its other work.
    // Under overload a pause follows, so that the program is interrupted seldom and not for each connection.
    void accept() {
        constexpr int most_in_a_turn = 8, turns_without_pause = 32;
        for (int i = 0; i < most_in_a_turn; ++i) {
            if ((paused_ = handlers_.full())) return;
            if (!accept_one()) return;
        }
        if (++turns_ % turns_without_pause == 0) return wait_or_pause();
        wait();
    }
    // Returns false if no connection waits; then the next step has been scheduled.
    bool accept_one() {
        const int descriptor =
            made([&] { return ::accept4(acceptor_.native_handle(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK); });
        if (descriptor >= 0) {
            shortages_ = 0;
            handlers_.on_arrival(owned(descriptor));
            return true;
        }
        const std::error_code failed(errno, std::generic_category());
        const bool none =
            failed == std::errc::operation_would_block || failed == std::errc::resource_unavailable_try_again;
        const bool shortage = is_shortage(failed);
        if (!none && !shortage) return true;
        if (none || !connection_waits()) return wait_or_pause(), false;
        if (handlers_.make_room()) return true;
        return refuse(), false;
    }
    void wait_or_pause() {
        constexpr std::chrono::milliseconds overload_pause{5};
        handlers_.overloaded() ? later(&listener::wait, overload_pause) : wait();
    }
    // Linux reports a shortage of descriptors even if no connection waits.
    [[nodiscard]] bool connection_waits() {
        pollfd waiting{acceptor_.native_handle(), POLLIN, 0};
        return ::poll(&waiting, 1, 0) == 1;
    }
    stream_socket owned(int descriptor) {
        stream_socket socket(*io_);
        adopt_descriptor(socket, at_.protocol(), descriptor);
        return socket;
    }
    void refuse() {
        using outcome = descriptor_reserve::outcome;
        auto what = outcome::refused;
        while (what == outcome::refused)
            what = reserve_->refuse(acceptor_.native_handle());
        if (what != outcome::no_reserve) {
            shortages_ = 0;
            return wait();
        }
        has_duplicate_ || ++shortages_ < most_shortages ? later(&listener::accept_or_later) : close_for_now();
    }
    // The program has used all descriptors and the reserve too. Waiting connections must not wait for ever: with the
    // socket closed, the system refuses them, and their peers try again until their own time limit.
    void close_for_now() {
        boost::system::error_code ignored;
        acceptor_.close(ignored);
        if constexpr (std::is_same_v<Protocol, asio::local::stream_protocol>) ::unlink(at_.path().c_str());
        later(&listener::open_again);
    }
    void open_again() {
        if (!made([&] { return reserve_->refill(); })) return later(&listener::open_again);
        try {
            open(at_);
            shortages_ = 0;
        } catch (const std::exception&) {
            close_for_now();
        }
    }
    // Retries after a pause, because an immediate retry would only use CPU time.
    void later(void (listener::*step)(), std::chrono::milliseconds pause = std::chrono::milliseconds(100)) {
        pause_.expires_after(pause);
        pause_.async_wait([this, step](const boost::system::error_code& ended) {
            if (!ended && !closed_) (this->*step)();
        });
    }

    static constexpr int most_shortages = 10;

    typename Protocol::acceptor acceptor_;
    typename Protocol::endpoint at_;
    asio::steady_timer pause_;
    asio::io_context* io_;
    descriptor_reserve* reserve_;
    events handlers_;
    unsigned turns_ = 0;
    int shortages_ = 0;  // in a row without a descriptor to refuse a connection
    bool paused_ = false;
    bool closed_ = false;
    bool has_duplicate_ = false;
};

}  // namespace banyan::net::detail

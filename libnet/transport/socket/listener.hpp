// A listening socket: accepts without end, pauses when asked to, goes on when descriptors run out.
#pragma once

#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <exception>
#include <functional>

#include "libnet/base/asio.hpp"
#include "libnet/transport/socket/descriptor_reserve.hpp"

namespace banyan::net::detail {

/// Its sockets are closed in programs that the task starts, also when it starts them from another thread at any moment:
/// so they are made by the system calls that set the flag at once, which Asio does not use.
template <class Protocol>
class listener {
  public:
    struct events {
        std::function<void(stream_socket)> on_arrival;
        std::function<bool()> full;  ///< true: accept no more until go_on()
    };

    /// Binds and listens; throws boost::system::system_error. Borrows `reserve`.
    listener(asio::io_context& io, const typename Protocol::endpoint& at, descriptor_reserve& reserve, events handlers)
        : door_(io), pause_(io), io_(&io), reserve_(&reserve), handlers_(std::move(handlers)) {
        const auto protocol = at.protocol();
        const int descriptor =
            ::socket(protocol.family(), SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, protocol.protocol());
        if (descriptor < 0) throw boost::system::system_error(errno, boost::system::system_category());
        door_.assign(protocol, descriptor);
        door_.bind(at);
        door_.listen();
        wait();
    }

    [[nodiscard]] typename Protocol::endpoint local_endpoint() const { return door_.local_endpoint(); }
    /// After full() was true: accepts again.
    void go_on() {
        if (std::exchange(paused_, false)) wait();
    }

  private:
    void wait() {
        door_.async_wait(Protocol::acceptor::wait_read, [this](const boost::system::error_code& ended) {
            if (!ended) accept_or_later();
        });
    }
    // Where memory is out, or the reactor has no room, the connection is dropped, and its peer tries again.
    void accept_or_later() {
        try {
            accept();
        } catch (const std::exception&) {
            accept_later();
        }
    }
    void accept() {
        while (!(paused_ = handlers_.full())) {
            const int descriptor = ::accept4(door_.native_handle(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
            if (descriptor >= 0) {
                handlers_.on_arrival(owned(descriptor));
                continue;
            }
            const std::error_code failed(errno, std::generic_category());
            if (is_shortage(failed)) return turn_away();
            if (failed == std::errc::operation_would_block || failed == std::errc::resource_unavailable_try_again)
                return wait();
        }
    }
    stream_socket owned(int descriptor) {
        stream_socket socket(*io_);
        boost::system::error_code failed;
        socket.assign(door_.local_endpoint().protocol(), descriptor, failed);
        if (!failed) return socket;
        ::close(descriptor);
        throw boost::system::system_error(failed);
    }
    // Linux reports the shortage even when nobody waits, so the next accept comes with the next arrival.
    void turn_away() {
        using outcome = descriptor_reserve::outcome;
        auto what = outcome::turned_away;
        while (what == outcome::turned_away)
            what = reserve_->turn_away(door_.native_handle());
        what == outcome::no_reserve ? accept_later() : wait();
    }
    // The connection still waits: trying at once would only heat the processor.
    void accept_later() {
        constexpr std::chrono::milliseconds breath{100};
        pause_.expires_after(breath);
        pause_.async_wait([this](const boost::system::error_code& ended) {
            if (!ended) accept_or_later();
        });
    }

    typename Protocol::acceptor door_;
    asio::steady_timer pause_;
    asio::io_context* io_;
    descriptor_reserve* reserve_;
    events handlers_;
    bool paused_ = false;
};

}  // namespace banyan::net::detail

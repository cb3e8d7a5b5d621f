// A listening socket: accepts for ever, pauses when asked to, keeps its head when descriptors run out.
#pragma once

#include <chrono>
#include <functional>

#include "libnet/base/asio.hpp"
#include "libnet/transport/socket/descriptor_reserve.hpp"

namespace banyan::net::detail {

template <class Protocol>
class listener {
  public:
    struct events {
        std::function<void(stream_socket)> on_arrival;
        std::function<bool()> full;  ///< true: accept no more until go_on()
    };

    /// Binds and listens; throws boost::system::system_error. Borrows `reserve`.
    listener(asio::io_context& io, const typename Protocol::endpoint& at, descriptor_reserve& reserve, events handlers)
        : door_(io), pause_(io), reserve_(&reserve), handlers_(std::move(handlers)) {
        door_.open(at.protocol());
        door_.bind(at);
        door_.listen();
        door_.native_non_blocking(true);
        accept();
    }

    [[nodiscard]] typename Protocol::endpoint local_endpoint() const { return door_.local_endpoint(); }
    /// After full() was true: accepts again.
    void go_on() {
        if (std::exchange(paused_, false)) accept();
    }

  private:
    void accept() {
        paused_ = handlers_.full();
        if (paused_) return;
        door_.async_accept([this](const boost::system::error_code& failed, typename Protocol::socket socket) {
            if (failed == asio::error::operation_aborted) return;  // *this may be gone
            if (!failed) handlers_.on_arrival(std::move(socket));
            is_shortage(failed) ? turn_away() : accept();
        });
    }
    // Linux reports the shortage even when nobody waits, so the next accept comes with the next arrival.
    void turn_away() {
        using outcome = descriptor_reserve::outcome;
        auto what = outcome::turned_away;
        while (what == outcome::turned_away)
            what = reserve_->turn_away(door_.native_handle());
        if (what == outcome::no_reserve) return accept_later();
        door_.async_wait(Protocol::acceptor::wait_read, [this](const boost::system::error_code& ended) {
            if (!ended) accept();
        });
    }
    // The connection still waits: trying at once would only heat the processor.
    void accept_later() {
        constexpr std::chrono::milliseconds breath{100};
        pause_.expires_after(breath);
        pause_.async_wait([this](const boost::system::error_code& ended) {
            if (!ended) accept();
        });
    }

    typename Protocol::acceptor door_;
    asio::steady_timer pause_;
    descriptor_reserve* reserve_;
    events handlers_;
    bool paused_ = false;
};

}  // namespace banyan::net::detail

// The host daemon's connection to its coordinator, which is made again when it closes.
#pragma once

#include <functional>
#include <memory>

#include "daemon/common/control_stream.hpp"
#include "daemon/common/keepalive.hpp"
#include "daemon/daemon.pb.h"
#include "libnet/base/asio.hpp"

namespace banyan::daemon {

class coordinator_link {
  public:
    struct handlers {
        std::function<void(const wire::ToHost&)> message;
        /// The connection has closed and is being made again.
        std::function<void()> lost;
        /// It has been made again: the coordinator is to be told what is known.
        std::function<void()> returned;
        /// There is no coordinator any more.
        std::function<void()> gone;
    };

    /// `stream` is connected and authenticated.
    coordinator_link(net::asio::io_context& io, const wire::HostOrders& orders, std::shared_ptr<control_stream> stream);

    void start(handlers h);
    /// Does nothing while there is no connection: what a coordinator must know is told after `returned`.
    void send(const wire::FromHost& message) { stream_->send(message); }
    /// From now on the connection is made again; before, its end is that of the coordinator.
    void accept() { accepted_ = true; }
    [[nodiscard]] bool is_accepted() const { return accepted_; }
    /// Call it once per keepalive_interval. True when a coordinator of another computer has been silent for too long.
    /// One of this computer may be slow, or stopped and continued later: its death ends its connection.
    bool is_silent();
    /// Closes when all that was sent has left, then calls `then`; at once if there is no connection.
    void close_when_sent(std::function<void()> then) { stream_->close_when_sent(std::move(then)); }

  private:
    void listen();
    void take(const std::string& body);
    void lose();

    net::asio::io_context& io_;
    wire::HostOrders orders_;
    std::shared_ptr<control_stream> stream_;  // closed while the connection is being made again
    handlers handlers_;
    silence_count silence_;
    bool accepted_ = false;
};

}  // namespace banyan::daemon

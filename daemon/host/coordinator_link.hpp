// The connection of a host daemon to its coordinator. It is made again when it closes.
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
        /// The connection has closed. A new one is being made.
        std::function<void()> lost;
        /// A new connection is made: report everything to the coordinator.
        std::function<void()> returned;
        /// No coordinator exists any more.
        std::function<void()> gone;
    };

    /// `stream` is connected and authenticated.
    coordinator_link(net::asio::io_context& io, const wire::HostOrders& orders, std::shared_ptr<control_stream> stream);

    void start(handlers h);
    /// Does nothing without a connection. What the coordinator must know is reported again after `returned`.
    void send(const wire::FromHost& message) { stream_->send(message); }
    /// From now on the connection is made again when it closes. Before, its end means that no coordinator exists.
    void accept() { accepted_ = true; }
    [[nodiscard]] bool is_accepted() const { return accepted_; }
    /// Call it once per keepalive_interval. True if a coordinator on another computer has been silent for too long. A
    /// coordinator on this computer may be slow or stopped; if it dies, its connection ends.
    bool is_silent();
    /// Closes when all messages have been sent, and then calls `then`; at once without a connection.
    void close_when_sent(std::function<void()> then) { stream_->close_when_sent(std::move(then)); }

  private:
    void listen();
    void take(const std::string& body);
    void lose();

    net::asio::io_context& io_;
    wire::HostOrders orders_;
    std::shared_ptr<control_stream> stream_;  // closed while a new connection is being made
    handlers handlers_;
    silence_count silence_;
    bool accepted_ = false;
};

}  // namespace banyan::daemon

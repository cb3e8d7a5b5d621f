// The making of one link by this side: addresses in turn until one proves to be the peer.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "libnet/transport/socket/socket_driver.hpp"
#include "libnet/wire/frame.hpp"

namespace banyan::net::detail {

struct socket_driver::trial {
    explicit trial(asio::io_context& io) : socket(io) {}
    stream_socket socket;
    bool connected = false;
    std::shared_ptr<handshake> proof;
    bool proven = false;  // both sides; the peer may have sent its welcome, and messages
    wire::header_buffer welcome{};
};

/// Kept in socket_driver::attempts_ until it ends; its handlers share it.
struct socket_driver::attempt {
    attempt(asio::io_context& io, task_id to) : peer(to), timer(io), limit(io) {}
    /// Closes what is under way; its handlers find the attempt no longer current.
    void end() {
        timer.cancel();
        limit.cancel();
        for (const auto& on : trials) {
            boost::system::error_code ignored;
            on->socket.close(ignored);
        }
        trials.clear();
    }
    /// Closes what has not even been connected: an address where nobody says yes or no.
    void end_unanswered() {
        for (const auto& on : trials) {
            boost::system::error_code ignored;
            if (!on->connected) on->socket.close(ignored);
        }
    }
    /// True while an address is being tried, false between rounds.
    [[nodiscard]] bool trying() const { return !trials.empty(); }

    task_id peer;
    std::vector<stream_socket::endpoint_type> addresses;
    std::size_t next_address = 0;
    std::vector<std::shared_ptr<trial>> trials;  // under way; more than one when the first is silent
    asio::steady_timer timer;                    // until the next address or the next round
    asio::steady_timer limit;                    // until addresses that have not answered count as failed
    deadline give_up;
    std::string last_failure;
};

}  // namespace banyan::net::detail

// The making of one link by this side: tries addresses in order until one is authenticated as the peer.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "libnet/transport/running_time_limit.hpp"
#include "libnet/transport/socket/link_maker.hpp"
#include "libnet/transport/socket/system_calls.hpp"
#include "libnet/wire/frame.hpp"

namespace banyan::net::detail {

struct link_maker::trial {
    explicit trial(asio::io_context& io) : socket(io) {}
    void close() {
        boost::system::error_code ignored;
        socket.close(ignored);
    }
    /// Reads more bytes of the welcome, without blocking.
    moved read_welcome() {
        const iovec rest{welcome.data() + welcome_bytes, welcome.size() - welcome_bytes};
        const auto result =
            protection ? protection->read(std::span(&rest, 1)) : read_now(socket.native_handle(), std::span(&rest, 1));
        welcome_bytes += result.bytes;
        return result;
    }
    stream_socket socket;
    bool over_network = false;
    bool connected = false;
    bool proven = false;  // the peer may already use it
    std::shared_ptr<handshake> proof;
    std::unique_ptr<link_protection> protection;
    wire::header_buffer welcome{};
    std::size_t welcome_bytes = 0;  // bytes of the welcome that have arrived
};

/// One attempt, kept in link_maker::attempts_ until it ends. Its handlers share it.
struct link_maker::attempt {
    attempt(asio::io_context& io, task_id to)
        : peer(to), timer(io), last_failure(errc::connect_failed, "it has no address that this transport can use") {}
    /// Closes all sockets. Its handlers then find that the attempt is no longer current.
    void end() {
        timer.cancel();
        for (const auto& one : {limit, shortage_limit})
            if (one) one->cancel();
        end_trials();
    }
    void end_trials() {
        for (const auto& on : trials)
            on->close();
        trials.clear();
    }
    /// Closes the sockets that are not connected yet: their addresses neither accept nor refuse.
    void end_unanswered() {
        for (const auto& on : trials)
            if (!on->connected) on->close();
    }
    /// True while an address is being tried, false between rounds.
    [[nodiscard]] bool trying() const { return !trials.empty(); }
    /// True if an address has accepted a connection, so that the peer may already have bytes of it.
    [[nodiscard]] bool has_connected() const {
        return std::ranges::any_of(trials, [](const auto& on) { return on->connected; });
    }
    /// True when another round is useless.
    [[nodiscard]] bool is_over() const {
        const bool no_room = last_failure.which() == errc::resource_limit && shortage_limit && shortage_limit->passed();
        return addresses.empty() || limit->passed() || no_room;
    }

    task_id peer;
    std::vector<stream_socket::endpoint_type> addresses;
    std::size_t next_address = 0;
    unsigned rounds = 0;                         // failed rounds
    std::vector<std::shared_ptr<trial>> trials;  // the current ones; several if an address does not answer
    asio::steady_timer timer;                    // until the next address or the next round
    std::shared_ptr<running_time_limit> limit;   // until refusals and addresses without an answer count as a failure
    std::shared_ptr<running_time_limit> shortage_limit;  // the same for a peer that reports that it has no room
    error last_failure;
};

}  // namespace banyan::net::detail

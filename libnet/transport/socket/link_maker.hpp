// Makes the connections of a mailbox in its own thread, so that they are accepted, authenticated and used while the
// program computes.
//
// Each side of a pair may start a connection. If both are made, that of the side with the lower task id is used: this
// side closes the other one before its welcome, and the side with the higher id drops its own attempt. If no address
// has accepted the connection of the lower side yet, that side drops its attempt and uses the other connection, because
// some networks let only one side connect.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "libnet/transport/admission.hpp"
#include "libnet/transport/driver.hpp"
#include "libnet/transport/member.hpp"
#include "libnet/transport/socket/listener.hpp"
#include "libnet/transport/socket/socket_link.hpp"
#include "libnet/transport/socket/socket_settings.hpp"
#include "libnet/wire/handshake.hpp"

namespace banyan::net::detail {

/// Thread rule: after start() all private members belong to the thread, except `proven_`. The functions of the thread
/// take the mailbox's lock (by driver_events::serve), so stop() and the destructor are called without it.
class link_maker {
  public:
    /// An authenticated connection and its protection: null for a plain one.
    struct ready_socket {
        stream_socket socket;
        std::unique_ptr<link_protection> protection;
    };
    /// Takes an authenticated connection and makes its link; empty if the peer is lost already. Called by the thread,
    /// with the mailbox's lock, inside driver_events::serve.
    using link_handler =
        std::function<std::shared_ptr<socket_link>(task_id peer, ready_socket made, std::uint64_t its_window_bytes)>;

    /// Starts listening. Throws resource_limit or invalid_argument if that is not possible.
    link_maker(const socket_settings& settings, driver_events& events, link_handler on_link);
    ~link_maker();

    // --- before start()
    /// The addresses of this task.
    [[nodiscard]] task_endpoints endpoints() const;
    /// The other tasks and their addresses.
    void set_members(const std::vector<member>& members);
    /// Calls driver_events::on_wake whenever the descriptor is readable, until its other end is closed. Borrows it.
    void watch(int descriptor);
    /// Starts the thread. Throws errc::resource_limit if the system has none.
    void start();

    // --- any thread, at any time; never block
    /// Adds a task that has been located; with open membership only.
    void add_member(const member& located);
    void connect(task_id peer);
    /// The mailbox has dropped its link to the peer, or the peer is lost, for the reason `why`. The peer gets no other
    /// link.
    void forget(task_id peer, errc why);
    /// True while a link may come that `peer` already uses.
    [[nodiscard]] bool link_under_way(task_id peer) const;

    /// Ends the thread and closes the listening sockets and the connections without a link.
    void stop();

  private:
    struct attempt;  // the making of one link
    struct trial;    // the connection to one address
    struct inbound;  // an accepted connection that is not authenticated yet

    void run();

    // --- listening
    void listen_tcp();
    void listen_unix();
    void take_stranger(stream_socket socket);
    void take_local(stream_socket socket);
    void take_inbound(const std::shared_ptr<inbound>& from);
    void inbound_ended(const std::shared_ptr<inbound>& from, const std::optional<error>& failure);
    void answer(inbound& from);
    [[nodiscard]] bool refuses(task_id peer) const;
    [[nodiscard]] bool is_on_own_host(task_id peer) const;

    // --- connecting, link_maker_connect.cpp
    void begin_attempt(task_id peer);
    void restart_attempts();
    void try_next(const std::shared_ptr<attempt>& made);
    void start_trial(const std::shared_ptr<attempt>& made, const stream_socket::endpoint_type& address);
    void prove(const std::shared_ptr<attempt>& made, const std::shared_ptr<trial>& on);
    void await_welcome(const std::shared_ptr<attempt>& made, const std::shared_ptr<trial>& on);
    void read_welcome(const std::shared_ptr<attempt>& made, const std::shared_ptr<trial>& on);
    void take_welcome(const std::shared_ptr<attempt>& made, const std::shared_ptr<trial>& on);
    void trial_failed(const std::shared_ptr<attempt>& made, const std::shared_ptr<trial>& on, const error& why);
    void retry_later(const std::shared_ptr<attempt>& made);
    void not_welcome(const std::shared_ptr<attempt>& made, const std::shared_ptr<trial>& on);
    void give_up(const std::shared_ptr<attempt>& made, const error& why);
    void tell_failure(task_id peer, errc why, const std::string& text);
    void end_attempt(task_id peer);
    [[nodiscard]] bool current(const std::shared_ptr<attempt>& made) const;
    void add_addresses(attempt& made, const member& peer) const;

    void use(task_id peer, ready_socket ready, std::uint64_t its_window_bytes,
             const std::function<bool(ready_socket&)>& send_welcome = {});
    [[nodiscard]] handshake_purpose purpose_for(task_id peer, const stream_socket& socket) const;
    void set_proven(task_id peer, bool proven);
    void watch_silence();
    void watch_again();

    const socket_settings settings_;
    driver_events* events_;
    const link_handler on_link_;
    admission admission_{admission_limits_of_process()};  // of TCP connections, for all listeners
    std::size_t unproven_unix_ = 0;  // of this user; counted separately, so that strangers cannot keep them out
    asio::io_context io_{1};
    descriptor_reserve reserve_{handshake_purpose::data};
    std::vector<std::unique_ptr<listener<asio::ip::tcp>>> tcp_;
    std::unique_ptr<listener<asio::local::stream_protocol>> unix_;
    std::string unix_path_;
    asio::posix::stream_descriptor watched_{io_};
    asio::steady_timer silence_timer_{io_};
    bool watching_silence_ = false;
    std::vector<std::pair<task_id, std::weak_ptr<socket_link>>> network_links_;
    std::unordered_map<task_id, member> members_;
    std::unordered_map<task_id, std::shared_ptr<attempt>> attempts_;
    std::unordered_set<task_id> linked_;
    std::unordered_map<task_id, errc> given_up_;
    mutable std::mutex mutex_;            // guards proven_
    std::unordered_set<task_id> proven_;  // peers that may already use the link that is being made
    std::thread thread_;
};

}  // namespace banyan::net::detail

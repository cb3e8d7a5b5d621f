// Links over TCP and Unix-domain sockets. Asio accepts, connects, times and sleeps; the links themselves call the
// socket.
//
// Either side of a pair may start a connection. If both do, the one that the lower task id started stays: the lower
// side turns the other away before its welcome, the higher side gives up its own attempt.
#pragma once

#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "banyan/net/mailbox_options.hpp"
#include "libnet/base/secret.hpp"
#include "libnet/transport/driver.hpp"
#include "libnet/transport/member.hpp"
#include "libnet/transport/socket/listener.hpp"
#include "libnet/transport/socket/socket_link.hpp"
#include "libnet/wire/handshake.hpp"

namespace banyan::net::detail {

struct socket_settings {
    task_id self;
    std::string host;  ///< name of this task's host; peers of the same name are on the same machine
    /// Numeric addresses to listen on with TCP, IPv4 and IPv6, in the order in which peers are to try them.
    std::vector<std::string> data_addresses;
    std::string socket_directory;  ///< 0700 folder for the Unix-domain socket; "" for none
    machine_secret secret{};
    transport_kind kind = transport_kind::automatic;
    std::uint64_t grant_bytes = 0;  ///< eager credit told to each peer
    std::chrono::milliseconds connect_timeout = mailbox_options{}.connect_timeout;
    std::chrono::milliseconds silence_limit = mailbox_options{}.silence_limit;
};

class socket_driver final : public driver {
  public:
    /// Listens at once. Throws resource_limit or invalid_argument when that is not possible.
    socket_driver(const socket_settings& settings, driver_events& events);
    ~socket_driver() override;

    /// Where peers find this task.
    [[nodiscard]] task_endpoints endpoints() const;
    /// The other tasks and their addresses; needed before the first connect().
    void set_members(const std::vector<member>& members);
    /// Calls driver_events::on_wake when the descriptor becomes readable. Borrows it.
    void watch(int descriptor);

    void connect(task_id peer) override;
    void poll() override;
    void arm() override;
    void sleep(deadline until) override;
    void wake() override;
    void watch_writable(task_id peer) override;
    void forget(task_id peer) override;
    [[nodiscard]] bool link_under_way(task_id peer) const override;
    [[nodiscard]] bool busy() const override { return !attempts_.empty() || pending_inbound_ > 0; }

  private:
    struct attempt;  // the making of one link
    struct trial;    // of one address of it
    struct inbound;  // an accepted connection that has not proven itself yet

    struct connected {
        std::shared_ptr<socket_link> link;
        bool read_armed = false;
        bool write_armed = false;
    };

    void listen_tcp();
    void listen_unix();
    void take_inbound(stream_socket socket);
    void inbound_ended(const std::shared_ptr<inbound>& from, const std::optional<error>& failure);
    [[nodiscard]] bool turn_away(task_id peer) const;

    void try_next(const std::shared_ptr<attempt>& made);
    void start_trial(const std::shared_ptr<attempt>& made, const stream_socket::endpoint_type& address);
    void prove(const std::shared_ptr<attempt>& made, const std::shared_ptr<trial>& on);
    void await_welcome(const std::shared_ptr<attempt>& made, const std::shared_ptr<trial>& on);
    void trial_failed(const std::shared_ptr<attempt>& made, const std::shared_ptr<trial>& on, const std::string& why);
    void no_room(const std::shared_ptr<attempt>& made, const std::error_code& failed);
    void end_attempt(task_id peer);
    void retry_later(const std::shared_ptr<attempt>& made);
    [[nodiscard]] bool current(const std::shared_ptr<attempt>& made) const;
    [[nodiscard]] std::vector<stream_socket::endpoint_type> addresses_of(const member& peer) const;

    void use(task_id peer, stream_socket socket, std::uint64_t its_grant_bytes);
    void watch_silence();
    void unwatch_links();
    void wait_for(task_id peer, const std::shared_ptr<connected>& c, stream_socket::wait_type what,
                  bool connected::*armed);
    void watch_again();

    const socket_settings settings_;
    driver_events* events_;
    asio::io_context io_{1};
    descriptor_reserve reserve_;
    std::vector<std::unique_ptr<listener<asio::ip::tcp>>> tcp_;
    std::unique_ptr<listener<asio::local::stream_protocol>> unix_;
    asio::steady_timer silence_timer_{io_};
    bool watching_silence_ = false;
    unsigned polls_without_arm_ = 0;
    asio::posix::stream_descriptor watched_{io_};
    std::string unix_path_;
    std::size_t pending_inbound_ = 0;
    std::unordered_map<task_id, member> members_;
    std::unordered_map<task_id, std::shared_ptr<attempt>> attempts_;
    std::unordered_map<task_id, std::shared_ptr<connected>> links_;
};

}  // namespace banyan::net::detail

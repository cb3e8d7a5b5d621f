// The connection of a command to its coordinator: requests and answers, one after the other, on the calling thread.
#pragma once

#include <chrono>
#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "daemon/client/coordinator_watch.hpp"
#include "daemon/client/start_coordinator.hpp"
#include "daemon/client/virtual_machine.hpp"
#include "daemon/common/control_stream.hpp"
#include "daemon/daemon.pb.h"

namespace banyan::daemon {

/// If the connection closes, the coordinator may have been restarted. While a `reconnecting` object exists, a new
/// connection is made, without a time limit, as long as the socket of the virtual machine has a listener. A refused
/// connect means that the virtual machine has ended.
class virtual_machine::connection {
  public:
    /// Sends the first messages on a new connection.
    using request_sender = std::function<void()>;

    /// Connects to a running virtual machine.
    explicit connection(std::string id);
    /// Connects to a virtual machine that this process has started. The destructor ends it, unless detach() was called.
    explicit connection(started_coordinator own);
    ~connection();
    connection(const connection&) = delete;
    connection& operator=(const connection&) = delete;

    [[nodiscard]] const std::string& id() const { return id_; }
    [[nodiscard]] bool is_own() const { return own_.has_value(); }
    [[nodiscard]] net::asio::io_context& io() { return io_; }

    /// Drops the message if there is no connection.
    void send(const wire::FromClient& message);
    [[nodiscard]] bool is_connected() const { return !closed_; }
    /// While it exists, receive() makes a new connection when the old one has closed, and calls `send` on it.
    class reconnecting {
      public:
        reconnecting(connection& c, request_sender send) : connection_(c) {
            connection_.on_reconnect_ = std::move(send);
        }
        ~reconnecting() { connection_.on_reconnect_ = nullptr; }
        reconnecting(const reconnecting&) = delete;
        reconnecting& operator=(const reconnecting&) = delete;

      private:
        connection& connection_;
    };
    /// The next message; nothing if end_if_stopped() was called and the coordinator is stopped. Throws net::error
    /// closed if the virtual machine has ended. If the coordinator stays stopped, it prints a line on stderr and waits.
    std::optional<wire::ToClient> receive();
    /// Throws the failure in a message, if it has one.
    static void throw_failure(const wire::ToClient& message);
    /// Sends a request and returns the answer. Throws the failure that the coordinator reports, or timeout if the
    /// coordinator stays stopped. Waits for a slow coordinator; after `limit` it prints a line on stderr. If the
    /// coordinator is restarted before the answer, Detach, KeepSpeeds and requests that only read are repeated; others
    /// throw closed.
    wire::ToClient ask(const wire::FromClient& message, std::chrono::milliseconds limit = keepalive_limit);
    /// The same for a request that consists of several messages and may be repeated.
    wire::ToClient ask(const request_sender& request, std::chrono::milliseconds limit = keepalive_limit);
    /// The user wants to end this command: from now on it does not wait for a stopped coordinator.
    void end_if_stopped() { ends_if_stopped_ = true; }
    [[nodiscard]] const coordinator_watch& coordinator() const { return *coordinator_; }
    /// "the coordinator of the virtual machine ID was restarted"
    [[nodiscard]] std::string restart_text() const;
    /// Writes "banyan: <line>" to stderr. Writes nothing if `line` is "".
    static void print_line(const std::string& line);
    /// Runs the handlers that are due, and does not wait.
    void handle_events();
    /// Returns when all messages have left this process, or if the coordinator does not read them.
    void flush();
    /// From now on the virtual machine outlives this process.
    void detach();
    /// Ends the virtual machine and waits until it has ended.
    void take_down();

  private:
    using clock = std::chrono::steady_clock;

    void take(net::stream_socket socket);
    void connect_again();
    bool wait_a_while();
    wire::ToClient ask_with(const request_sender& request, std::chrono::milliseconds limit);
    wire::ToClient receive_answer(std::chrono::milliseconds limit);
    wire::ToClient take_received();
    [[nodiscard]] net::error ended() const;

    std::string id_;
    std::optional<started_coordinator> own_;
    std::vector<std::filesystem::path> sockets_;  // the coordinator listens at one of them
    net::asio::io_context io_;
    net::asio::executor_work_guard<net::asio::io_context::executor_type> stays_{io_.get_executor()};
    std::shared_ptr<control_stream> stream_;
    std::optional<coordinator_watch> coordinator_;
    std::optional<std::chrono::milliseconds> limit_;  // for the expected answer
    std::deque<wire::ToClient> received_;
    request_sender on_reconnect_;
    bool ends_if_stopped_ = false;
    bool closed_ = false;
    bool told_version_ = false;       // on this connection
    bool busy_ = false;               // the last attempt to connect found a full queue
    std::string refused_;             // why a received message was refused
    unsigned closed_at_once_ = 0;     // connections in a row without an answer
    clock::time_point connect_at_{};  // time of the next attempt
};

}  // namespace banyan::daemon

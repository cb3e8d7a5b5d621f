// A client's connection to a coordinator: requests and answers, one after the other, on the calling thread.
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

/// A connection that closes is made again where the caller has said what is then to be sent: the coordinator may have
/// been started again. It does so without a time limit while something listens at the virtual machine's socket; a
/// refused connect means that the virtual machine has ended.
class virtual_machine::connection {
  public:
    /// Sends what a coordinator must be told on a new connection.
    using request_sender = std::function<void()>;

    /// Connects to a virtual machine that runs.
    explicit connection(std::string id);
    /// Connects to one that this process has just started, and ends it in the destructor unless it was kept.
    explicit connection(started_coordinator own);
    ~connection();
    connection(const connection&) = delete;
    connection& operator=(const connection&) = delete;

    [[nodiscard]] const std::string& id() const { return id_; }
    [[nodiscard]] bool is_own() const { return own_.has_value(); }
    [[nodiscard]] net::asio::io_context& io() { return io_; }

    /// Drops the message while there is no connection.
    void send(const wire::FromClient& message);
    [[nodiscard]] bool is_connected() const { return !closed_; }
    /// While it lives, receive() connects again when the connection has closed, and calls `tell` on each new one.
    class reconnecting {
      public:
        reconnecting(connection& c, request_sender tell) : connection_(c) {
            connection_.on_reconnect_ = std::move(tell);
        }
        ~reconnecting() { connection_.on_reconnect_ = nullptr; }
        reconnecting(const reconnecting&) = delete;
        reconnecting& operator=(const reconnecting&) = delete;

      private:
        connection& connection_;
    };
    /// The next message; nothing when end_if_stopped() was called and the coordinator is stopped. Throws net::error
    /// closed when the virtual machine has ended. While the coordinator stays stopped it waits on, and says so on
    /// stderr.
    std::optional<wire::ToClient> receive();
    /// Throws the failure that a message reports, if it reports one.
    static void throw_failure(const wire::ToClient& message);
    /// Sends and returns the answer; throws the failure that the coordinator reports, or timeout when the coordinator
    /// stays stopped. A slow one is waited for; after `limit` a line on stderr says so. If the coordinator is started
    /// again meanwhile, requests that only read are repeated, and Detach; others throw closed.
    wire::ToClient ask(const wire::FromClient& message, std::chrono::milliseconds limit = keepalive_limit);
    /// The same for a request of several messages that may be repeated.
    wire::ToClient ask(const request_sender& request, std::chrono::milliseconds limit = keepalive_limit);
    /// The user wants to end: a stopped coordinator, which cannot be told, is not waited for from now on.
    void end_if_stopped() { ends_if_stopped_ = true; }
    [[nodiscard]] const coordinator_watch& coordinator() const { return *coordinator_; }
    /// "the coordinator of the virtual machine ID has been started again"
    [[nodiscard]] std::string started_again_text() const;
    /// Writes "banyan: <line>" to stderr; nothing for "".
    static void print_line(const std::string& line);
    /// Returns when all that was sent has left this process, or when the coordinator does not take it.
    void flush();
    /// Lets a virtual machine that this process has started outlive it.
    void detach();
    /// Asks the virtual machine to end and waits until it has.
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
    std::vector<std::filesystem::path> sockets_;  // the virtual machine listens at one of them
    net::asio::io_context io_;
    net::asio::executor_work_guard<net::asio::io_context::executor_type> stays_{io_.get_executor()};
    std::shared_ptr<control_stream> stream_;
    std::optional<coordinator_watch> coordinator_;
    std::optional<std::chrono::milliseconds> limit_;  // of the answer that is waited for
    std::deque<wire::ToClient> received_;
    request_sender on_reconnect_;
    bool ends_if_stopped_ = false;
    bool closed_ = false;
    bool busy_ = false;               // the last attempt to connect found a full queue
    std::string refused_;             // why what came was refused
    unsigned closed_at_once_ = 0;     // connections in a row
    clock::time_point connect_at_{};  // the next attempt
};

}  // namespace banyan::daemon

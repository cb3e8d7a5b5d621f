// A client's connection to a coordinator: requests and answers, one after the other, on the calling thread.
#pragma once

#include <deque>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "daemon/client/coordinator_watch.hpp"
#include "daemon/client/start_coordinator.hpp"
#include "daemon/client/virtual_machine.hpp"
#include "daemon/common/control_stream.hpp"
#include "daemon/daemon.pb.h"

namespace banyan::daemon {

class virtual_machine::connection {
  public:
    /// Connects to a machine that runs.
    explicit connection(std::string id);
    /// Connects to one that this process has just started, and ends it in the destructor unless it was kept.
    explicit connection(started_coordinator own);
    ~connection();
    connection(const connection&) = delete;
    connection& operator=(const connection&) = delete;

    [[nodiscard]] const std::string& id() const { return id_; }
    [[nodiscard]] bool is_own() const { return own_.has_value(); }
    [[nodiscard]] net::asio::io_context& io() { return io_; }

    void send(const wire::FromClient& message);
    /// The next message; nothing when end_if_stopped() was called and the coordinator is stopped. Throws net::error
    /// closed when the machine has ended. While the coordinator stays stopped it waits on, and says so on stderr.
    std::optional<wire::ToClient> receive();
    /// Throws the failure that a message reports, if it reports one.
    static void throw_failure(const wire::ToClient& message);
    /// Sends and returns the answer; throws the failure that the coordinator reports, or timeout when the coordinator
    /// stays stopped. A slow one is waited for; after `limit` a line on stderr says so.
    wire::ToClient ask(const wire::FromClient& message, std::chrono::milliseconds limit = keepalive_limit);
    /// The user wants to end: a stopped coordinator, which cannot be told, is not waited for from now on.
    void end_if_stopped() { ends_if_stopped_ = true; }
    [[nodiscard]] const coordinator_watch& coordinator() const { return *coordinator_; }
    /// Lets a machine that this process has started outlive it.
    void keep();
    /// Waits until the machine has ended.
    void wait_for_end();

  private:
    void connect(const std::filesystem::path& socket);
    bool wait_a_while();
    wire::ToClient receive_answer(std::chrono::milliseconds limit);
    wire::ToClient take_received();

    std::string id_;
    std::optional<started_coordinator> own_;
    net::asio::io_context io_;
    std::shared_ptr<control_stream> stream_;
    std::optional<coordinator_watch> coordinator_;
    std::deque<wire::ToClient> received_;
    bool ends_if_stopped_ = false;
    bool closed_ = false;
};

}  // namespace banyan::daemon

// A client's connection to a coordinator: requests and answers, one after the other, on the calling thread.
#pragma once

#include <deque>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "banyan/net/message.hpp"
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
    /// The next message; throws net::error closed when the machine has ended, timeout when it does not answer.
    wire::ToClient receive(net::deadline until = {});
    /// Throws the failure that a message reports, if it reports one.
    static void throw_failure(const wire::ToClient& message);
    /// Sends and returns the answer; throws the failure that the coordinator reports.
    wire::ToClient ask(const wire::FromClient& message, std::chrono::seconds limit = std::chrono::seconds(10));
    /// Lets a machine that this process has started outlive it.
    void keep();
    /// Waits until the machine has ended.
    void wait_for_end();

  private:
    void connect(const std::filesystem::path& socket);

    std::string id_;
    std::optional<started_coordinator> own_;
    net::asio::io_context io_;
    std::shared_ptr<control_stream> stream_;
    std::deque<wire::ToClient> received_;
    bool closed_ = false;
};

}  // namespace banyan::daemon

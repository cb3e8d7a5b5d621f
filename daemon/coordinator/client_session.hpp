// A command that is connected to the coordinator: its requests and its run.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "banyan/net/error.hpp"
#include "daemon/common/command_protocol.hpp"
#include "daemon/common/control_stream.hpp"
#include "daemon/coordinator/coordinator.hpp"

namespace banyan::daemon {

class client_session : public std::enable_shared_from_this<client_session> {
  public:
    client_session(coordinator& c, net::stream_socket socket);

    /// `detach` is called when the client asks that the virtual machine outlives it, `gone` when its connection has
    /// closed and its run is abandoned.
    void start(std::function<void()> detach, std::function<void()> gone);
    /// Sends the client the reason why the virtual machine ends.
    void fail(const char* why);
    /// Closes when all messages have been sent, and then calls `then`.
    void finish(std::function<void()> then) { stream_->close_when_sent(std::move(then)); }

  private:
    void take(const wire::FromClient& message);
    void refuse_version();
    void answer(const wire::FromClient& message);
    void take_run_message(const wire::FromClient& message);
    void start_run(const wire::StartRun& request);
    [[nodiscard]] run::handlers run_handlers();
    void release_run();
    void send_list(bool of_hosts);
    void send_waits(const wire::Waits& waits);
    void send_checked_waits(const wire::Waits& waits);
    void send_done();
    void send_failure(const net::error& failure);

    coordinator& coordinator_;
    std::shared_ptr<control_stream> stream_;
    std::vector<wire::ProgramPart> program_;  // of the run to start
    std::shared_ptr<run> run_;
    std::shared_ptr<run> over_;  // its result has been sent and not yet acknowledged
    std::function<void()> detach_;
    std::uint32_t version_ = command_protocol_version;  // of the command
};

}  // namespace banyan::daemon

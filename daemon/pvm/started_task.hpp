// A process that the service has started: a run of one task, on a connection of its own to the coordinator.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "daemon/client/virtual_machine.hpp"
#include "daemon/common/control_stream.hpp"
#include "daemon/daemon.pb.h"

namespace banyan::daemon::pvm {

/// Never blocks. The handlers are called from the event loop. When this object is destroyed, the connection closes and
/// the coordinator ends the run.
class started_task {
  public:
    struct handlers {
        std::function<void()> started;
        /// The process could not be started: `text` says why.
        std::function<void(const std::string& text)> failed;
        std::function<void(bool is_error, const std::string& bytes)> output;
        /// The process has ended, after its last output; or the coordinator is lost. `text`: one line if that was not
        /// an orderly end, otherwise "".
        std::function<void(const std::string& text)> ended;
    };

    /// Connects to the coordinator and asks it for the run. Throws net::error.
    started_task(net::asio::io_context& io, const std::filesystem::path& coordinator_socket, const run_request& request,
                 handlers h);
    ~started_task();
    started_task(const started_task&) = delete;
    started_task& operator=(const started_task&) = delete;

    void signal(int number);

  private:
    void take(const wire::ToClient& message);
    void take_output(const wire::RunOutput& output);
    void take_end(const wire::RunEnded& ended);
    void end(const std::string& text);

    handlers handlers_;
    std::shared_ptr<control_stream> stream_;
    std::uint32_t uncredited_bytes_ = 0;
    bool is_started_ = false;
};

}  // namespace banyan::daemon::pvm

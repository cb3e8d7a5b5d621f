// A process that the service has started: a run of one task, on a connection of its own to the coordinator.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "daemon/client/output_position.hpp"
#include "daemon/client/virtual_machine.hpp"
#include "daemon/common/control_stream.hpp"
#include "daemon/daemon.pb.h"

namespace banyan::daemon::pvm {

/// Never blocks. The handlers are called from the event loop. When this object is destroyed, the connection closes and
/// the coordinator ends the run. If the coordinator is restarted, the run continues on a new connection.
class started_task {
  public:
    struct handlers {
        /// The run is accepted (pid 0, only if way_to_start::is_found); the program has been executed.
        std::function<void(int pid)> started;
        /// The process could not be started: `text` says why. `status` as of a shell: 127 = no such program.
        std::function<void(int status, const std::string& text)> failed;
        std::function<void(bool is_error, const std::string& bytes)> output;
        /// The process has ended, after its last output; or the virtual machine has. `text`: one line if a signal has
        /// ended it, otherwise "".
        std::function<void(const std::string& text)> ended;
    };

    /// How its host starts the program. The first three are as in a ProgramPart.
    struct way_to_start {
        std::string search_list;
        std::vector<std::string> debuggers;
        std::uint32_t umask = 0;
        /// The program is known to be an executable file there, so the task counts as started before it is executed.
        bool is_found = false;
        /// The host replaces $NAME in the working directory by its variables.
        bool directory_has_variables = false;
    };

    /// Connects to the coordinator and asks it for the run. Throws net::error.
    started_task(net::asio::io_context& io, std::filesystem::path coordinator_socket, const run_request& request,
                 const way_to_start& way, handlers h);
    ~started_task();
    started_task(const started_task&) = delete;
    started_task& operator=(const started_task&) = delete;

    /// To the process, not to its children. A signal that comes before the program has been executed is sent then.
    void signal(int number);
    /// On its host; 0 before the program has been executed.
    [[nodiscard]] int pid() const { return pid_; }

  private:
    void use(net::stream_socket socket);
    void ask_for_run();
    void connect_again();
    void begin(int pid);
    void take_start(int pid);
    void end(int status, const std::string& text);
    void take(const wire::ToClient& message);
    void take_output(const wire::RunOutput& output);
    void take_end(const wire::RunEnded& ended);

    net::asio::io_context& io_;
    const std::filesystem::path socket_;
    handlers handlers_;
    std::vector<wire::ProgramPart> program_;
    wire::FromClient start_;
    output_position position_{1};
    std::shared_ptr<control_stream> stream_;
    net::asio::steady_timer retry_;
    const bool is_found_;
    bool is_started_ = false;
    bool is_executed_ = false;
    int pid_ = 0;
    std::vector<int> early_signals_;
};

}  // namespace banyan::daemon::pvm

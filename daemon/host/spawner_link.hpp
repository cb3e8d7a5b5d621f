// The connection of the host daemon to its spawner: starts the process, sends orders and receives reports.
#pragma once

#include <sys/types.h>

#include <array>
#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "daemon/common/control_stream.hpp"
#include "daemon/daemon.pb.h"

namespace banyan::daemon {

struct started_spawner {
    int socket = -1;  ///< the daemon's end
    pid_t pid = 0;
};

/// Forks the spawner. Call it before threads, Asio or other children exist. Throws net::error resource_limit.
started_spawner fork_spawner(const std::filesystem::path& folder);

class spawner_link {
  public:
    spawner_link(net::asio::io_context& io, int socket);

    void start(std::function<void(const wire::FromSpawner&)> on_report, std::function<void()> on_gone);
    /// The program of a run. All parts come before the first spawn() of the run.
    void add_program_part(const wire::ProgramPart& part);
    void forget_program(const wire::RunOver& run);
    /// Takes the three descriptors, and closes them when they have been sent. Never blocks.
    void spawn(const wire::SpawnTask& task, std::array<int, 3> descriptors);
    void signal(const wire::SignalTask& signal);
    /// The spawner then ends all tasks and itself.
    void close() { stream_->close(); }

  private:
    /// An order that waits to be sent, with the descriptors of its task or -1. Closes them.
    struct queued_order {
        queued_order(std::string bytes, const std::array<int, 3>& task_descriptors)
            : frame(std::move(bytes)), descriptors(task_descriptors) {}
        queued_order(const queued_order&) = delete;
        queued_order& operator=(const queued_order&) = delete;
        ~queued_order();
        std::string frame;
        std::size_t sent = 0;
        std::array<int, 3> descriptors;
    };

    void queue(const wire::ToSpawner& order, const std::array<int, 3>& descriptors);
    void send_orders();
    void wait_for_room(int shortage);
    int send(queued_order& next);
    std::shared_ptr<control_stream> stream_;
    std::deque<queued_order> orders_;
    net::asio::steady_timer pause_;
    bool waiting_ = false;
};

}  // namespace banyan::daemon

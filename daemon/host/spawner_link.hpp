// The daemon's end of its spawner: starts the process, gives it orders, hears its reports.
#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <memory>

#include "daemon/common/control_stream.hpp"
#include "daemon/daemon.pb.h"

namespace banyan::daemon {

/// Forks the spawner; returns our end of the socket to it. Call it before threads, Asio or other children exist.
/// Throws net::error resource_limit.
int fork_spawner(const std::filesystem::path& folder);

class spawner_link {
  public:
    spawner_link(net::asio::io_context& io, int socket);

    void start(std::function<void(const wire::FromSpawner&)> on_report, std::function<void()> on_gone);
    /// Hands over the three descriptors: the caller's copies are closed. Blocks for as long as the spawner is busy.
    void spawn(const wire::SpawnTask& task, std::array<int, 3> descriptors);
    void signal(std::uint32_t task, int signal);
    /// Tells the spawner to end everything.
    void close() { stream_->close(); }

  private:
    void send(const wire::ToSpawner& order, const std::array<int, 3>* descriptors);
    std::shared_ptr<control_stream> stream_;
};

}  // namespace banyan::daemon

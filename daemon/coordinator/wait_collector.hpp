// Collects the reports of the tasks of a run on what they wait for.
#pragma once

#include <functional>
#include <memory>
#include <set>

#include "daemon/coordinator/run_clock.hpp"
#include "daemon/daemon.pb.h"

namespace banyan::daemon {

/// Done when all tasks have answered, or after a second, because a task that computes may not answer.
class wait_collector : public std::enable_shared_from_this<wait_collector> {
  public:
    using done_handler = std::function<void(const wire::Waits&)>;

    /// `first` lists the tasks. Those marked SILENT are waited for.
    wait_collector(net::asio::io_context& io, wire::Waits first, done_handler done);
    void start();
    void take(const wire::TaskReport& report);
    [[nodiscard]] bool is_done() const { return !done_; }

  private:
    void finish();

    run_timer limit_;
    wire::Waits waits_;
    std::set<std::uint32_t> silent_;
    done_handler done_;
};

}  // namespace banyan::daemon

// How much output of its run a command has received and credited, for a restarted coordinator.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace banyan::daemon {

class output_position {
  public:
    /// Credit is returned for this many bytes of a task at a time. It is less than the window of a task
    /// (daemon/host/task_relay), so that the delay does not stop the task.
    static constexpr std::size_t batch_bytes = 32 * 1024;

    explicit output_position(int tasks);

    /// Counts bytes of a rank, of both streams together. Returns the number of bytes to credit now, or 0. They count as
    /// credited even if the message is lost, because received() and credited() are sent to the next coordinator. Throws
    /// net::error protocol_violation if the run does not have this rank.
    std::size_t take(int rank, std::size_t bytes);

    /// Numbers of bytes, by rank.
    [[nodiscard]] const std::vector<std::uint64_t>& received() const { return received_; }
    [[nodiscard]] const std::vector<std::uint64_t>& credited() const { return credited_; }

  private:
    std::vector<std::uint64_t> received_;
    std::vector<std::uint64_t> credited_;
};

}  // namespace banyan::daemon

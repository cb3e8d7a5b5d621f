// How far a command has come in the output of its run: what a coordinator that is started again must be told.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace banyan::daemon {

class output_position {
  public:
    /// Credit is given for so many bytes of a task at a time. Less than the window of a task (daemon/host/task_relay),
    /// so that what is held back never stops it.
    static constexpr std::size_t batch_bytes = 32 * 1024;

    explicit output_position(int tasks);

    /// Counts bytes of a rank, of both streams together. Returns for how many bytes credit is to be given now, or 0.
    /// These count as credited, also if the message is lost: received() and credited() go to the next coordinator.
    /// Throws net::error protocol_violation for a rank that the run does not have.
    std::size_t take(int rank, std::size_t bytes);

    /// Bytes by rank.
    [[nodiscard]] const std::vector<std::uint64_t>& received() const { return received_; }
    [[nodiscard]] const std::vector<std::uint64_t>& credited() const { return credited_; }

  private:
    std::vector<std::uint64_t> received_;
    std::vector<std::uint64_t> credited_;
};

}  // namespace banyan::daemon

// Whether the coordinator that a command waits for is stopped, or slow to answer: both run on one computer.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

#include "daemon/common/keepalive.hpp"

namespace banyan::daemon {

class coordinator_watch {
  public:
    /// `keeper` is the process that starts the coordinator. 0: unknown, as from another process namespace; nothing
    /// counts as stopped then.
    coordinator_watch(std::string virtual_machine, pid_t keeper);
    /// `link` names the coordinator (daemon/common/coordinator_pid.hpp).
    coordinator_watch(std::string virtual_machine, std::filesystem::path link, pid_t keeper)
        : virtual_machine_(std::move(virtual_machine)), link_(std::move(link)), keeper_(keeper) {}

    /// A stopped process may be continued: true from the first moment on.
    [[nodiscard]] bool is_stopped_now() const;
    /// True once it has been stopped for longer than the limit, until it goes on.
    [[nodiscard]] bool stays_stopped() const { return stays_stopped_; }
    /// What is wrong and what to do, in one line.
    [[nodiscard]] std::string stopped_text() const;

    /// An answer is expected within this time, in which this process runs; nothing: silence is normal.
    void expect_answer(std::optional<std::chrono::milliseconds> limit);
    /// To be called once per keepalive_interval in which the coordinator has said nothing. A line that tells the user
    /// when it stays stopped, goes on, or lets an answer wait; "" otherwise.
    std::string tick();
    /// Waits for something to read, or the end, of a pipe that the coordinator writes; false when it stays stopped.
    bool wait_until_readable(int descriptor);

  private:
    [[nodiscard]] pid_t coordinator() const;

    std::string virtual_machine_;
    std::filesystem::path link_;
    pid_t keeper_;
    silence_count stop_;
    bool stays_stopped_ = false;
    std::optional<std::chrono::milliseconds> limit_;
    std::optional<silence_count> answer_;
};

}  // namespace banyan::daemon

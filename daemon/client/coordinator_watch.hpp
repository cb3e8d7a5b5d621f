// Detects that the coordinator of a command is stopped or slow. Both run on one computer.
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
    /// `keeper` is the parent of the coordinator. 0 if it is unknown, as in another process namespace; then nothing
    /// counts as stopped.
    coordinator_watch(std::string virtual_machine, pid_t keeper);
    /// `link` names the coordinator (daemon/common/coordinator_pid.hpp).
    coordinator_watch(std::string virtual_machine, std::filesystem::path link, pid_t keeper)
        : virtual_machine_(std::move(virtual_machine)), link_(std::move(link)), keeper_(keeper) {}

    /// True as soon as it is stopped. It may be continued at once.
    [[nodiscard]] bool is_stopped_now() const;
    /// True if it has been stopped for longer than the limit, until it continues.
    [[nodiscard]] bool stays_stopped() const { return stays_stopped_; }
    /// One line that says what is stopped and what to do.
    [[nodiscard]] std::string stopped_text() const;

    /// An answer is expected within this time, in which only the time counts that this process runs. Without a limit no
    /// answer is expected.
    void expect_answer(std::optional<std::chrono::milliseconds> limit);
    /// Call it once per keepalive_interval without a message of the coordinator. Returns a line for the user if the
    /// coordinator stays stopped, has been continued, or has not answered in time; "" otherwise.
    std::string tick();
    /// Waits until a pipe from the coordinator is readable or closed; false if the coordinator stays stopped.
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

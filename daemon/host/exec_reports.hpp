// What the forked child of a task reports about the execution of its program.
#pragma once

#include <chrono>

namespace banyan::daemon {

/// What a child writes to its close-on-exec pipe if it cannot execute the program.
struct exec_failure {
    enum class step { start, enter_directory, execute };
    int error = 0;
    step at = step::start;
    bool in_descriptors = false;
    bool is_elsewhere = false;  // the working directory could not be entered, and need not exist
};

/// Reads the reports of children, one after the other. If a file system does not answer, a child neither executes its
/// program nor fails. Such a child counts as started, so that it can be killed and other tasks can be started.
class exec_reports {
  public:
    explicit exec_reports(std::chrono::milliseconds limit = std::chrono::seconds(5)) : limit_(limit) {}

    /// Blocks until the child at the other end of the pipe has executed its program or failed, or until the limit.
    /// After a child that was late, the limit is a fiftieth, until a child is in time. Returns the failure; its error
    /// is 0 if none is known.
    exec_failure wait(int pipe);

  private:
    std::chrono::milliseconds limit_;
    bool was_late_ = false;
};

}  // namespace banyan::daemon

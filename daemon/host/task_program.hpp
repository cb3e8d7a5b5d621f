// What the tasks of a run execute on this host, and the environment of each.
#pragma once

#include <string>
#include <vector>

#include "daemon/daemon.pb.h"

namespace banyan::daemon {

/// A program with its arguments, put together from the parts in which it came.
class task_program {
  public:
    /// A first part makes it forget those before.
    void add(const wire::ProgramPart& part);

    [[nodiscard]] const std::vector<std::string>& command() const { return command_; }
    /// The command's environment on its own computer, that of this process elsewhere; over it the run's settings, over
    /// these the task's own. The first of several entries of one name counts, as with getenv().
    [[nodiscard]] std::vector<std::string> environment(const wire::SpawnTask& task) const;

  private:
    std::vector<std::string> command_;
    std::vector<std::string> settings_;
    std::vector<std::string> own_environment_;
    bool on_own_computer_ = false;
};

}  // namespace banyan::daemon

// What the tasks of a run execute on this host: command, working directory and umask, and the environment of each task.
#pragma once

#include <string>
#include <vector>

#include "daemon/daemon.pb.h"

namespace banyan::daemon {

/// A program with its arguments, assembled from the parts in which it was sent.
class task_program {
  public:
    /// A part with is_first replaces all parts before it.
    void add(const wire::ProgramPart& part);

    [[nodiscard]] const std::vector<std::string>& command() const { return command_; }
    [[nodiscard]] const std::string& working_directory() const { return working_directory_; }
    /// $NAME in working_directory() stands for a variable of the task.
    [[nodiscard]] bool directory_has_variables() const { return directory_has_variables_; }
    [[nodiscard]] bool directory_must_exist() const { return directory_must_exist_; }
    /// Where the program is looked for; "": in PATH.
    [[nodiscard]] const std::string& search_list() const { return search_list_; }
    /// The first of these paths that is an executable file executes the program. Empty: the program is executed
    /// directly.
    [[nodiscard]] const std::vector<std::string>& debuggers() const { return debuggers_; }
    [[nodiscard]] unsigned umask() const { return umask_; }
    /// True if the command runs on this computer.
    [[nodiscard]] bool on_own_computer() const { return on_own_computer_; }
    /// The environment of the command if it is on this computer, else that of this process. Settings of the run
    /// override it, and variables of the task override these. Of several entries with one name the first one is used,
    /// as with getenv().
    [[nodiscard]] std::vector<std::string> environment(const wire::SpawnTask& task) const;

  private:
    std::vector<std::string> command_;
    std::vector<std::string> settings_;
    std::vector<std::string> own_environment_;
    bool on_own_computer_ = false;
    std::string working_directory_;
    bool directory_has_variables_ = false;
    bool directory_must_exist_ = false;
    std::string search_list_;
    std::vector<std::string> debuggers_;
    unsigned umask_ = 0;
};

}  // namespace banyan::daemon

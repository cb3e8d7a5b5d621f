// Runs a command of this computer, such as ssh, and reads its output in lines until a time limit.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace banyan::daemon {

struct command_to_run {
    std::vector<std::string> words;
    std::string directory;  ///< its working directory; "": that of this process
    std::string input;      ///< for its standard input; must fit into a pipe
    std::chrono::milliseconds limit{};
};

/// How the command ended.
struct command_end {
    int wait_status = 0;     ///< as of waitpid()
    bool is_killed = false;  ///< because of the time limit
    std::string last_error;  ///< the last line that it has written to standard error
};

/// Calls `on_line` for each line of its standard output, without the newline. `on_line` may take some time of the
/// limit. Kills the command (SIGKILL) at the limit. SIGPIPE must be blocked or ignored. Throws net::error launch_failed
/// if the command cannot be executed.
command_end read_command(const command_to_run& what, const std::function<void(const std::string&)>& on_line);

}  // namespace banyan::daemon

// Child processes: finding, ending and starting them.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>
#include <vector>

#include "banyan/net/ids.hpp"

namespace banyan::daemon {

/// Orphaned descendants of this process become its children, so that it can end them.
void become_subreaper();

/// Process ids of the children of this process, adopted ones included.
std::vector<pid_t> children();
/// Those of another process, which may be incomplete: it may reap one at the same time.
std::vector<pid_t> children_of(pid_t parent);

/// True for a process of this computer that has not ended.
bool is_running(pid_t pid);

/// The parent of a process; 0 if there is no such process.
pid_t parent_of(pid_t pid);

/// True for a process of this computer that a signal has stopped.
bool is_stopped(pid_t pid);

/// Kills all children (SIGKILL) and the children that these leave behind, and waits for them; at most `limit`.
void kill_all_children(std::chrono::milliseconds limit = std::chrono::seconds(3));

/// The task that a process descends from, by the marks in its environment: BANYAN_TASK, and BANYAN_DAEMON, which must
/// be `attach_path` because ids are not unique between machines. task_id{} if it has none, or those of another daemon.
net::task_id marked_task(pid_t pid, const std::string& attach_path);

/// Goes to "/": a daemon must not keep a file system in use.
void leave_directory();

/// Stdout and stderr go to /dev/null from now on: a daemon must not keep a pipe of its caller open.
void detach_output();

/// Puts signal handling of a forked child back to what a program expects.
void reset_signals();

/// Descriptors of a started program.
struct program_pipes {
    int input = -1;   ///< we write, it reads
    int output = -1;  ///< it writes stdout, we read; -1 when not asked for
    int error = -1;   ///< it writes stderr, we read
};

/// How start_program() starts one.
struct program_options {
    bool dies_with_parent = false;  ///< SIGKILL when this process dies
    bool wants_output = false;      ///< a pipe for stdout; else stdout is /dev/null
    std::string directory{};        ///< where it is executed; "" or one that is gone: where this process is
};

/// Starts a program found in PATH with pipes for stdin and stderr. Throws net::error launch_failed when it cannot be
/// executed. The pipes belong to the caller.
pid_t start_program(const std::vector<std::string>& command, program_pipes& pipes, const program_options& options = {});

/// The path of a program that the running one starts, for example banyand: in the folder of the running program, in
/// ../libexec/banyan, or in PATH, in this order. Throws net::error launch_failed if it is in none of them.
std::string find_companion(const std::string& name);

}  // namespace banyan::daemon

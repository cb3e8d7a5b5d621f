// Finds, ends and starts child processes.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>
#include <vector>

#include "banyan/net/ids.hpp"

namespace banyan::daemon {

/// From now on orphans among the descendants of this process become its children, so that it can end them.
void become_subreaper();

/// The process ids of the children of this process, with adopted orphans.
std::vector<pid_t> children();
/// The process ids of the children of another process. The list may be incomplete, because that process may reap a
/// child at the same time.
std::vector<pid_t> children_of(pid_t parent);

/// True if this process of this computer has not ended and is not exiting.
bool is_running(pid_t pid);

/// The parent of a process; 0 if there is no such process.
pid_t parent_of(pid_t pid);

/// True if this process of this computer is stopped by a signal.
bool is_stopped(pid_t pid);

/// Kills all children (SIGKILL), and their children when these become orphans, and waits for them, at most `limit`.
void kill_all_children(std::chrono::milliseconds limit = std::chrono::seconds(3));

/// The task that a process descends from, by BANYAN_TASK in its environment. BANYAN_DAEMON must be `attach_path`,
/// because task ids are unique only within a virtual machine. task_id{} if it descends from no task of this daemon.
net::task_id marked_task(pid_t pid, const std::string& attach_path);

/// Changes to "/", because a daemon must not keep a file system in use.
void leave_directory();

/// Sends stdout and stderr to /dev/null from now on, because a daemon must not keep a pipe of its caller open.
void detach_output();

/// Restores the default signal handlers and signal mask, in a forked child before exec.
void reset_signals();

/// The caller's ends of the pipes to a started program.
struct program_pipes {
    int input = -1;   ///< its stdin
    int output = -1;  ///< its stdout; -1 if not requested
    int error = -1;   ///< its stderr
};

/// Options of start_program().
struct program_options {
    bool dies_with_parent = false;  ///< SIGKILL when this process dies
    bool wants_output = false;      ///< stdout is a pipe; else it is /dev/null
    std::string directory{};        ///< its working directory; that of this process if "" or missing
};

/// Starts a program, found in PATH, with pipes for stdin and stderr. The caller closes its ends. Throws net::error
/// launch_failed if the program cannot be executed.
pid_t start_program(const std::vector<std::string>& command, program_pipes& pipes, const program_options& options = {});

/// The path of a program that the running one starts, for example banyand: in the folder of the running program, in
/// ../libexec/banyan, or in PATH, in this order. Throws net::error launch_failed if it is in none of them.
std::string find_companion(const std::string& name);

}  // namespace banyan::daemon

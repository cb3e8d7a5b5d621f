// Texts for tasks, signals and the ends of processes.
#pragma once

#include <string>

#include "banyan/net/ids.hpp"

namespace banyan::daemon {

/// "40002": the id in hexadecimal, as PVM writes it.
std::string task_name(net::task_id task);

/// Parses the text of task_name(), also with a leading t or 0x; task_id{} if it is not an id.
net::task_id parse_task_name(const std::string& text);

/// "SIGKILL"; "signal 77" if the system has no name for it.
std::string signal_name(int signal);

/// 9 for "9", "KILL" or "SIGKILL"; 0 if there is no such signal.
int parse_signal(const std::string& text);

/// "killed by signal 9 (SIGKILL)", "killed by signal 11 (SIGSEGV), core dumped" or "ended with status 3", from the
/// status of waitpid().
std::string describe_end(int wait_status);

/// The exit status as in a shell: the status, or 128 + signal.
int shell_status(int wait_status);

/// "rank 2 (task 40002) on host b".
std::string describe_task(int rank, net::task_id task, const std::string& host);

}  // namespace banyan::daemon

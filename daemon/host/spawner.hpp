// The spawner: the process that forks the tasks. It has one thread, is forked early, and ends the tasks after its
// daemon.
#pragma once

#include <filesystem>

namespace banyan::daemon {

/// The main function of the spawner process. Each task gets a process group of its own and is killed if the spawner
/// dies (PR_SET_PDEATHSIG). When a task ends, its process group and its orphans are killed. `socket` carries ToSpawner
/// and FromSpawner frames. When its other end is closed, the spawner kills all descendants, removes `folder`, and the
/// folder of the virtual machine if no other process uses it, and exits.
[[noreturn]] void run_spawner(int socket, const std::filesystem::path& folder);

}  // namespace banyan::daemon

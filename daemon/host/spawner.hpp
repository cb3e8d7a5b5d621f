// The process that alone forks tasks: single-threaded, forked early, survives its daemon just long enough to end them.
#pragma once

#include <filesystem>

namespace banyan::daemon {

/// The spawner's life, in a process of its own. Each task gets its own process group, dies with the spawner
/// (PR_SET_PDEATHSIG) and leaves nobody behind: when a task ends, its process group and its orphans are killed. Ends
/// when `socket` is closed at the other end: kills all descendants, removes `folder`, and the virtual machine's folder
/// around it if no other process uses that, exits. Speaks ToSpawner / FromSpawner frames on `socket`.
[[noreturn]] void run_spawner(int socket, const std::filesystem::path& folder);

}  // namespace banyan::daemon

// The watcher: ends all remaining processes of the virtual machine on its host when the host daemon has ended.
#pragma once

#include <sys/types.h>

#include <filesystem>

namespace banyan::daemon {

/// Forks. Returns in the child, which continues as the host daemon, in a session of its own, and gets SIGTERM if the
/// watcher dies. The parent executes `banyand watch`; its process id is returned. Call it before threads, Asio or other
/// children exist. Throws net::error resource_limit.
pid_t fork_under_watcher(const std::filesystem::path& folder);

/// `banyand watch`. All processes of the virtual machine on this host descend from it. It is their topmost subreaper,
/// so it becomes the parent of an orphan if no other subreaper does. It waits until the host daemon has ended, kills
/// all descendants, removes `folder` and returns the exit status of the daemon. On SIGTERM it ends the daemon first. It
/// ignores other signals that ask to end. A daemon that stays stopped is killed.
int run_watcher(pid_t host_daemon, const std::filesystem::path& folder);

}  // namespace banyan::daemon

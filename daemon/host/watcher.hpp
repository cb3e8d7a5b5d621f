// The process that ends all that is left on its host when the host daemon has ended or was killed.
#pragma once

#include <sys/types.h>

#include <filesystem>

namespace banyan::daemon {

/// Forks. Returns in the child, which goes on as the host daemon, in a session of its own; it gets SIGTERM when the
/// watcher dies. The parent becomes `banyand watch`, whose process id is returned. Call it before threads, Asio or
/// other children exist. Throws net::error resource_limit.
pid_t fork_under_watcher(const std::filesystem::path& folder);

/// The life of `banyand watch`. All processes of its host descend from it, and as their topmost subreaper it becomes
/// the parent of each orphan that no other one of ours takes. It waits until the host daemon has ended, kills all
/// descendants, removes `folder` and returns the daemon's exit status. SIGTERM ends the daemon first; other signals
/// that ask to end are ignored. A daemon that stays stopped is killed.
int run_watcher(pid_t host_daemon, const std::filesystem::path& folder);

}  // namespace banyan::daemon

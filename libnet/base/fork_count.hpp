// Tells a process from the children that it forks.
#pragma once

#include <atomic>

namespace banyan::net::detail {

/// How many forks lie between this process and the one that called watch_forks() first. An object that remembers the
/// count of its making belongs to another process when the count has changed. Costs one load, where getpid() costs a
/// system call; and needs no lock, which a forked child may have copied in the locked state.
inline std::atomic<unsigned> fork_count{0};

/// Begins to count; later calls do nothing.
void watch_forks();

}  // namespace banyan::net::detail

// Distinguishes a process from the children that it forks.
#pragma once

#include <atomic>

namespace banyan::net::detail {

/// The number of forks between the process that first called watch_forks() and this process. An object that stores the
/// count when it is made belongs to another process if the count has changed. Reading it costs one load; getpid() costs
/// a system call. It needs no lock: a forked child may have copied a lock in the locked state.
inline std::atomic<unsigned> fork_count{0};

/// Starts counting. Later calls do nothing.
void watch_forks();

}  // namespace banyan::net::detail

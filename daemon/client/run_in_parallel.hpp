// Several jobs that wait for other hosts, at the same time.
#pragma once

#include <cstddef>
#include <functional>

namespace banyan::daemon {

/// Calls job(0), ..., job(jobs - 1) on several threads, at most 32, in which SIGPIPE is blocked. Returns when all jobs
/// have ended. A job must not throw. Throws std::system_error before the first job if no thread can be started.
void run_in_parallel(std::size_t jobs, const std::function<void(std::size_t)>& job);

}  // namespace banyan::daemon

// The CPU time of the calling thread, without the time in which it waits.
#pragma once

#include <ctime>

namespace shortest_paths {

/// Seconds since the thread began.
inline double processor_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace shortest_paths

// The clock of all measurements.
#pragma once

#include <chrono>

namespace banyan::advisor {

using clock = std::chrono::steady_clock;

/// Seconds from `start` to now.
inline double seconds_since(clock::time_point start) {
    return std::chrono::duration<double>(clock::now() - start).count();
}

}  // namespace banyan::advisor

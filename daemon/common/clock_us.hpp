// The system clock of this host, for comparison with the clocks of other hosts.
#pragma once

#include <chrono>
#include <cstdint>

namespace banyan::daemon {

/// Microseconds since 1970.
inline std::int64_t now_us() {
    using namespace std::chrono;
    return duration_cast<microseconds>(system_clock::now().time_since_epoch()).count();
}

}  // namespace banyan::daemon

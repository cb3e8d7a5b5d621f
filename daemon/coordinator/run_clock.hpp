// The clock of the time limits of runs.
#pragma once

#include <atomic>
#include <chrono>

#include "libnet/base/asio.hpp"

namespace banyan::daemon {

/// The system's steady clock. A simulation sets it ahead instead of waiting; nothing else does.
struct run_clock {
    using duration = std::chrono::steady_clock::duration;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<run_clock>;
    static constexpr bool is_steady = true;

    static time_point now() {
        return time_point(std::chrono::steady_clock::now().time_since_epoch() + duration(ahead.load()));
    }
    inline static std::atomic<rep> ahead{0};
};

using run_timer = net::asio::basic_waitable_timer<run_clock>;

}  // namespace banyan::daemon

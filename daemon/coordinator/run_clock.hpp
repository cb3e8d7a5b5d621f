// The clock of the time limits of runs.
#pragma once

#include <atomic>
#include <chrono>

#include "libnet/base/asio.hpp"

namespace banyan::daemon {

/// The system's steady clock. A simulation sets it ahead instead of waiting, or makes it stand still; nothing else
/// does.
struct run_clock {
    using duration = std::chrono::steady_clock::duration;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<run_clock>;
    static constexpr bool is_steady = true;

    static time_point now() {
        const auto system = stands_still.load() ? duration{} : std::chrono::steady_clock::now().time_since_epoch();
        return time_point(system + duration(ahead.load()));
    }
    inline static std::atomic<rep> ahead{0};
    /// Time passes by `ahead` alone: a seed is replayed exactly.
    inline static std::atomic<bool> stands_still{false};
};

using run_timer = net::asio::basic_waitable_timer<run_clock>;

}  // namespace banyan::daemon

// The clock for the time limits of runs.
#pragma once

#include <atomic>
#include <chrono>

#include "libnet/base/asio.hpp"

namespace banyan::daemon {

/// The steady clock of the system. Only a simulation changes it: it advances the clock instead of waiting, or stops it.
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
    /// Then only `ahead` changes the time, so that a seed can be replayed exactly.
    inline static std::atomic<bool> stands_still{false};
};

using run_timer = net::asio::basic_waitable_timer<run_clock>;

}  // namespace banyan::daemon

// How far the clock of a host is ahead of that of the coordinator, measured with the pings.
#pragma once

#include <cstdint>
#include <optional>

namespace banyan::daemon {

/// The clock of the host is assumed to be read in the middle of the round trip, so the error is at most half a round
/// trip. The sample with the shortest round trip is used, until it is `longest_use` pings old. Times are microseconds
/// since 1970.
class clock_difference {
  public:
    void sent(std::int64_t now_us) { sent_us_ = now_us; }
    void answered(std::int64_t host_clock_us, std::int64_t now_us) {
        if (!sent_us_) return;
        const std::int64_t round_trip_us = now_us - *sent_us_;
        const std::int64_t middle_us = *sent_us_ + round_trip_us / 2;
        sent_us_.reset();
        if (round_trip_us < 0) return;  // a clock was set meanwhile
        if (age_++ < longest_use && shortest_us_ && round_trip_us > *shortest_us_) return;
        shortest_us_ = round_trip_us;
        ahead_us_ = host_clock_us - middle_us;
        age_ = 0;
    }
    /// 0 before the first answer.
    [[nodiscard]] std::int64_t ahead_us() const { return ahead_us_; }

  private:
    static constexpr int longest_use = 60;
    std::optional<std::int64_t> sent_us_;
    std::optional<std::int64_t> shortest_us_;
    std::int64_t ahead_us_ = 0;
    int age_ = 0;
};

}  // namespace banyan::daemon

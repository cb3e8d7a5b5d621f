// Estimates the clock of another host from round trips, and converts times to it. Pure functions.
//
// Source: F. Cristian, "Probabilistic clock synchronization", 1989: of several round trips the shortest bounds the
// error best, because the answer was read inside it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace banyan::net::tracing {

using nanoseconds = std::int64_t;

/// One round trip: this host's clock when the question left and when the answer came, and the other clock in between.
struct clock_sample {
    nanoseconds left = 0;
    nanoseconds other = 0;
    nanoseconds came = 0;
};

/// The other clock minus this host's clock was `offset` when this host's clock was `at`. The error is at most `error`,
/// for any division of the round trip between its two directions.
struct clock_reading {
    nanoseconds at = 0;
    nanoseconds offset = 0;
    nanoseconds error = 0;
    friend bool operator==(const clock_reading&, const clock_reading&) = default;
};

/// The reading of the shortest round trip. Nothing if there are no samples, or only ones that came before they left.
std::optional<clock_reading> best_reading(std::span<const clock_sample> samples);

/// Converts times of this host's clock to the other clock: linear between the first reading and the last one, and
/// beyond them. With one reading the drift counts as 0; without readings the clocks count as equal.
class clock_alignment {
  public:
    clock_alignment() = default;
    explicit clock_alignment(std::span<const clock_reading> readings);

    [[nodiscard]] nanoseconds to_other(nanoseconds own) const;
    /// Seconds that the other clock gains in one second of this host's clock.
    [[nodiscard]] double drift() const { return drift_; }

  private:
    nanoseconds at_ = 0;
    nanoseconds offset_ = 0;
    double drift_ = 0;
};

}  // namespace banyan::net::tracing

// How many iterations of a running program lie between two observations of its times. Pure.
#pragma once

#include <cstdint>

namespace banyan::grid {

/// Measured times of the slowest rank, in seconds.
struct observation_times {
    double iteration_s;  ///< an iteration of the program, waiting included; above 0
    double decision_s;   ///< a decision
    double exchange_s;   ///< an exchange of the times for which the ranks wait
};

/// The least number of iterations, at least `least` >= 1, that take 150 ms or more and of which observations take at
/// most 0.5 %. Exchanges in advance of the decision do not count, because the program continues meanwhile. They need
/// two iterations, so an interval of one iteration waits for its exchange. If that would take too long, the interval is
/// 2. Without exchanges in advance, all ranks wait for each exchange.
std::int64_t observation_interval(const observation_times& times, std::int64_t least, bool exchanges_in_advance);

}  // namespace banyan::grid

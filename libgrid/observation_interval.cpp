#include "libgrid/observation_interval.hpp"

#include <algorithm>
#include <cmath>

namespace banyan::grid {
namespace {

constexpr double least_observation_s = 0.15;  // three samples of 50 ms
constexpr double most_of_run = 0.005;

std::int64_t interval_for(double observation_s, double iteration_s, std::int64_t least) {
    const double needed = std::ceil(std::max(observation_s / most_of_run, least_observation_s) / iteration_s);
    return std::max(least, static_cast<std::int64_t>(std::min(needed, 1e9)));
}

}  // namespace

std::int64_t observation_interval(const observation_times& times, std::int64_t least, bool exchanges_in_advance) {
    constexpr std::int64_t least_in_advance = 2;
    const std::int64_t waiting = interval_for(times.decision_s + times.exchange_s, times.iteration_s, least);
    if (!exchanges_in_advance || waiting < least_in_advance) return waiting;
    return std::max(least_in_advance, interval_for(times.decision_s, times.iteration_s, least));
}

}  // namespace banyan::grid

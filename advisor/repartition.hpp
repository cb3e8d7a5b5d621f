// Whether a running program should change to another partition. Pure.
#pragma once

#include <cstdint>
#include <span>

#include "advisor/statistics.hpp"

namespace banyan::advisor {

/// One measurement of the present partition and of another one, in seconds.
struct repartition_measurement {
    double old_s = 0;   ///< one iteration with the present partition
    double new_s = 0;   ///< one iteration with the other one
    interval gain_s;    ///< 95 % interval of old_s - new_s
    double move_s = 0;  ///< moving the cells
    interval move_interval_s;

    /// The time that the change saves in that many iterations, less the time of the moving: the least and the most that
    /// the intervals allow.
    [[nodiscard]] interval saving_s(std::int64_t steps_left) const;
    [[nodiscard]] double expected_saving_s(std::int64_t steps_left) const;
    /// The fewest iterations from which the change pays at the pessimistic end; -1 if it never does.
    [[nodiscard]] std::int64_t pays_from() const;
};

enum class repartition_decision { keep, move, measure_again };

/// Measurements that must confirm a change, after the one that has proposed it.
inline constexpr std::size_t needed_confirmations = 2;

/// The decision from the measurement that has proposed the change, the first one, and its confirmations so far. Move
/// only if (old_s - new_s) * steps_left > move_s at the pessimistic end in all of them, needed_confirmations of them at
/// least. The first one is not a confirmation: it chose the best of many partitions, so its result is partly chance.
/// Throws std::invalid_argument without a measurement and for negative steps.
repartition_decision decide_repartition(std::span<const repartition_measurement> measured, std::int64_t steps_left);

}  // namespace banyan::advisor

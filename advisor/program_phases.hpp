// A program that runs in phases with different communication patterns, measured and predicted.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "advisor/pattern_rankings.hpp"
#include "advisor/phase_plan.hpp"

namespace banyan::advisor {

struct program_phase {
    std::string name;
    std::int64_t iterations = 1;
    iteration_patterns patterns;
};

/// Parses "flow=3:5,9@500": NAME=PATTERNS@ITERATIONS, the patterns as parse_iteration() takes them. Throws
/// std::invalid_argument, quoting what is wrong.
program_phase parse_phase(const std::string& text);

/// How often each pattern occurs in one cycle of the phases, divided by the number of sweeps of the cycle. Each pattern
/// once.
std::vector<pattern_rate> patterns_per_sweep(const std::vector<program_phase>& phases);

/// The ranking of each phase. Blocks; throws as pattern_rankings::of_iteration().
std::vector<phase_times> rank_phases(pattern_rankings& patterns, const std::vector<program_phase>& phases);

/// The ranking of methods by the time of all iterations of all phases, once.
ranking rank_cycle(const std::vector<phase_times>& phases);

/// Sweeps that take as long as the copies in memory for a change of the partition: own cells are written into new
/// memory, and those that move are packed and unpacked.
inline constexpr double sweeps_of_copies = 2;

/// The predicted time to change the partition, by the exchange model and the copies. `sweep` is a ranking with the
/// computation of one sweep. Borrows all arguments.
move_times predicted_moves(const problem& task, const survey& found, const ranking& sweep, std::int64_t cell_bytes);

}  // namespace banyan::advisor

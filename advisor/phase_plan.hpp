// Programs that change their communication pattern: the best partition for each phase, one for all phases, and whether
// it pays to change the partition between them. Pure.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "advisor/ranking.hpp"

namespace banyan::advisor {

/// One phase of a program.
struct phase_times {
    std::string name;
    std::int64_t iterations = 1;
    ranking of_iteration;  ///< of the same methods, with as many draws, in all phases
};

/// The time to change from the partition of one method to that of another.
struct move_time {
    double seconds = 0;
    std::vector<double> draws_s{};  ///< as ranked_method::draws_s
};
using move_times = std::function<move_time(const std::string& from, const std::string& to)>;

struct phase_plan {
    std::string single_method;               ///< the best one for all phases
    double single_s = 0;                     ///< all phases with it
    std::vector<std::string> phase_methods;  ///< the best method of each phase, with the moves
    double phases_s = 0;                     ///< all phases with these, without the moves
    double moves_s = 0;                      ///< all moves between them
    interval saving_s;                       ///< middle 95 % of single_s - phases_s - moves_s

    [[nodiscard]] double saving() const { return single_s - phases_s - moves_s; }
    /// True if the saving is above zero at its pessimistic end.
    [[nodiscard]] bool pays() const { return saving_s.lo > 0; }
};

/// The plan for a program that runs its phases in this order, `cycles` times. The moves of a cycle include that from
/// the last phase to the first one, except after the last cycle. The methods of the phases are those with the least
/// predicted time with the moves. A method that is modelled only in one of the phases is not used, unless all are.
/// Throws std::invalid_argument for no phases, and as ranking::of().
phase_plan plan_phases(const std::vector<phase_times>& phases, std::int64_t cycles, const move_times& moves);

}  // namespace banyan::advisor

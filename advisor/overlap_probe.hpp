// The overlap calibration: for each method its computation, its messages, and both together.
#pragma once

#include <cstddef>
#include <vector>

#include "advisor/message_pattern.hpp"
#include "advisor/speed_probe.hpp"
#include "banyan/net/group.hpp"

namespace banyan::advisor {

/// The samples for one method, with its own shapes and messages: a sweep alone, an exchange alone, and both as an
/// application does them (start the exchange, compute, finish the exchange). Seconds of one iteration, the longest of
/// all tasks; equally many samples of each.
struct overlap_calibration {
    std::vector<double> sweep_s;
    std::vector<double> exchange_s;
    std::vector<double> both_s;

    /// Whether both_s are whole iterations of the application (measure_iterations()).
    [[nodiscard]] bool is_of_iterations() const { return sweep_s.empty() && !both_s.empty(); }
};

inline constexpr int activities_of_calibration = 3;

/// What this rank does for one method.
struct calibrated_method {
    shape mine;                ///< empty if the processor has no cells
    message_pattern messages;  ///< of all ranks, the same on all of them
};

struct calibration_options {
    int samples = 7;
    double sample_s = 0.02;  ///< length of a sample; at least one round is done
};

/// Collective over `world`. All tasks measure together, and the methods take turns, so that a slow change of the hosts
/// affects all of them equally. Returns one entry per method, the same on all ranks. Blocks; throws net::error as group
/// calls do.
std::vector<overlap_calibration> calibrate_overlap(const net::group& world,
                                                   const std::vector<calibrated_method>& methods, kernel& application,
                                                   const calibration_options& options);

}  // namespace banyan::advisor

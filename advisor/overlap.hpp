// How much of an exchange hides behind the computation, from measurements of each alone and of both together.
#pragma once

#include <span>
#include <vector>

namespace banyan::advisor {

/// Seconds of one round, the longest of all processes; equally many of each.
struct overlap_samples {
    std::vector<double> sweep_s;
    std::vector<double> exchange_s;
    std::vector<double> both_s;
};

/// The part of the shorter of sweep and exchange that is hidden when both run together, 0 .. 1, from all measurements
/// together: sum(sweep + exchange - both) / sum(min(sweep, exchange)) over their medians. 0 without measurements.
double hidden_part(std::span<const overlap_samples> measured);

}  // namespace banyan::advisor

// Computation and exchange measured together, before the prediction: how much longer or shorter than their sum.
#pragma once

#include <vector>

namespace banyan::advisor {

/// Samples of a ring that stands for a method's halo exchange, with the method's own shapes: a sweep alone, a round of
/// the ring alone, and both as an application does them (start the exchange, compute, wait for the rest). Seconds of
/// one round, the longest of all processes; equally many of each.
struct overlap_calibration {
    std::vector<double> sweep_s;
    std::vector<double> exchange_s;
    std::vector<double> both_s;
};

}  // namespace banyan::advisor

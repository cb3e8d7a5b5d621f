// Overlap calibration of methods: their shapes with a ring of as many messages and bytes in all.
#pragma once

#include <cstddef>
#include <vector>

#include "advisor/speed_probe.hpp"
#include "banyan/net/group.hpp"

namespace banyan::advisor {

/// Samples of a ring that stands for a method's halo exchange, with the method's own shapes: a sweep alone, a round of
/// the ring alone, and both as an application does them (start the exchange, compute, wait for the rest). Seconds of
/// one round, the longest of all processes; equally many of each.
struct overlap_calibration {
    std::vector<double> sweep_s;
    std::vector<double> exchange_s;
    std::vector<double> both_s;
};

/// What stands for one method on this rank.
struct calibrated_method {
    shape mine;        ///< may be empty for an idle processor
    int messages = 2;  ///< of each process, the same on all
    std::size_t bytes = 8192;
};

struct calibration_options {
    int samples = 7;
    double sample_s = 0.02;  ///< length of a sample; at least one round is done
};

/// Collective over `world`, all processes at once, round robin over the methods, so that drift hits all alike. One
/// entry per method, the same on all ranks. Blocks; throws as group calls do.
std::vector<overlap_calibration> calibrate_overlap(const net::group& world,
                                                   const std::vector<calibrated_method>& methods, kernel& application,
                                                   const calibration_options& options);

}  // namespace banyan::advisor

// Overlap calibration of methods: their shapes with a ring of as many messages and bytes in all.
#pragma once

#include <cstddef>
#include <vector>

#include "advisor/overlap_calibration.hpp"
#include "advisor/speed_probe.hpp"
#include "banyan/net/group.hpp"

namespace banyan::advisor {

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

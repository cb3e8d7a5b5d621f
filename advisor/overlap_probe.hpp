// How much of an exchange hides behind the computation: a ring round alone, a sweep alone, and both as an application
// does them - start the exchange, compute, wait for the rest.
#pragma once

#include <cstddef>

#include "advisor/overlap.hpp"
#include "advisor/speed_probe.hpp"
#include "banyan/net/group.hpp"

namespace banyan::advisor {

struct overlap_options {
    int messages = 2;  ///< of each process
    std::size_t bytes = 8192;
    int samples = 7;
    double sample_s = 0.02;  ///< length of a sample; at least one round is done
};

/// Collective over `world`, all processes at once, round robin over the three. `mine` may be empty for an idle machine.
/// The samples are the same on all ranks.
overlap_samples measure_overlap(const net::group& world, const shape& mine, kernel& application,
                                const overlap_options& options);

}  // namespace banyan::advisor

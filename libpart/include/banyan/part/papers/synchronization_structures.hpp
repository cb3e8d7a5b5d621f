// Computations whose epochs have fewer and fewer processors: the two synchronization structures of Marinescu & Rice
// 1991, section 2.2.
//
// K + 1 epochs have a^K, a^(K-1), ..., a, 1 processors. In structure 1 all processors of an epoch wait for each other
// (multigrid). In structure 2 they form a tree: a task begins when the `a` tasks before it have ended (nested
// dissection). Both have the same means; psi is what waiting adds, divided by the K + 1 means.
#pragma once

#include <cstdint>

#include "banyan/part/papers/epoch_imbalance.hpp"

namespace banyan::part {

struct synchronization_structure {
    int fan_in = 2;  ///< a >= 2
    int depth = 1;   ///< K >= 0; a^K must be at most 2^62
};

/// psi of structure 1, the mean of epoch_imbalance() over its epochs, eq. 2.11 and 2.12. For uniform times it equals
/// cv sqrt(3) (K - 2 Q) / (K + 1), Q = sum over j = 1 .. K of 1 / (1 + a^j), eq. 2.14. The paper's sum begins at j = 0
/// and ends at K - 1; with that Q the result at K = 1 is 0, although a processors then wait for each other. Throws
/// error for a structure out of range, and as epoch_imbalance().
double structure_1_imbalance(const synchronization_structure& shape, const compute_times& times);

/// psi of both structures, simulated with the same compute times.
struct simulated_imbalance {
    double structure_1 = 0;
    double structure_2 = 0;        ///< never above structure_1, in no trial (eq. 2.37)
    double structure_1_error = 0;  ///< standard error of the mean over the trials
    double structure_2_error = 0;
};

/// Draws all compute times `trials` times; the result depends on the arguments only. O(trials a^K) time, O(a^K) memory.
/// Throws error for trials < 2, more than 2^20 processors, more than 2^32 compute times in all, the distribution `any`,
/// and as structure_1_imbalance(). Normal times may be negative when cv is large.
simulated_imbalance simulate_structures(const synchronization_structure& shape, const compute_times& times, int trials,
                                        std::uint64_t seed);

}  // namespace banyan::part

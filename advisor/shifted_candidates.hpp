// Candidates with shifted shares in a survey: which methods get one, and which partition is kept. Pure.
#pragma once

#include <cstddef>
#include <vector>

#include "advisor/survey.hpp"

namespace banyan::advisor {

/// Adds candidates whose shares are shifted for their messages (share_shift.hpp), of all patterns of the problem, after
/// those of its methods: at most four, of methods that may be the fastest and that gain at least 0.5 % by the model.
/// Returns the method of each added one, an index in problem::methods.
std::vector<std::size_t> add_shifted_candidates(const problem& task, survey& found);

/// Removes the added candidates. If one was measured to be faster than the partition of its method by at least 1 %, it
/// replaces this partition. Only problem::stencil was measured: what other patterns add is that of the models.
void keep_faster_candidates(const problem& task, const std::vector<std::size_t>& added, survey& found);

/// Sets candidate::same_as by comparing the partitions.
void mark_equal_partitions(survey& found);

}  // namespace banyan::advisor

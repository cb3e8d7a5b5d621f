// Shifts shares of cells from processors with many messages to the others, so that computation and messages together
// take equally long on all processors. Pure.
#pragma once

#include <string_view>

#include "advisor/processor_time.hpp"
#include "advisor/speed_curve.hpp"

namespace banyan::advisor {

/// A partition for which the slowest processor takes no longer, by the model, than for `start`. Repeats, at most 20
/// times: the effective speed of a processor is its cells, or for a method that divides the work its work, divided by
/// the time of its computation and messages; the method makes the partition for these speeds. No speed changes by more
/// than a factor of 1.5 in one pass, compared with the others. Ends if the partition does not change, or if three
/// passes in a row were no better. Returns `start` if no pass was better. Its speeds are the effective ones, with the
/// same sum as the speeds of `start`. Throws part::error as part::make_partition().
balanced_partition shift_shares(std::string_view method, const balanced_partition& start, const cost_model& model);

}  // namespace banyan::advisor

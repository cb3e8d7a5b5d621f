// Checks of the arguments that describe the compute times of an epoch.
#pragma once

#include "banyan/part/papers/epoch_imbalance.hpp"

namespace banyan::part {

/// Throws error for a cv that the distribution cannot have.
void check_compute_times(const compute_times& times);
/// Throws error for less than one processor.
void check_processors(std::int64_t processors);

}  // namespace banyan::part

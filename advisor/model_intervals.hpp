// How well the measurements determine each number of the exchange model. Pure.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "advisor/exchange_model.hpp"
#include "advisor/statistics.hpp"

namespace banyan::advisor {

struct model_interval {
    std::string name;  ///< of the member of exchange_model
    double value_s = 0;
    interval ci95;  ///< middle 95 % of the draws

    /// Whether the number may be 0 or not: its interval contains 0 and something else.
    [[nodiscard]] bool is_undetermined() const { return ci95.lo <= 0 && ci95.hi > 0; }
};

/// One entry for each number of the model, in the order of its members. `draws` are the models of resampled
/// measurements (resampled_networks()). Throws std::invalid_argument without draws.
std::vector<model_interval> intervals_of(const exchange_model& fitted, std::span<const exchange_model> draws);

}  // namespace banyan::advisor

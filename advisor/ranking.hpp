// Phase four: predicts the time of each partitioning method and ranks the methods, with intervals.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "advisor/exchange_model.hpp"
#include "advisor/overlap_probe.hpp"
#include "advisor/statistics.hpp"

namespace banyan::advisor {

/// One method to rank: its measured computation and the exchange of each iteration.
struct candidate {
    std::string method;
    /// [processor][sample]: seconds that the processor needs for its own cells in one iteration. Empty for a processor
    /// without cells.
    std::vector<std::vector<double>> compute_s;
    exchange_load halo;
    overlap_calibration calibration;  ///< if empty, computation and exchange are added up
};

struct ranked_method {
    std::string method;
    double relative = 1;         ///< predicted_s divided by that of the best method
    double predicted_s = 0;      ///< one iteration: compute_s + communication_s + waiting_s
    double compute_s = 0;        ///< of the slowest processor
    double communication_s = 0;  ///< by the exchange model
    double waiting_s = 0;        ///< the rest; negative if messages are hidden behind computation
    interval interval_s;         ///< middle 95 % of the bootstrap draws of predicted_s
    double p_best = 0;           ///< share of the draws in which this method is the fastest
    double p_as_fast = 0;        ///< share of the draws in which it is at least as fast as the first of the ranking
};

struct ranking {
    std::vector<ranked_method> methods;  ///< ascending predicted_s
    exchange_model network;

    [[nodiscard]] const ranked_method& of(const std::string& method) const;
    /// True if no method is the fastest in at least 95 % of the draws.
    [[nodiscard]] bool is_tie() const;
    /// The methods that may be as fast as the first one: in more than 5 % of the draws they are. In the order of the
    /// ranking, without the first one; empty unless is_tie().
    [[nodiscard]] std::vector<std::string> within_noise() const;
};

struct ranking_options {
    int draws = 200;  ///< bootstrap draws of the measured samples
    std::uint64_t seed = 1;
};

/// Predicts every candidate from the same measurements. The result depends on the arguments and the seed only. Throws
/// std::invalid_argument for an empty list, a candidate without measured computation, and a candidate that sends
/// messages if `exchanges` is empty.
ranking rank_methods(std::span<const candidate> candidates, std::span<const exchange_samples> exchanges,
                     const ranking_options& options = {});

}  // namespace banyan::advisor

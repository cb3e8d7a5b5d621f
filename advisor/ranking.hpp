// Phase four: which partitioning method will run fastest, by how much, and how sure that is.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "advisor/exchange_model.hpp"
#include "advisor/overlap_probe.hpp"
#include "advisor/statistics.hpp"

namespace banyan::advisor {

/// One method as it would run: its measured computation and the exchange it needs each iteration.
struct candidate {
    std::string method;
    /// [processor][sample] seconds of computing one iteration on that processor's own cells; an idle processor has
    /// none.
    std::vector<std::vector<double>> compute_s;
    exchange_load halo;
    overlap_calibration calibration;  ///< may be empty: then computation and exchange simply add up
    exchange_load ring{};             ///< the exchange of the calibration, which stood for `halo`
};

struct ranked_method {
    std::string method;
    double relative = 1;     ///< predicted_s over the best method's; 1 for the best
    double predicted_s = 0;  ///< one iteration: compute_s + communication_s + waiting_s
    double compute_s = 0;    ///< of the slowest processor
    double communication_s = 0;
    double waiting_s =
        0;  ///< what both together take longer in the calibration; negative where computation hides messages
    interval interval_s;  ///< 95 % of the bootstrap draws of predicted_s
    double p_best = 0;    ///< share of the draws in which this method was fastest
};

struct ranking {
    std::vector<ranked_method> methods;  ///< ascending predicted_s
    exchange_model network;

    [[nodiscard]] const ranked_method& of(const std::string& method) const;
    /// True when the draws do not single out a best method (p_best below 0.95).
    [[nodiscard]] bool is_tie() const;
};

struct ranking_options {
    int draws = 200;  ///< bootstrap draws of the measured samples
    std::uint64_t seed = 1;
};

/// Predicts every candidate from the same measurements. Deterministic for a seed. Throws std::invalid_argument for no
/// candidate, one without any computation measured, and one that sends messages when no exchange was measured.
/// `exchanges` may be empty when no candidate sends anything.
ranking rank_methods(std::span<const candidate> candidates, std::span<const exchange_samples> exchanges,
                     const ranking_options& options = {});

}  // namespace banyan::advisor

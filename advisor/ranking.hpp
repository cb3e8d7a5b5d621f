// Phase four: predicts the time of each partitioning method and ranks the methods, with intervals.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "advisor/classic_model.hpp"
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
    /// The index of the first candidate with the same partition, if this is another one. Its samples are those of the
    /// first one, so both have the same time in every draw.
    std::optional<std::size_t> same_as{};
    bool messages_only = false;     ///< nothing is computed, as in a reduction
    double direction_messages = 0;  ///< sum_k max_i C[i][k], for the classic model
    /// There was no time to measure computation and messages together. Such a candidate is ranked after all others.
    bool modelled_only = false;
};

/// How an iteration is predicted.
enum class prediction_model {
    measured,  ///< by iterations of the application, or by the overlap calibration
    classic    ///< by Crandall's plain model
};

/// "measured" or "classic". Throws std::invalid_argument for another name.
prediction_model prediction_model_named(const std::string& name);

struct ranked_method {
    std::string method;
    double relative = 1;         ///< predicted_s divided by that of the first method
    double predicted_s = 0;      ///< one iteration: compute_s + communication_s + waiting_s
    double compute_s = 0;        ///< of the slowest processor
    double communication_s = 0;  ///< by the exchange model
    double waiting_s = 0;        ///< the rest; negative if messages overlap with computation
    /// 95 % interval. Of whole iterations: of the time that two runs would take, from the scatter of the turns.
    /// Otherwise the middle 95 % of the bootstrap draws of predicted_s.
    interval interval_s;
    double p_best = 0;              ///< share of the draws in which the partition of this method is the fastest
    double p_as_fast = 0;           ///< share of the draws in which it is at least as fast as the first of the ranking
    std::vector<double> draws_s{};  ///< predicted_s of each bootstrap draw
    double classic_s = 0;           ///< one iteration by the classic model; 0 if unknown
    bool modelled_only = false;     ///< candidate::modelled_only; never with the classic model
};

struct ranking {
    /// Ascending predicted_s: first those that were measured, then those that are modelled only.
    std::vector<ranked_method> methods;
    exchange_model network;
    classic_model classic{};

    [[nodiscard]] const ranked_method& of(const std::string& method) const;
    /// True if no partition is the fastest in at least 95 % of the draws.
    [[nodiscard]] bool is_tie() const;
    /// The methods that may be as fast as the first one: in more than 5 % of the draws they are. In the order of the
    /// ranking, without the first one; empty unless is_tie().
    [[nodiscard]] std::vector<std::string> within_noise() const;
};

/// The ranking of methods whose times, parts of times, draws_s and modelled_only are known: fills in the other members,
/// and sorts. Methods that are modelled only are never the fastest, unless all are. All methods have equally many
/// draws, those of one number from the same resampled measurements. Throws std::invalid_argument for an empty list.
ranking rank_predictions(std::vector<ranked_method> methods, const exchange_model& network);

struct ranking_options {
    int draws = 200;  ///< bootstrap draws of the measured samples
    std::uint64_t seed = 1;
    prediction_model model = prediction_model::measured;
    int windows_of_turn = 3;  ///< of whole iterations (iteration_options::windows)
};

/// The network model of each draw, fitted to resampled exchanges; without exchanges, models that cost nothing. Draw i
/// of rank_methods() uses model i.
std::vector<exchange_model> resampled_networks(std::span<const exchange_samples> exchanges,
                                               const ranking_options& options = {});

/// Predicts every candidate from the same measurements. The result depends on the arguments and the seed only. Throws
/// std::invalid_argument for an empty list, a candidate without measured computation that is not messages_only, a
/// same_as that is not the index of an earlier candidate, and a candidate that sends messages if `exchanges` is empty.
ranking rank_methods(std::span<const candidate> candidates, std::span<const exchange_samples> exchanges,
                     const ranking_options& options = {});

}  // namespace banyan::advisor

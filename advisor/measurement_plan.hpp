// Which methods to measure further: the time of a measurement is spent where it decides the ranking. Pure.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "advisor/ranking.hpp"

namespace banyan::advisor {

/// What a ranking says.
enum class decision {
    undecided,  ///< more samples may decide
    fastest,    ///< one partition is the fastest with the wanted probability
    tie         ///< the partitions that may be the fastest differ by less than the margin
};

/// "undecided", "fastest" or "tie".
std::string name_of(decision what);

struct decision_rule {
    double tie_margin = 0.02;   ///< partitions whose intervals are within this fraction of the least time are a tie
    double drop_margin = 0.02;  ///< a partition is dropped if its interval is above the best one's by this fraction
    std::size_t fewest_samples = 6;  ///< of each partition that may be the fastest, before anything is decided
};

/// What a ranking says by itself, for any number of samples. It is that of the ranking that is shown: of all patterns
/// of an iteration, and of the model that predicts.
decision decision_of(const ranking& ranked, const decision_rule& rule = {});

struct next_measurement {
    decision result = decision::undecided;
    /// The candidates that may be the fastest, by their index, fastest first; only the first one of each partition.
    std::vector<std::size_t> contenders;
};

/// Judges the candidates by a ranking of them. A candidate is dropped if its interval is clearly above that of the
/// first one, or if it was not measured (ranked_method::modelled_only). Nothing is decided before each contender has
/// decision_rule::fewest_samples. Candidates that have the partition of another one (candidate::same_as) are never
/// contenders.
next_measurement plan_measurement(std::span<const candidate> candidates, const ranking& ranked,
                                  const decision_rule& rule = {});

/// A partition that may be measured, as the models see it.
struct modelled_look {
    std::size_t candidate = 0;
    double modelled_s = 0;  ///< one iteration; 0: measured in any case
    double look_s = 0;      ///< that the first samples take
};

/// The partitions that get first samples: in the order of modelled_s, as many as fit into `left_s` seconds, but at
/// least two. Returns their indices modelled_look::candidate.
std::vector<std::size_t> first_looks(std::vector<modelled_look> all, double left_s);

/// How many more samples of each contender to take if `left_s` seconds are left and one sample of each takes `round_s`
/// seconds: at least 2, at most 6, so that contenders that turn out to be slow do not take all of the time.
int samples_for(double left_s, double round_s);

}  // namespace banyan::advisor

// Rankings for several communication patterns of one program, from one measurement of speeds and network.
#pragma once

#include <map>
#include <span>
#include <string>

#include "advisor/iteration_patterns.hpp"
#include "advisor/predictability.hpp"
#include "advisor/survey.hpp"

namespace banyan::advisor {

/// The stencil that a survey of these patterns is taken with: the first one that has a sweep. Throws
/// std::invalid_argument if there is none.
const std::string& surveyed_pattern(const iteration_patterns& patterns);

/// Measures each pattern when it is first asked for. The pattern of the survey itself is known from the start.
class pattern_rankings {
  public:
    /// Borrows what `setup` borrows and all other arguments except `how`. `task` and `found` are those of
    /// take_survey(); samples are added to `found`.
    pattern_rankings(const survey_setup& setup, const problem& task, const effort& limits, const ranking_options& how,
                     survey& found);

    /// One occurrence of the pattern. Blocks; throws as take_survey().
    const ranking& of_pattern(const std::string& pattern);
    /// One iteration. Blocks; throws as take_survey().
    ranking of_iteration(const iteration_patterns& patterns);
    /// Of the samples of an iteration that was ranked. Patterns that take less than a tenth of its time are left out,
    /// because their errors hardly change the sum. Throws std::out_of_range for a pattern that was not measured.
    [[nodiscard]] predictability quality_of(const iteration_patterns& patterns) const;

  private:
    struct known_pattern {
        ranking ranked;
        predictability quality;
    };

    const known_pattern& add(const std::string& pattern, std::span<const candidate> candidates);

    survey_setup setup_;
    const problem& task_;
    const effort& limits_;
    ranking_options how_;
    survey& found_;
    std::map<std::string, known_pattern> known_;
};

}  // namespace banyan::advisor

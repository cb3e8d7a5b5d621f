#include "advisor/pattern_rankings.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace banyan::advisor {

const std::string& surveyed_pattern(const iteration_patterns& patterns) {
    const auto found = std::ranges::find_if(patterns, has_sweep, &pattern_use::pattern);
    if (found == patterns.end()) throw std::invalid_argument("an iteration needs a stencil");
    return found->pattern;
}

pattern_rankings::pattern_rankings(const survey_setup& setup, const problem& task, const effort& limits,
                                   const ranking_options& how, survey& found)
    : setup_(setup), task_(task), limits_(limits), how_(how), found_(found) {
    add(task.stencil, found.candidates);
}

const pattern_rankings::known_pattern& pattern_rankings::add(const std::string& pattern,
                                                             std::span<const candidate> candidates) {
    known_pattern one{rank_methods(candidates, found_.exchanges, how_), judge_samples(candidates)};
    return known_.emplace(pattern, std::move(one)).first->second;
}

const ranking& pattern_rankings::of_pattern(const std::string& pattern) {
    if (const auto known = known_.find(pattern); known != known_.end()) return known->second.ranked;
    setup_.say("measuring the messages of the pattern " + pattern);
    problem other = task_;
    other.stencil = pattern;
    return add(pattern, survey_pattern(setup_, other, limits_, found_)).ranked;
}

ranking pattern_rankings::of_iteration(const iteration_patterns& patterns) {
    if (is_single(patterns)) return of_pattern(patterns.front().pattern);
    std::vector<weighted_ranking> parts;
    for (const auto& [times, pattern] : patterns) {
        parts.push_back({static_cast<double>(times), &of_pattern(pattern)});
    }
    return rank_sums(parts);
}

predictability pattern_rankings::quality_of(const iteration_patterns& patterns) const {
    constexpr double least_part = 0.1;
    const auto seconds = [&](const pattern_use& use) {
        return use.times * known_.at(use.pattern).ranked.methods.front().predicted_s;
    };
    double sum_s = 0;
    for (const auto& use : patterns) {
        sum_s += seconds(use);
    }
    predictability worst;
    for (const auto& use : patterns) {
        if (seconds(use) >= least_part * sum_s) worst = worst_of(worst, known_.at(use.pattern).quality);
    }
    return worst;
}

}  // namespace banyan::advisor

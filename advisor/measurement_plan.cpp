#include "advisor/measurement_plan.hpp"

#include <algorithm>
#include <cmath>

namespace banyan::advisor {
namespace {

std::size_t samples_of(const candidate& one) {
    return one.calibration.both_s.size();
}

std::size_t index_of(std::span<const candidate> candidates, const std::string& method) {
    return static_cast<std::size_t>(std::ranges::find(candidates, method, &candidate::method) - candidates.begin());
}

// The error of the prediction itself. interval_s may also contain the scatter of the runs that are compared with it,
// which no further measurement makes smaller.
interval error_of(const ranked_method& method) {
    return method.draws_s.empty() ? method.interval_s : middle_95(method.draws_s);
}

}  // namespace

std::string name_of(decision what) {
    switch (what) {
        case decision::undecided:
            return "undecided";
        case decision::fastest:
            return "fastest";
        case decision::tie:
            return "tie";
    }
    return "unknown";
}

next_measurement plan_measurement(std::span<const candidate> candidates, const ranking& ranked,
                                  const decision_rule& rule) {
    next_measurement next;
    const auto& best = ranked.methods.front();
    const auto best_error = error_of(best);
    bool enough = true, narrow = true;
    for (const auto& method : ranked.methods) {
        const auto index = index_of(candidates, method.method);
        if (candidates[index].same_as) continue;
        const auto error = error_of(method);
        if (error.lo > best_error.hi * (1 + rule.drop_margin)) continue;
        next.contenders.push_back(index);
        enough = enough && samples_of(candidates[index]) >= rule.fewest_samples;
        narrow = narrow && error.hi <= best.predicted_s * (1 + rule.tie_margin) &&
                 error.lo >= best.predicted_s * (1 - rule.tie_margin);
    }
    if (!enough) return next;
    if (!ranked.is_tie() || next.contenders.size() == 1)
        next.result = decision::fastest;
    else if (narrow)
        next.result = decision::tie;
    return next;
}

int samples_for(double left_s, double round_s) {
    constexpr double fewest = 2, most = 6;
    return static_cast<int>(std::clamp(std::floor(left_s / round_s), fewest, most));
}

}  // namespace banyan::advisor

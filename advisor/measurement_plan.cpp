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

// Not measured, or clearly slower than the best one.
bool is_dropped(const ranked_method& method, const ranked_method& best, const decision_rule& rule) {
    if (method.modelled_only && !best.modelled_only) return true;
    return error_of(method).lo > error_of(best).hi * (1 + rule.drop_margin);
}

bool is_narrow(const ranked_method& method, const ranked_method& best, const decision_rule& rule) {
    const auto error = error_of(method);
    return error.hi <= best.predicted_s * (1 + rule.tie_margin) && error.lo >= best.predicted_s * (1 - rule.tie_margin);
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

decision decision_of(const ranking& ranked, const decision_rule& rule) {
    const auto& best = ranked.methods.front();
    bool only_best = true, narrow = true;
    for (const auto& method : ranked.methods) {
        if (is_dropped(method, best, rule)) continue;
        // Methods that made the same partition have the same draws.
        only_best = only_best && method.draws_s == best.draws_s;
        narrow = narrow && is_narrow(method, best, rule);
    }
    if (!ranked.is_tie() || only_best) return decision::fastest;
    return narrow ? decision::tie : decision::undecided;
}

next_measurement plan_measurement(std::span<const candidate> candidates, const ranking& ranked,
                                  const decision_rule& rule) {
    next_measurement next;
    bool enough = true;
    for (const auto& method : ranked.methods) {
        const auto index = index_of(candidates, method.method);
        if (candidates[index].same_as || is_dropped(method, ranked.methods.front(), rule)) continue;
        next.contenders.push_back(index);
        enough = enough && samples_of(candidates[index]) >= rule.fewest_samples;
    }
    if (enough) next.result = decision_of(ranked, rule);
    return next;
}

std::vector<std::size_t> first_looks(std::vector<modelled_look> all, double left_s) {
    constexpr std::size_t fewest = 2;
    std::ranges::stable_sort(all, {}, &modelled_look::modelled_s);
    std::vector<std::size_t> chosen;
    for (const auto& look : all) {
        left_s -= look.look_s;
        if (left_s < 0 && chosen.size() >= fewest) break;
        chosen.push_back(look.candidate);
    }
    return chosen;
}

int samples_for(double left_s, double round_s) {
    constexpr double fewest = 2, most = 6;
    return static_cast<int>(std::clamp(std::floor(left_s / round_s), fewest, most));
}

}  // namespace banyan::advisor

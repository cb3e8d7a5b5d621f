#include "advisor/advice_check.hpp"

#include <algorithm>
#include <cstddef>

#include "advisor/experiment.hpp"
#include "advisor/thermal_run.hpp"

namespace banyan::advisor {
namespace {

constexpr double checked_run_s = 0.5;

}  // namespace

std::vector<checked_method> check_advice(daemon::virtual_machine& virtual_machine, const placement& where,
                                         const advice_to_check& advice, const progress_text& say) {
    std::vector<checked_method> checked;
    std::vector<std::size_t> places;
    for (const auto& method : advice.methods) {
        const auto& predicted = advice.ranked.of(method);
        places.push_back(places.size());
        checked.push_back({method, predicted.predicted_s, predicted.interval_s});
    }
    for (const auto place : run_order(places, 0)) {
        auto& one = checked[place];
        say("running " + one.method + " to check the advice");
        const auto& methods = advice.task.methods;
        const auto m = static_cast<std::size_t>(std::ranges::find(methods, one.method) - methods.begin());
        one.observed_s.push_back(run_thermal(
            virtual_machine, where, compared_run(advice.task, advice.found, m, one.predicted_s, checked_run_s)));
    }
    return checked;
}

}  // namespace banyan::advisor

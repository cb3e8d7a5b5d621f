#include "advisor/advice_check.hpp"

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
        one.observed_s.push_back(run_thermal(
            virtual_machine, where,
            compared_run(advice.task, advice.found, advice.task.place_of(one.method), one.predicted_s, checked_run_s)));
    }
    return checked;
}

}  // namespace banyan::advisor

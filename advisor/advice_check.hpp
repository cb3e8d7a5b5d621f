// Checks an advice: runs the program with the methods that are ranked first, and keeps the observed beside the
// predicted times.
#pragma once

#include <string>
#include <vector>

#include "advisor/ranking.hpp"
#include "advisor/remote.hpp"
#include "advisor/statistics.hpp"
#include "advisor/survey.hpp"

namespace banyan::advisor {

/// What is checked. Borrows all but the names.
struct advice_to_check {
    const problem& task;
    const survey& found;
    const ranking& ranked;
    std::vector<std::string> methods;  ///< of the problem, the advised one first
};

struct checked_method {
    std::string method;
    double predicted_s = 0;
    interval interval_s{};             ///< of the prediction
    std::vector<double> observed_s{};  ///< of one iteration, for each run
};

/// Runs thermal twice with each of the methods, in run_order(), for about half a second each. The result is in the
/// order of the methods. `say` is called with what runs next. Blocks. Throws std::invalid_argument for a method that
/// was not ranked, and as run_thermal().
std::vector<checked_method> check_advice(daemon::virtual_machine& virtual_machine, const placement& where,
                                         const advice_to_check& advice, const progress_text& say);

}  // namespace banyan::advisor

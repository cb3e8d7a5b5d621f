// Measures the computation and the messages of the methods together, on a virtual machine: the overlap calibration.
#pragma once

#include <chrono>

#include "advisor/survey.hpp"

namespace banyan::advisor {

/// Adds the calibrations of the candidates of `found` that send messages; each partition is measured once. With
/// effort::total_s, the first samples are of all methods, or of those that are the fastest by the models if there is no
/// time for all (then sets candidate::modelled_only of the others); and the time that is left at `began` + total_s is
/// spent on those that may be the fastest, until the ranking is decided (measurement_plan.hpp); without it, every
/// method gets effort::rounds samples. Blocks; throws as run_probe().
void calibrate_methods(const survey_setup& setup, const problem& task, const effort& limits,
                       std::chrono::steady_clock::time_point began, survey& found);

}  // namespace banyan::advisor

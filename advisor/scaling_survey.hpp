// How many processors to use, and which: predicts every prefix of the processors by speed, and measures those that may
// be the fastest.
#pragma once

#include <vector>

#include "advisor/predictability.hpp"
#include "advisor/scaling.hpp"
#include "advisor/survey.hpp"

namespace banyan::advisor {

/// A prefix that the probes measured, with its best methods.
struct prefix_survey {
    placement where;
    problem task;  ///< with these methods only
    survey found;
    ranking ranked;
    predictability quality{};  ///< of the samples
};

struct scaling_survey {
    scaling_curve curve;
    std::vector<prefix_survey> measured;  ///< without that of all tasks

    /// The survey of the advised number of tasks; nullptr if that is all tasks.
    [[nodiscard]] const prefix_survey* advised() const;
};

/// Predicts each prefix from a survey of all tasks, without further measurements. `hosts` are those of the virtual
/// machine.
scaling_curve predict_scaling(const problem& task, const survey& all, const ranking& ranked,
                              const std::vector<daemon::host_info>& hosts);

/// Measures one task, the base of all speed-ups, and the prefixes that may be faster than all tasks, at most four, with
/// `seconds` each. `setup` is that of the survey of all tasks. Blocks. Throws as take_survey().
scaling_survey take_scaling_survey(const survey_setup& setup, const problem& task, const survey& all,
                                   scaling_curve curve, double seconds);

}  // namespace banyan::advisor

// How the time of an iteration changes with the number of processors (strong scaling): the curve over every prefix of
// the processors by speed, its knee, and the number to use. Pure.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "advisor/processor_prefix.hpp"
#include "advisor/processor_time.hpp"
#include "advisor/statistics.hpp"
#include "banyan/part/grid.hpp"

namespace banyan::advisor {

/// The fastest method on one prefix of the processors.
struct scaling_point {
    processor_prefix processors;
    /// The fastest methods, each with a partition of its own, by the models. If the point was measured, the first
    /// method is the one that the measurement has found.
    std::vector<std::string> methods;
    double compute_s = 0;  ///< of the slowest processor with the fastest method by the models
    double messages_s = 0;
    double predicted_s = 0;  ///< one iteration: by the models, or as the probes measured it
    interval interval_s{};   ///< of predicted_s if it is measured
    bool measured = false;

    [[nodiscard]] int tasks() const { return static_cast<int>(processors.ranks.size()); }
};

/// One point for each number of tasks from 1 on. The last one is all tasks.
class scaling_curve {
  public:
    /// Predicts each prefix by the models: `processors` are the speed curves of the measurement of all tasks.
    scaling_curve(std::vector<processor_prefix> prefixes, const part::grid& domain,
                  std::span<const std::string> methods, const cost_model& measured);

    [[nodiscard]] const std::vector<scaling_point>& points() const { return points_; }
    [[nodiscard]] const scaling_point& all() const { return points_.back(); }
    /// Replaces the prediction for `tasks` tasks by a measured one, and its fastest method by `method`. The measurement
    /// of all tasks also corrects the time of messages of the points that are not measured, because a part of that time
    /// overlaps with the computation.
    void set_measured(int tasks, const std::string& method, double predicted_s, const interval& interval_s);

    /// The fewest tasks whose iteration takes at most 5 % longer than the fastest: more tasks gain less than that.
    [[nodiscard]] int knee() const;
    /// The number of tasks to use among the measured points: the fewest that take at most 2 % longer than the fastest.
    [[nodiscard]] const scaling_point& advised() const;
    /// The number of tasks that is worth measuring next: not measured, and predicted to be faster than every measured
    /// point, or slower by at most 10 %. 0 if there is none.
    [[nodiscard]] int worth_measuring() const;
    /// The fastest point if it is predicted to take at least 10 % less than all tasks, else that of all tasks.
    [[nodiscard]] const scaling_point& clearly_fastest() const;

  private:
    void predict_unmeasured();

    std::vector<scaling_point> points_;
    double visible_messages_ = 1;  // the part of the modelled time of messages that shows in an iteration
};

}  // namespace banyan::advisor

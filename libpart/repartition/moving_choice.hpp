// Chooses between new partitions by their balance and by the cells that they move.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "banyan/part/partition.hpp"
#include "banyan/part/repartition.hpp"
#include "libpart/model/work_map.hpp"

namespace banyan::part {

/// The best partition so far. Its cost is the longest time divided by that of perfect balance, plus moving_weight x
/// (share of the cells that move). The time of a processor is cells / weight; if the work of the cells is known, work /
/// weight.
class moving_choice {
  public:
    /// `weights` has an entry for each processor; those without cells in `old` do not count. Borrows `work`; null: all
    /// cells are equal.
    moving_choice(const partition& old, std::vector<double> weights, double moving_weight,
                  const work_map* work = nullptr)
        : old_(old), weights_(std::move(weights)), moving_weight_(moving_weight), work_(work), best_(old) {
        all_amounts_ = work == nullptr ? static_cast<double>(old.domain().cells())
                                       : work->work(0, old.domain().rows(), 0, old.domain().cols());
        for (int i = 0; i < old.processors(); ++i)
            if (old.cells(i) > 0) all_weights_ += weights_[static_cast<std::size_t>(i)];
        best_cost_ = cost_of(old);
    }

    /// The longest time of a processor.
    [[nodiscard]] double longest_time(const partition& parts) const {
        double longest = 0;
        if (work_ != nullptr) {
            const std::vector<double> amounts = work_of_processors(parts, *work_);
            for (std::size_t i = 0; i < amounts.size(); ++i)
                longest = std::max(longest, amounts[i] / weights_[i]);
            return longest;
        }
        for (int i = 0; i < parts.processors(); ++i)
            longest = std::max(longest, static_cast<double>(parts.cells(i)) / weights_[static_cast<std::size_t>(i)]);
        return longest;
    }
    /// From now on, a longest time below `least` x (1 + tolerance) counts as this one. Without a tolerance, nothing
    /// changes.
    void tolerate(double least, double tolerance) {
        if (tolerance > 0) tolerated_ = least * (1 + tolerance);
        best_cost_ = cost_of(best_);
    }
    void consider(partition candidate) {
        const double cost = cost_of(candidate);
        if (!(cost < best_cost_)) return;
        best_cost_ = cost;
        best_ = std::move(candidate);
    }
    [[nodiscard]] const partition& best() const { return best_; }

    /// The longest times for which candidates are made: from `least` towards `old`, in growing steps. If `tolerance` is
    /// above 0, also the largest tolerated one.
    static std::vector<double> times_between(double least, double old, double tolerance) {
        constexpr int steps = 20;
        constexpr double ratio = 0.6;
        std::vector<double> times;
        for (int i = 0; i < steps && old > least; ++i)
            times.push_back(least + (old - least) * std::pow(ratio, steps - i));
        times.insert(times.begin(), least);
        if (tolerance > 0) times.push_back(std::min(old, least * (1 + tolerance)));
        return times;
    }

  private:
    [[nodiscard]] double cost_of(const partition& candidate) const {
        const auto cells = static_cast<double>(old_.domain().cells());
        return std::max(longest_time(candidate), tolerated_) * all_weights_ / all_amounts_ +
               moving_weight_ * static_cast<double>(moved_cells(old_, candidate)) / cells;
    }

    const partition& old_;
    std::vector<double> weights_;
    double moving_weight_;
    const work_map* work_;
    double all_amounts_ = 0;
    double tolerated_ = 0;
    double all_weights_ = 0;
    partition best_;
    double best_cost_;
};

}  // namespace banyan::part

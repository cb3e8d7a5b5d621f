#include "libpart/geometry/apportion.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <queue>
#include <utility>

namespace banyan::part {
namespace {

/// A quota counts as a whole number if it is below it by at most this fraction.
constexpr double rounding_slack = 1e-12;

using load_of_index = std::pair<double, std::size_t>;  // load per weight, index

class apportionment {
  public:
    apportionment(std::span<const double> weights, std::span<const bounds> limits)
        : weights_(weights), limits_(limits) {}

    std::vector<std::int64_t> run(std::int64_t total) {
        start(total);
        std::int64_t left = total - std::accumulate(shares_.begin(), shares_.end(), std::int64_t{0});
        if (left > 0) add(left);
        if (left < 0) remove(-left);
        return std::move(shares_);
    }

  private:
    void start(std::int64_t total) {
        const double sum = std::accumulate(weights_.begin(), weights_.end(), 0.0);
        for (std::size_t i = 0; i < weights_.size(); ++i) {
            const double quota = static_cast<double>(total) * (weights_[i] / sum);
            const auto whole = static_cast<std::int64_t>(std::floor(quota * (1 + rounding_slack)));
            shares_.push_back(std::clamp(whole, limits_[i].least, limits_[i].most));
        }
    }

    /// Adds one unit at a time to the index with the smallest load after it.
    void add(std::int64_t units) {
        std::priority_queue<load_of_index, std::vector<load_of_index>, std::greater<>> next;
        const auto offer = [&](std::size_t i) {
            if (shares_[i] < limits_[i].most) next.emplace(static_cast<double>(shares_[i] + 1) / weights_[i], i);
        };
        for (std::size_t i = 0; i < weights_.size(); ++i)
            offer(i);
        for (; units > 0; --units) {
            const std::size_t i = next.top().second;
            next.pop();
            ++shares_[i];
            offer(i);
        }
    }

    /// Removes one unit at a time from the index with the largest load, the last one on ties.
    void remove(std::int64_t units) {
        std::priority_queue<load_of_index> next;
        const auto offer = [&](std::size_t i) {
            if (shares_[i] > limits_[i].least) next.emplace(static_cast<double>(shares_[i]) / weights_[i], i);
        };
        for (std::size_t i = 0; i < weights_.size(); ++i)
            offer(i);
        for (; units > 0; --units) {
            const std::size_t i = next.top().second;
            next.pop();
            --shares_[i];
            offer(i);
        }
    }

    std::span<const double> weights_;
    std::span<const bounds> limits_;
    std::vector<std::int64_t> shares_;
};

}  // namespace

std::vector<std::int64_t> apportion(std::int64_t total, std::span<const double> weights,
                                    std::span<const bounds> limits) {
    return apportionment(weights, limits).run(total);
}

}  // namespace banyan::part

#include "libpart/geometry/apportion.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <queue>
#include <utility>

namespace banyan::part {
namespace {

/// A quota that misses a whole number by less than this, relatively, is that number.
constexpr double rounding_slack = 1e-12;

using claim = std::pair<double, std::size_t>;  // load per weight, claimant

class sharing {
  public:
    sharing(std::span<const double> weights, std::span<const bounds> limits) : weights_(weights), limits_(limits) {}

    std::vector<std::int64_t> run(std::int64_t total) {
        start(total);
        std::int64_t left = total - std::accumulate(shares_.begin(), shares_.end(), std::int64_t{0});
        if (left > 0) give(left);
        if (left < 0) take(-left);
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

    /// One unit at a time to whoever has the smallest load after it.
    void give(std::int64_t units) {
        std::priority_queue<claim, std::vector<claim>, std::greater<>> next;
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

    /// One unit at a time from whoever has the largest load, the last index on ties.
    void take(std::int64_t units) {
        std::priority_queue<claim> next;
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
    return sharing(weights, limits).run(total);
}

}  // namespace banyan::part

#include "libpart/geometry/apportion.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <queue>
#include <utility>

#include "libpart/geometry/whole_part.hpp"

namespace banyan::part {
namespace {

/// A quota counts as a whole number if it is below it by at most this fraction.
constexpr double rounding_slack = 1e-12;
/// If the limits move more units than this, they are not moved one at a time.
constexpr std::int64_t most_single_steps = std::int64_t{1} << 16;

using load_of_index = std::pair<double, std::size_t>;  // load per weight, index

class apportionment {
  public:
    apportionment(std::span<const double> weights, std::span<const bounds> limits)
        : weights_(weights), limits_(limits), sum_(std::accumulate(weights.begin(), weights.end(), 0.0)) {}

    std::vector<std::int64_t> run(std::int64_t total) {
        start(static_cast<double>(total));
        if (std::abs(missing(total)) > most_single_steps) start(units_for(total));
        const std::int64_t left = missing(total);
        if (left > 0) add(left);
        if (left < 0) remove(-left);
        return std::move(shares_);
    }

  private:
    /// The share of index i if `units` are divided, within its limits.
    [[nodiscard]] std::int64_t share_of(double units, std::size_t i) const {
        const double quota = units * (weights_[i] / sum_);
        return std::max(limits_[i].least, whole_part(quota * (1 + rounding_slack), limits_[i].most));
    }

    void start(double units) {
        shares_.clear();
        for (std::size_t i = 0; i < weights_.size(); ++i)
            shares_.push_back(share_of(units, i));
    }

    [[nodiscard]] std::int64_t missing(std::int64_t total) const {
        return total - std::accumulate(shares_.begin(), shares_.end(), std::int64_t{0});
    }

    /// The units to divide so that the shares, within their limits, sum up to about `total`. add() and remove() would
    /// come to the same shares unit by unit.
    [[nodiscard]] double units_for(std::int64_t total) const {
        constexpr int most_halvings = 128;  // to all digits
        const auto wanted = static_cast<double>(total);
        double low = 0;
        double high = wanted / (*std::ranges::min_element(weights_) / sum_);
        for (int i = 0; i < most_halvings; ++i) {
            const double middle = low + (high - low) / 2;
            double all = 0;
            for (std::size_t k = 0; k < weights_.size(); ++k)
                all += static_cast<double>(share_of(middle, k));
            (all <= wanted ? low : high) = middle;
        }
        return low;
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
    double sum_;
    std::vector<std::int64_t> shares_;
};

}  // namespace

std::vector<std::int64_t> apportion(std::int64_t total, std::span<const double> weights,
                                    std::span<const bounds> limits) {
    return apportionment(weights, limits).run(total);
}

}  // namespace banyan::part

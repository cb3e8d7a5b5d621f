#include "libpart/repartition/nearest_cuts.hpp"

#include <algorithm>
#include <functional>
#include <queue>

namespace banyan::part {
namespace {

/// A convex piecewise linear function of a position, by the positions where its slope changes by 1: those where it
/// falls and those where it rises. At first it is 0 at one position and steep elsewhere.
class convex_cost {
  public:
    convex_cost(std::int64_t only, std::size_t steepness)
        : falling_(std::less<>(), std::vector<std::int64_t>(steepness, only)),
          rising_(std::greater<>(), std::vector<std::int64_t>(steepness, only)) {}

    [[nodiscard]] bounds cheapest() const { return {falling_.top() + falling_shift_, rising_.top() + rising_shift_}; }
    /// The least cost of a position of which the distance from the argument is within `sizes`.
    void shift(const bounds& sizes) {
        falling_shift_ += sizes.least;
        rising_shift_ += sizes.most;
    }
    void add_distance_from(std::int64_t wanted) {
        falling_.push(wanted - falling_shift_);
        rising_.push(falling_.top() + falling_shift_ - rising_shift_);
        falling_.pop();
        rising_.push(wanted - rising_shift_);
        falling_.push(rising_.top() + rising_shift_ - falling_shift_);
        rising_.pop();
    }

  private:
    std::priority_queue<std::int64_t, std::vector<std::int64_t>, std::less<>> falling_;
    std::priority_queue<std::int64_t, std::vector<std::int64_t>, std::greater<>> rising_;
    std::int64_t falling_shift_ = 0;
    std::int64_t rising_shift_ = 0;
};

/// The position in `allowed` that is nearest to `good`, and of these the nearest one to `wanted`.
std::int64_t position_in(const bounds& allowed, const bounds& good, std::int64_t wanted) {
    const std::int64_t low = std::clamp(good.least, allowed.least, allowed.most);
    const std::int64_t high = std::clamp(good.most, allowed.least, allowed.most);
    return std::clamp(wanted, low, high);
}

}  // namespace

std::optional<std::vector<std::int64_t>> nearest_cuts(std::int64_t begin, std::int64_t end,
                                                      std::span<const std::int64_t> wanted,
                                                      std::span<const bounds> limits) {
    std::vector<bounds> sizes(limits.begin(), limits.end());
    bounds sum{0, 0};
    for (bounds& one : sizes) {
        one.most = std::min(one.most, end - begin);  // keeps the sums small
        if (one.most < one.least) return std::nullopt;
        sum.least += one.least;
        sum.most = std::min(sum.most + one.most, end - begin);
    }
    if (sum.least > end - begin || sum.most < end - begin) return std::nullopt;
    convex_cost cost(begin, limits.size() + 1);
    std::vector<bounds> cheapest;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        cost.shift(sizes[i]);
        cost.add_distance_from(wanted[i]);
        cheapest.push_back(cost.cheapest());
    }
    std::vector<std::int64_t> cuts(wanted.size());
    std::int64_t next = end;
    for (std::size_t i = wanted.size(); i-- > 0;) {
        const bounds allowed{next - sizes[i + 1].most, next - sizes[i + 1].least};
        next = cuts[i] = position_in(allowed, cheapest[i], wanted[i]);
    }
    return cuts;
}

}  // namespace banyan::part

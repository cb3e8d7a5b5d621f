// XY and XY2 of Kaddoura, Ranka & Wang 1995 (Figure 13, section 6.1): every nondecreasing list of strip sizes, along
// the longer side (XY) or in both orientations (XY2).
#include "libpart/methods/strip_search.hpp"

#include <cmath>
#include <limits>

#include "libpart/geometry/exact_geometry.hpp"
#include "libpart/methods/cheapest_groups.hpp"

namespace banyan::part {
namespace {

class enumeration {
  public:
    enumeration(const sides& s, const std::vector<double>& sums, ways allowed, double latency)
        : sides_(s), sums_(sums), both_(allowed == ways::both), latency_(latency) {}

    column_layout run() {
        extend({0, 1, 0, 0, 0});
        return best_layout_;
    }

  private:
    /// Strips with the first `placed` processors; the last strip starts with processor `last_start`.
    struct state {
        std::size_t placed;
        std::size_t least;  ///< processors in the next strip
        std::size_t last_start;
        double inner;  ///< length of the cuts inside the strips, in fractions of the side along
        std::size_t corners;
    };

    /// Cut length = cuts * across + inner * along (Kaddoura's d and k, Lemma 3), plus the cost of the edges; with the
    /// sides exchanged for the rotated form.
    [[nodiscard]] double straight(std::size_t cuts, const state& s) const {
        return static_cast<double>(cuts) * sides_.across + s.inner * sides_.along + edges(s);
    }
    [[nodiscard]] double rotated(std::size_t cuts, const state& s) const {
        return static_cast<double>(cuts) * sides_.along + s.inner * sides_.across + edges(s);
    }
    [[nodiscard]] double edges(const state& s) const {
        return latency_ * static_cast<double>(s.corners + sums_.size() - 2);
    }
    [[nodiscard]] double cheaper(std::size_t cuts, const state& s) const {
        return both_ ? std::min(straight(cuts, s), rotated(cuts, s)) : straight(cuts, s);
    }

    void extend(const state& now) {
        if (cheaper(counts_.size(), now) >= best_) return;  // at least one more strip follows
        const std::size_t left = sums_.size() - 1 - now.placed;
        for (std::size_t count = now.least; count <= left; ++count) {
            if (count < left && count > left - count) continue;  // the next strip would be smaller
            const state next = with_strip(now, count);
            counts_.push_back(static_cast<int>(count));
            if (count == left)
                finish(next);
            else
                extend(next);
            counts_.pop_back();
        }
    }

    [[nodiscard]] state with_strip(const state& now, std::size_t count) const {
        state next{now.placed + count, count, now.placed, now.inner, now.corners};
        next.inner += static_cast<double>(count - 1) * (sums_[next.placed] - sums_[now.placed]);
        if (latency_ > 0 && now.placed > 0)
            next.corners += corners_between(sums_, now.last_start, now.placed, next.placed);
        return next;
    }

    void finish(const state& whole) {
        const std::size_t cuts = counts_.size() - 1;
        const bool turn = both_ && rotated(cuts, whole) < straight(cuts, whole) * (1 - cost_slack);
        const double cost = turn ? rotated(cuts, whole) : straight(cuts, whole);
        if (cost >= best_ * (1 - cost_slack)) return;
        best_ = cost;
        best_layout_ = {turn ? across(sides_.direction) : sides_.direction, counts_};
    }

    sides sides_;
    const std::vector<double>& sums_;
    bool both_;
    double latency_;
    std::vector<int> counts_;
    double best_ = std::numeric_limits<double>::max();
    column_layout best_layout_;
};

}  // namespace

std::size_t corners_between(const std::vector<double>& sums, std::size_t first, std::size_t middle, std::size_t last) {
    const auto height = [&](std::size_t i, std::size_t from, std::size_t to) {
        return (sums[i] - sums[from]) / (sums[to] - sums[from]);
    };
    std::size_t corners = (middle - first - 1) + (last - middle - 1);
    std::size_t left = first + 1;
    std::size_t right = middle + 1;
    while (left < middle && right < last) {
        const double apart = height(right, middle, last) - height(left, first, middle);
        if (std::abs(apart) <= coincidence) --corners;
        if (apart >= -coincidence) ++left;
        if (apart <= coincidence) ++right;
    }
    return corners;
}

cut_tree cheapest_strips(const grid& domain, processor_list processors, ways allowed, double latency) {
    const sides along = along_longer_side(domain);
    const std::vector<double> sums = prefix_shares(processors);
    if (processors.size() > max_listed_strips)
        return tree_of(allowed == ways::both ? best_columns(domain, processors) : best_columns(along, sums),
                       processors);
    return tree_of(enumeration(along, sums, allowed, latency).run(), processors);
}

cut_tree xy(const grid& domain, processor_list processors) {
    return cheapest_strips(domain, processors, ways::longer_side, 0);
}

cut_tree xy2(const grid& domain, processor_list processors) {
    return cheapest_strips(domain, processors, ways::both, 0);
}

}  // namespace banyan::part

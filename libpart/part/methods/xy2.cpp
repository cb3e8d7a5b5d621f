// XY2 of Kaddoura, Ranka & Wang 1995 (section 6.1): every nondecreasing list of strip sizes, both orientations.
#include <limits>

#include "libpart/part/methods/cheapest_groups.hpp"
#include "libpart/part/methods/column_layout.hpp"

namespace banyan::part {
namespace {

/// Beyond it the number of integer partitions of p explodes (147,273 at 48); the answer then comes from the dynamic
/// program of `columns`, which has the same cost.
constexpr std::size_t max_enumerated = 48;

class enumeration {
  public:
    enumeration(const sides& s, const std::vector<double>& sums) : sides_(s), sums_(sums) {}

    column_layout run() {
        extend(0, 1, 0);
        return best_layout_;
    }

  private:
    /// Internal length = cuts * across + inner * along (Kaddoura's d and k, Lemma 3); swapped for the rotated form.
    [[nodiscard]] double straight(std::size_t cuts, double inner) const {
        return static_cast<double>(cuts) * sides_.across + inner * sides_.along;
    }
    [[nodiscard]] double rotated(std::size_t cuts, double inner) const {
        return static_cast<double>(cuts) * sides_.along + inner * sides_.across;
    }

    /// Puts strips of at least `least` machines behind those in counts_, which hold the first `placed` machines.
    void extend(std::size_t placed, std::size_t least, double inner) {
        const std::size_t cuts = counts_.size();  // at least: one more strip follows
        if (std::min(straight(cuts, inner), rotated(cuts, inner)) >= best_) return;
        const std::size_t left = sums_.size() - 1 - placed;
        for (std::size_t count = least; count <= left; ++count) {
            if (count < left && count > left - count) continue;  // the next strip would be smaller
            const double more = static_cast<double>(count - 1) * (sums_[placed + count] - sums_[placed]);
            counts_.push_back(static_cast<int>(count));
            if (count == left)
                finish(inner + more);
            else
                extend(placed + count, count, inner + more);
            counts_.pop_back();
        }
    }

    void finish(double inner) {
        const std::size_t cuts = counts_.size() - 1;
        const bool turn = rotated(cuts, inner) < straight(cuts, inner) * (1 - cost_slack);
        const double cost = turn ? rotated(cuts, inner) : straight(cuts, inner);
        if (cost >= best_ * (1 - cost_slack)) return;
        best_ = cost;
        best_layout_ = {turn ? across(sides_.direction) : sides_.direction, counts_};
    }

    sides sides_;
    const std::vector<double>& sums_;
    std::vector<int> counts_;
    double best_ = std::numeric_limits<double>::max();
    column_layout best_layout_;
};

}  // namespace

cut_tree xy2(const grid& domain, machine_list machines) {
    if (machines.size() > max_enumerated) return tree_of(best_columns(domain, machines), machines);
    const std::vector<double> sums = prefix_shares(machines);
    return tree_of(enumeration(along_longer_side(domain), sums).run(), machines);
}

}  // namespace banyan::part

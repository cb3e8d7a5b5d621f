// Divides a sorted list into consecutive groups at the least cost, if the cost of a group is Monge.
//
// best[j] = min over i < j of value[i] + weight(i, j). Monge means: for i < i' < j < j', weight(i, j') + weight(i', j)
// - weight(i, j) - weight(i', j') >= 0. So if i' > i is the better start of the last group for one end, it is better
// for all later ends. A queue of starts, each with the first end for which it is the best, gives all best[j] in O(p log
// p).
#pragma once

#include <algorithm>
#include <cstddef>
#include <deque>
#include <limits>
#include <utility>
#include <vector>

namespace banyan::part {

/// Costs that differ by at most this fraction count as equal.
constexpr double cost_slack = 1e-12;

/// best[j]: the least cost of the first j members; start[j]: the start of the last group of that solution.
struct grouping {
    std::vector<double> best;
    std::vector<std::size_t> start;
};

namespace detail {

template <class Weight>
class group_search {
  public:
    /// values: the cost of the members before each start. All costs are >= 0.
    group_search(const std::vector<double>& values, const Weight& weight) : values_(values), weight_(weight) {
        starts_.push_back({0, 1});
    }

    /// The best start of a group that ends at `end`. Call it for 1, 2, ... in this order.
    std::size_t start_for(std::size_t end) {
        while (starts_.size() > 1 && starts_[1].from <= end)
            starts_.pop_front();
        return starts_.front().start;
    }

    [[nodiscard]] double cost(std::size_t start, std::size_t end) const { return values_[start] + weight_(start, end); }

    /// Adds `start` to the possible starts. Its value must be known.
    void insert(std::size_t start) {
        const std::size_t p = values_.size() - 1;
        while (!starts_.empty() && starts_.back().from > start &&
               better(start, starts_.back().start, starts_.back().from))
            starts_.pop_back();
        if (starts_.empty()) {
            starts_.push_back({start, start + 1});
            return;
        }
        const std::size_t from = first_better(start, starts_.back(), p);
        if (from <= p) starts_.push_back({start, from});
    }

  private:
    /// A start of the last group. It is the best one for ends from `from` to the `from` of the next entry, minus 1.
    struct candidate {
        std::size_t start;
        std::size_t from;
    };

    [[nodiscard]] bool better(std::size_t later, std::size_t earlier, std::size_t end) const {
        return cost(later, end) < cost(earlier, end) * (1 - cost_slack);
    }

    /// The first end > start for which `start` is better than `last`; p + 1 if there is none.
    [[nodiscard]] std::size_t first_better(std::size_t start, const candidate& last, std::size_t p) const {
        std::size_t low = std::max(last.from, start + 1);
        std::size_t high = p + 1;
        while (low < high) {
            const std::size_t middle = low + (high - low) / 2;
            if (better(start, last.start, middle))
                high = middle;
            else
                low = middle + 1;
        }
        return low;
    }

    const std::vector<double>& values_;
    const Weight& weight_;
    std::deque<candidate> starts_;
};

/// Computes best[1 ..] and start[1 ..] of `result`. `values` may be result.best itself.
template <class Weight>
void append_group(const std::vector<double>& values, const Weight& weight, grouping& result) {
    group_search<Weight> search(values, weight);
    for (std::size_t j = 1; j < values.size(); ++j) {
        result.start[j] = search.start_for(j);
        result.best[j] = search.cost(result.start[j], j);
        if (j + 1 < values.size()) search.insert(j);
    }
}

}  // namespace detail

/// Any number of groups of p >= 1 members. `nothing` is the cost of no group; no cost is below 0. weight(i, j) is the
/// cost of the group of the members i+1 .. j.
template <class Weight>
grouping cheapest_groups(std::size_t p, const Weight& weight, double nothing = 0) {
    grouping result{std::vector<double>(p + 1, nothing), std::vector<std::size_t>(p + 1, 0)};
    detail::append_group(result.best, weight, result);
    return result;
}

/// Exactly one more group after groups that cost before[i] for the first i members; infinite if that is impossible.
template <class Weight>
grouping one_more_group(const std::vector<double>& before, const Weight& weight) {
    grouping result{std::vector<double>(before.size(), std::numeric_limits<double>::infinity()),
                    std::vector<std::size_t>(before.size(), 0)};
    detail::append_group(before, weight, result);
    return result;
}

/// The sizes of the groups of the first `end` members, the last group first.
inline std::vector<int> sizes_backwards(const grouping& groups, std::size_t end) {
    std::vector<int> sizes;
    for (std::size_t j = end; j > 0; j = groups.start[j])
        sizes.push_back(static_cast<int>(j - groups.start[j]));
    return sizes;
}

}  // namespace banyan::part

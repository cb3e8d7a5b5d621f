// Cuts a sorted list into consecutive groups at least cost, where the cost of a group is Monge.
//
// best[j] = min over i < j of value[i] + weight(i, j). Monge: for i < i' < j < j', weight(i, j') + weight(i', j) -
// weight(i, j) - weight(i', j') >= 0. So where i' > i becomes the better start of the last group, it stays better, and
// a queue of starts with the places from where each is best gives all best[j] in O(p log p).
#pragma once

#include <algorithm>
#include <cstddef>
#include <deque>
#include <limits>
#include <utility>
#include <vector>

namespace banyan::part {

/// Costs closer than this, relatively, count as equal.
constexpr double cost_slack = 1e-12;

/// best[j]: least cost of the first j members; start[j]: where the last group of that answer begins.
struct grouping {
    std::vector<double> best;
    std::vector<std::size_t> start;
};

namespace detail {

template <class Weight>
class group_search {
  public:
    /// values: cost of the members before a start; all costs >= 0.
    group_search(const std::vector<double>& values, const Weight& weight) : values_(values), weight_(weight) {
        starts_.push_back({0, 1});
    }

    /// The best start of a group that ends at `end`; asked for 1, 2, ... in turn.
    std::size_t start_for(std::size_t end) {
        while (starts_.size() > 1 && starts_[1].from <= end)
            starts_.pop_front();
        return starts_.front().start;
    }

    [[nodiscard]] double cost(std::size_t start, std::size_t end) const { return values_[start] + weight_(start, end); }

    /// `start` may begin groups from now on; its value is known.
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
    /// A start of the last group, the best for ends from .. (the next entry's from) - 1.
    struct candidate {
        std::size_t start;
        std::size_t from;
    };

    [[nodiscard]] bool better(std::size_t later, std::size_t earlier, std::size_t end) const {
        return cost(later, end) < cost(earlier, end) * (1 - cost_slack);
    }

    /// The first end > start at which `start` beats `last`; p + 1 for none.
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

/// Fills best[1 ..] and start[1 ..] of `result`; `values` may be result.best itself.
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

/// Any number of groups of p >= 1 members; none of them costs `nothing`, an answer never less than 0. weight(i, j) is
/// the cost of the group i+1 .. j.
template <class Weight>
grouping cheapest_groups(std::size_t p, const Weight& weight, double nothing = 0) {
    grouping result{std::vector<double>(p + 1, nothing), std::vector<std::size_t>(p + 1, 0)};
    detail::append_group(result.best, weight, result);
    return result;
}

/// Exactly one more group behind the groups that cost `before[i]` for the first i members; infinite where none fit.
template <class Weight>
grouping one_more_group(const std::vector<double>& before, const Weight& weight) {
    grouping result{std::vector<double>(before.size(), std::numeric_limits<double>::infinity()),
                    std::vector<std::size_t>(before.size(), 0)};
    detail::append_group(before, weight, result);
    return result;
}

/// Sizes of the groups of the first `end` members, last group first.
inline std::vector<int> sizes_backwards(const grouping& groups, std::size_t end) {
    std::vector<int> sizes;
    for (std::size_t j = end; j > 0; j = groups.start[j])
        sizes.push_back(static_cast<int>(j - groups.start[j]));
    return sizes;
}

}  // namespace banyan::part

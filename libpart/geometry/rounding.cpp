#include "libpart/geometry/rounding.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <unordered_map>

#include "libpart/geometry/apportion.hpp"
#include "libpart/geometry/tree_capacity.hpp"

namespace banyan::part {
namespace {

constexpr int max_bisections = 50;
constexpr double time_precision = 1e-7;

/// Upper limits of the sizes of a node's parts on an area of rows x cols; empty if there are none.
using part_limits = std::function<std::vector<std::int64_t>(const cut_tree&, std::int64_t rows, std::int64_t cols)>;

/// Computes the blocks of a tree, from the root down.
class layout_builder {
  public:
    explicit layout_builder(part_limits limits) : limits_(std::move(limits)) {}

    void place(const cut_tree& node, const block& area) {
        if (node.direction == cut::none) {
            blocks_.push_back(area);
            blocks_.back().processor = node.processor;
            return;
        }
        const bool side_by_side = node.direction == cut::vertical;
        const std::vector<std::int64_t> sizes = sizes_of(node, area, side_by_side);
        block next = area;
        for (std::size_t i = 0; i < sizes.size(); ++i) {
            (side_by_side ? next.cols : next.rows) = sizes[i];
            place(node.parts[i], next);
            (side_by_side ? next.col : next.row) += sizes[i];
        }
    }

    std::vector<block> take() { return std::move(blocks_); }

  private:
    std::vector<std::int64_t> sizes_of(const cut_tree& node, const block& area, bool side_by_side) const {
        std::vector<double> weights;
        std::vector<bounds> limits;
        for (const cut_tree& part : node.parts) {
            weights.push_back(part.weight);
            limits.push_back({side_by_side ? part.min_cols : part.min_rows});
        }
        const std::vector<std::int64_t> most = limits_(node, area.rows, area.cols);
        for (std::size_t i = 0; i < most.size(); ++i)
            limits[i].most = most[i];
        return apportion(side_by_side ? area.cols : area.rows, weights, limits);
    }

    part_limits limits_;
    std::vector<block> blocks_;
};

std::vector<block> laid_out(const cut_tree& tree, const grid& domain, part_limits limits) {
    layout_builder out(std::move(limits));
    out.place(tree, {-1, 0, 0, domain.rows(), domain.cols()});
    return out.take();
}

/// The smallest feasible time in low .. high, to time_precision. No time below `low` is feasible, and `high` is
/// feasible. Nothing if one test visits more than `most_leaves` leaves.
std::optional<double> least_time(const cut_tree& tree, const grid& domain, double low, double high,
                                 double most_leaves) {
    double middle = low;
    for (int i = 0; i == 0 || (i <= max_bisections && high - low > time_precision * high); ++i) {
        tree_capacity test(middle, most_leaves);
        const bool feasible = test.holds(tree, domain);
        if (test.given_up()) return std::nullopt;
        if (feasible && middle == low) return low;
        (feasible ? high : low) = middle;
        middle = low + (high - low) / 2;
    }
    return high;
}

void collect_weights(const cut_tree& node, std::unordered_map<int, double>& weights) {
    if (node.direction == cut::none) weights[node.processor] = node.weight;
    for (const cut_tree& part : node.parts)
        collect_weights(part, weights);
}

}  // namespace

double longest_time(const cut_tree& tree, const std::vector<block>& blocks) {
    std::unordered_map<int, double> weights;
    collect_weights(tree, weights);
    double longest = 0;
    for (const block& b : blocks)
        longest = std::max(longest, static_cast<double>(b.cells()) / weights.at(b.processor));
    return longest;
}

std::vector<block> rounded_plainly(const cut_tree& tree, const grid& domain) {
    return laid_out(tree, domain,
                    [](const cut_tree&, std::int64_t, std::int64_t) { return std::vector<std::int64_t>{}; });
}

namespace {

std::vector<block> bottleneck(const cut_tree& tree, const grid& domain, double most_leaves) {
    std::vector<block> plain = rounded_plainly(tree, domain);
    const double high = longest_time(tree, plain);
    const double low = static_cast<double>(domain.cells()) / tree.weight;
    if (high <= low * (1 + time_slack)) return plain;
    const std::optional<double> time = least_time(tree, domain, low, high, most_leaves);
    if (!time || *time >= high) return plain;
    tree_capacity limit(*time);
    return laid_out(tree, domain, [&limit](const cut_tree& node, std::int64_t rows, std::int64_t cols) {
        std::vector<std::int64_t> most;
        for (const cut_tree& part : node.parts)
            most.push_back(limit.reach(part, node.direction, node.direction == cut::vertical ? rows : cols));
        return most;
    });
}

}  // namespace

std::vector<block> rounded_to_least_time(const cut_tree& tree, const grid& domain) {
    return bottleneck(tree, domain, any_number_of_leaves);
}

std::vector<block> rounded(const cut_tree& tree, const grid& domain) {
    constexpr double most_over = 4;  // trees of the methods take up to 2.5 times the estimate
    const double guess = visited_leaves(tree);
    return guess > max_effort ? rounded_plainly(tree, domain) : bottleneck(tree, domain, most_over * guess);
}

}  // namespace banyan::part

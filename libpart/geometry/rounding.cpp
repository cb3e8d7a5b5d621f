#include "libpart/geometry/rounding.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <unordered_map>

#include "libpart/geometry/apportion.hpp"

namespace banyan::part {
namespace {

/// Times that differ by at most this fraction count as equal. Also covers the rounding of t w.
constexpr double time_slack = 1e-12;
constexpr int max_bisections = 50;
constexpr double time_precision = 1e-7;
constexpr double any_number_of_leaves = std::numeric_limits<double>::infinity();

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

/// F and G (rounding.hpp) for one time. Gives up after `most_leaves` visits of leaves.
class capacity {
  public:
    explicit capacity(double time, double most_leaves = any_number_of_leaves)
        : time_(time * (1 + time_slack)), leaves_left_(most_leaves) {}

    /// F (along = vertical, `other` in rows) or G (along = horizontal, `other` in columns); -1 if a processor below
    /// gets no cell, or after giving up.
    [[nodiscard]] std::int64_t reach(const cut_tree& node, cut along, std::int64_t other) {
        if (given_up()) return -1;
        if (node.direction == cut::none) {
            --leaves_left_;
            return most_by_area(node, other) < 1 ? -1 : most_by_area(node, other);
        }
        return node.direction == along ? sum_of_parts(node, other) : search(node, along, other);
    }

    [[nodiscard]] bool holds(const cut_tree& tree, const grid& domain) {
        const bool side_by_side = tree.direction == cut::vertical;
        const std::int64_t other = side_by_side ? domain.rows() : domain.cols();
        return reach(tree, tree.direction, other) >= (side_by_side ? domain.cols() : domain.rows());
    }

    [[nodiscard]] bool given_up() const { return leaves_left_ <= 0; }

  private:
    [[nodiscard]] std::int64_t most_by_area(const cut_tree& node, std::int64_t other) const {
        return static_cast<std::int64_t>(std::floor(time_ * node.weight / static_cast<double>(other)));
    }

    [[nodiscard]] std::int64_t sum_of_parts(const cut_tree& node, std::int64_t other) {
        std::int64_t sum = 0;
        for (const cut_tree& part : node.parts) {
            const std::int64_t add = reach(part, node.direction, other);
            if (add < 0) return -1;
            sum += add;
        }
        return sum;
    }

    /// The largest length at which the parts together still reach `other`. It is just below the length that the area
    /// allows, so the search starts there, with growing steps, and then bisects the last step.
    [[nodiscard]] std::int64_t search(const cut_tree& node, cut along, std::int64_t other) {
        const std::int64_t least = along == cut::vertical ? node.min_cols : node.min_rows;
        if (other < (along == cut::vertical ? node.min_rows : node.min_cols)) return -1;
        const auto good = [&](std::int64_t length) { return sum_of_parts(node, length) >= other; };
        std::int64_t bad = most_by_area(node, other) + 1;
        std::int64_t length = bad - 1;
        for (std::int64_t step = 1;; step *= 2) {
            if (length < least) length = least;
            if (bad <= least) return -1;
            if (good(length)) break;
            bad = length;
            length -= step;
        }
        while (bad - length > 1) {
            const std::int64_t middle = length + (bad - length) / 2;
            (good(middle) ? length : bad) = middle;
        }
        return length;
    }

    double time_;
    double leaves_left_;
};

/// An estimate of the leaves that reach() visits for a node: along its own direction, and across it.
struct effort {
    double own = 1;
    double turned = 1;
};

effort effort_of(const cut_tree& node) {
    constexpr double guesses = 4;  // lengths that search() tries
    if (node.direction == cut::none) return {};
    effort sum{0, 0};
    for (const cut_tree& part : node.parts) {
        const effort of_part = effort_of(part);
        sum.own += part.direction == node.direction ? of_part.own : of_part.turned;
    }
    sum.turned = guesses * sum.own;
    return sum;
}

/// The smallest feasible time in low .. high, to time_precision. No time below `low` is feasible, and `high` is
/// feasible. Nothing if one test visits more than `most_leaves` leaves.
std::optional<double> least_time(const cut_tree& tree, const grid& domain, double low, double high,
                                 double most_leaves) {
    double middle = low;
    for (int i = 0; i == 0 || (i <= max_bisections && high - low > time_precision * high); ++i) {
        capacity test(middle, most_leaves);
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
    capacity limit(*time);
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
    const double guess = effort_of(tree).own;
    return guess > max_effort ? rounded_plainly(tree, domain) : bottleneck(tree, domain, most_over * guess);
}

}  // namespace banyan::part

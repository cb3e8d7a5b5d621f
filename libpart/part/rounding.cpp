#include "libpart/part/rounding.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <unordered_map>

#include "libpart/part/apportion.hpp"

namespace banyan::part {
namespace {

/// Times closer than this, relatively, count as equal; also covers the rounding of t w.
constexpr double time_slack = 1e-12;
constexpr int max_bisections = 50;
constexpr double time_precision = 1e-7;

/// Upper limits of the parts of a node on an area of rows x cols; empty for none.
using part_limits = std::function<std::vector<std::int64_t>(const cut_tree&, std::int64_t rows, std::int64_t cols)>;

/// Lays the tree out from the root down.
class layer_out {
  public:
    explicit layer_out(part_limits limits) : limits_(std::move(limits)) {}

    void place(const cut_tree& node, const block& area) {
        if (node.direction == cut::none) {
            blocks_.push_back(area);
            blocks_.back().machine = node.machine;
            return;
        }
        const bool side_by_side = node.direction == cut::vertical;
        const std::vector<std::int64_t> sizes = share_out(node, area, side_by_side);
        block next = area;
        for (std::size_t i = 0; i < sizes.size(); ++i) {
            (side_by_side ? next.cols : next.rows) = sizes[i];
            place(node.parts[i], next);
            (side_by_side ? next.col : next.row) += sizes[i];
        }
    }

    std::vector<block> take() { return std::move(blocks_); }

  private:
    std::vector<std::int64_t> share_out(const cut_tree& node, const block& area, bool side_by_side) const {
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
    layer_out out(std::move(limits));
    out.place(tree, {-1, 0, 0, domain.rows(), domain.cols()});
    return out.take();
}

/// F and G of every node for one time. -1 where not even one cell each is possible.
class capacity_tables {
  public:
    capacity_tables(const cut_tree& tree, const grid& domain) : rows_(domain.rows()), cols_(domain.cols()) {
        enter(tree);
        nodes_.resize(order_.size());
    }

    bool feasible(double time) {
        for (std::size_t i = 0; i < order_.size(); ++i)  // parts come before their node
            fill(i, time * (1 + time_slack));
        return nodes_.back().widest[static_cast<std::size_t>(rows_)] >= cols_;
    }

    /// The limits of the parts of `node` for the time last asked for.
    [[nodiscard]] std::vector<std::int64_t> limits(const cut_tree& node, std::int64_t rows, std::int64_t cols) const {
        std::vector<std::int64_t> most;
        for (const cut_tree& part : node.parts) {
            const entry& e = nodes_[places_.at(&part)];
            most.push_back(node.direction == cut::vertical ? e.widest[static_cast<std::size_t>(rows)]
                                                           : e.tallest[static_cast<std::size_t>(cols)]);
        }
        return most;
    }

  private:
    struct entry {
        std::vector<std::int64_t> widest;   // F by rows, [0] unused
        std::vector<std::int64_t> tallest;  // G by columns, [0] unused
    };

    void enter(const cut_tree& node) {
        for (const cut_tree& part : node.parts)
            enter(part);
        places_[&node] = order_.size();
        order_.push_back(&node);
    }

    void fill(std::size_t at, double time) {
        const cut_tree& node = *order_[at];
        entry& e = nodes_[at];
        e.widest.assign(static_cast<std::size_t>(rows_) + 1, 0);
        e.tallest.assign(static_cast<std::size_t>(cols_) + 1, 0);
        switch (node.direction) {
            case cut::none:
                fill_leaf(e.widest, time * node.weight, cols_);
                fill_leaf(e.tallest, time * node.weight, rows_);
                break;
            case cut::vertical:
                add_parts(node, &entry::widest, e.widest, cols_);
                invert(e.widest, e.tallest, node.min_cols);
                break;
            case cut::horizontal:
                add_parts(node, &entry::tallest, e.tallest, rows_);
                invert(e.tallest, e.widest, node.min_rows);
                break;
        }
    }

    static void fill_leaf(std::vector<std::int64_t>& most, double cells, std::int64_t limit) {
        for (std::size_t length = 1; length < most.size(); ++length) {
            const double fit = std::floor(cells / static_cast<double>(length));
            most[length] = fit < 1 ? -1 : static_cast<std::int64_t>(std::min(fit, static_cast<double>(limit)));
        }
    }

    void add_parts(const cut_tree& node, std::vector<std::int64_t> entry::*table, std::vector<std::int64_t>& sum,
                   std::int64_t limit) const {
        for (const cut_tree& part : node.parts) {
            const std::vector<std::int64_t>& add = nodes_[places_.at(&part)].*table;
            for (std::size_t length = 1; length < sum.size(); ++length)
                sum[length] = sum[length] < 0 || add[length] < 0 ? -1 : std::min(sum[length] + add[length], limit);
        }
    }

    /// inverse[y] = largest x with table[x] >= y, or -1; -1 also below `least`, where the node has no room for each
    /// machine. table falls from its first entry that is not -1.
    static void invert(const std::vector<std::int64_t>& table, std::vector<std::int64_t>& inverse, std::int64_t least) {
        std::size_t x = table.size() - 1;
        for (std::size_t y = 1; y < inverse.size(); ++y) {
            while (x > 0 && table[x] < static_cast<std::int64_t>(y))
                --x;
            const bool possible = x > 0 && static_cast<std::int64_t>(y) >= least;
            inverse[y] = possible ? static_cast<std::int64_t>(x) : -1;
        }
    }

    std::int64_t rows_;
    std::int64_t cols_;
    std::vector<const cut_tree*> order_;
    std::unordered_map<const cut_tree*, std::size_t> places_;
    std::vector<entry> nodes_;
};

/// The smallest feasible time between `low` (not above any feasible one) and `high` (feasible), to time_precision.
double least_time(capacity_tables& tables, double low, double high) {
    if (tables.feasible(low)) return low;
    for (int i = 0; i < max_bisections && high - low > time_precision * high; ++i) {
        const double middle = low + (high - low) / 2;
        (tables.feasible(middle) ? high : low) = middle;
    }
    return high;
}

void collect_weights(const cut_tree& node, std::unordered_map<int, double>& weights) {
    if (node.direction == cut::none) weights[node.machine] = node.weight;
    for (const cut_tree& part : node.parts)
        collect_weights(part, weights);
}

std::int64_t count_nodes(const cut_tree& node) {
    std::int64_t count = 1;
    for (const cut_tree& part : node.parts)
        count += count_nodes(part);
    return count;
}

}  // namespace

double longest_time(const cut_tree& tree, const std::vector<block>& blocks) {
    std::unordered_map<int, double> weights;
    collect_weights(tree, weights);
    double longest = 0;
    for (const block& b : blocks)
        longest = std::max(longest, static_cast<double>(b.cells()) / weights.at(b.machine));
    return longest;
}

std::vector<block> rounded_plainly(const cut_tree& tree, const grid& domain) {
    return laid_out(tree, domain,
                    [](const cut_tree&, std::int64_t, std::int64_t) { return std::vector<std::int64_t>{}; });
}

std::vector<block> rounded_to_least_time(const cut_tree& tree, const grid& domain) {
    const std::vector<block> plain = rounded_plainly(tree, domain);
    const double high = longest_time(tree, plain);
    const double low = static_cast<double>(domain.cells()) / tree.weight;
    if (high <= low * (1 + time_slack)) return plain;
    capacity_tables tables(tree, domain);
    const double time = least_time(tables, low, high);
    if (time >= high) return plain;
    tables.feasible(time);  // the last question may have been another time
    return laid_out(tree, domain, [&](const cut_tree& node, std::int64_t rows, std::int64_t cols) {
        return tables.limits(node, rows, cols);
    });
}

std::vector<block> rounded(const cut_tree& tree, const grid& domain) {
    const std::int64_t lengths = domain.rows() + domain.cols();
    if (lengths > max_table_entries || count_nodes(tree) > max_table_entries / lengths)
        return rounded_plainly(tree, domain);
    return rounded_to_least_time(tree, domain);
}

}  // namespace banyan::part

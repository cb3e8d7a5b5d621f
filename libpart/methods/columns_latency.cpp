// Columns with the least cost of messages and bytes: lambda 2 E_i + tau bytes 2 Acost.
//
// v columns of k_1 .. k_v processors have E_i = 3p - 2v - k_first - k_last + 1 edges, minus one for each crossing,
// where cuts of neighbouring columns meet. For given sizes the number of edges does not depend on the positions of the
// processors, so Kaddoura's Theorem 1 still holds: the fastest processors are in the smallest columns, and sizes rise
// along the sorted list. The last two groups are then the largest and become the two outer columns. The cost of a group
// is that of `columns` minus 2 edges. Each of the last two groups costs one edge less for each of its processors. Both
// costs are Monge. Afterwards the search for crossings changes only the order of columns and processors, which does not
// change the length.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "banyan/part/cost.hpp"
#include "libpart/geometry/exact_geometry.hpp"
#include "libpart/methods/cheapest_groups.hpp"
#include "libpart/methods/column_layout.hpp"
#include "libpart/methods/edge_cost.hpp"

namespace banyan::part {
namespace {

using column = std::vector<weighted_processor>;

/// The sizes of the groups along the sorted list; the last two groups are the largest.
std::vector<int> best_sizes(const sides& s, const std::vector<double>& sums, const edge_cost& cost) {
    const std::size_t p = sums.size() - 1;
    const double edge = cost.per_edge;
    const auto length = [&](std::size_t i, std::size_t j) {
        return cost.per_side * (static_cast<double>(j - i) * (sums[j] - sums[i]) * s.along + s.across);
    };
    const auto inner = [&](std::size_t i, std::size_t j) { return length(i, j) - 2 * edge; };
    const auto at_an_end = [&](std::size_t i, std::size_t j) {
        return inner(i, j) - edge * static_cast<double>(j - i);
    };

    const double alone = length(0, p) + edge * static_cast<double>(p - 1);
    const grouping others = cheapest_groups(p, inner, edge * static_cast<double>(3 * p + 1));
    const grouping first = one_more_group(others.best, at_an_end);
    const grouping last = one_more_group(first.best, at_an_end);
    if (p == 1 || alone <= last.best[p] * (1 + cost_slack)) return {static_cast<int>(p)};

    const std::size_t last_start = last.start[p];
    const std::size_t first_start = first.start[last_start];
    std::vector<int> sizes{static_cast<int>(p - last_start), static_cast<int>(last_start - first_start)};
    const std::vector<int> rest = sizes_backwards(others, first_start);
    sizes.insert(sizes.end(), rest.begin(), rest.end());
    std::ranges::reverse(sizes);
    return sizes;
}

/// Moves the group before the last one to the front, so that the largest groups are at both ends.
std::vector<column> with_populous_ends(const std::vector<int>& sizes, processor_list processors) {
    std::vector<column> columns;
    std::size_t next = 0;
    for (int size : sizes) {
        const processor_list group = processors.subspan(next, static_cast<std::size_t>(size));
        columns.emplace_back(group.begin(), group.end());
        next += group.size();
    }
    if (columns.size() > 2 && columns.front().size() < columns[columns.size() - 2].size())
        std::rotate(columns.begin(), columns.end() - 2, columns.end() - 1);
    return columns;
}

/// The positions of the cuts of a column, as fractions of its length.
std::vector<double> cuts_of(const column& processors) {
    double total = 0;
    for (const weighted_processor& processor : processors)
        total += processor.weight;
    std::vector<double> cuts;
    double before = 0;
    for (std::size_t i = 0; i + 1 < processors.size(); ++i)
        cuts.push_back((before += processors[i].weight) / total);
    return cuts;
}

bool among(const std::vector<double>& cuts, double place) {
    const auto next = std::ranges::lower_bound(cuts, place - coincidence);
    return next != cuts.end() && *next <= place + coincidence;
}

/// Orders the processors of one column so that as many of its cuts as possible are at `wanted` (ascending). Dynamic
/// programming over the sets of processors north of a cut.
class ordering {
  public:
    static constexpr std::size_t most_processors = 10;

    ordering(const column& processors, const std::vector<double>& wanted)
        : processors_(processors), hits_(std::size_t{1} << processors.size(), 0), last_(hits_.size(), 0) {
        double total = 0;
        for (const weighted_processor& processor : processors)
            total += processor.weight;
        for (std::size_t set = 1; set < hits_.size(); ++set)
            extend(set, set + 1 < hits_.size() && among(wanted, weight(set) / total));
    }

    [[nodiscard]] column result() const {
        column ordered;
        for (std::size_t set = hits_.size() - 1; set != 0; set &= ~(std::size_t{1} << last_[set]))
            ordered.push_back(processors_[last_[set]]);
        std::ranges::reverse(ordered);
        return ordered;
    }

  private:
    [[nodiscard]] double weight(std::size_t set) const {
        double sum = 0;
        for (std::size_t rest = set; rest != 0; rest &= rest - 1)
            sum += processors_[static_cast<std::size_t>(std::countr_zero(rest))].weight;
        return sum;
    }

    /// If choices are equally good, the slowest processor comes last.
    void extend(std::size_t set, bool hit) {
        int most = -1;
        for (std::size_t i = processors_.size(); i-- > 0;) {
            if ((set >> i & 1u) == 0) continue;
            const int found = hits_[set & ~(std::size_t{1} << i)];
            if (found <= most) continue;
            most = found;
            last_[set] = i;
        }
        hits_[set] = most + (hit ? 1 : 0);
    }

    const column& processors_;
    std::vector<int> hits_;
    std::vector<std::size_t> last_;
};

/// Orders each column for the cuts of the one west or north of it.
std::vector<column> aligned(std::vector<column> columns) {
    for (std::size_t i = 1; i < columns.size(); ++i) {
        const std::vector<double> wanted = cuts_of(columns[i - 1]);
        if (columns[i].size() <= ordering::most_processors && !wanted.empty())
            columns[i] = ordering(columns[i], wanted).result();
    }
    return columns;
}

cut_tree tree_of_columns(cut direction, const std::vector<column>& columns) {
    std::vector<cut_tree> parts;
    for (const column& processors : columns)
        parts.push_back(strips(across(direction), processors));
    return joined(direction, std::move(parts));
}

/// Exchanges columns as long as that reduces the number of edges.
cut_tree with_fewest_edges(const grid& domain, cut direction, std::vector<column> columns) {
    constexpr std::size_t most_exchanged = 12;
    columns = aligned(std::move(columns));
    cut_tree best = tree_of_columns(direction, columns);
    if (columns.size() > most_exchanged) return best;
    std::int64_t edges = measures_of(best, domain).internal_edges;
    for (std::size_t i = 0; i < columns.size(); ++i)
        for (std::size_t j = i + 1; j < columns.size(); ++j) {
            std::vector<column> other = columns;
            std::swap(other[i], other[j]);
            other = aligned(std::move(other));
            cut_tree tree = tree_of_columns(direction, other);
            const std::int64_t found = measures_of(tree, domain).internal_edges;
            if (found >= edges) continue;
            edges = found;
            columns = std::move(other);
            best = std::move(tree);
        }
    return best;
}

}  // namespace

cut_tree columns_latency(const grid& domain, processor_list processors, const partition_options& options) {
    check_network(options.net, options.item_bytes);
    const edge_cost cost = edge_cost_of(options);
    const std::vector<double> sums = prefix_shares(processors);
    const sides along = along_longer_side(domain);
    const auto solve = [&](const sides& s) {
        return with_fewest_edges(domain, s.direction, with_populous_ends(best_sizes(s, sums, cost), processors));
    };
    // A layout with a cell for each processor is better than one without. The search does not count crossings, so the
    // layout of `columns` can be cheaper.
    const auto better = [&](const cut_tree& one, const cut_tree& other) {
        if (fits(one, domain) != fits(other, domain)) return fits(one, domain);
        return cost.of(one, domain) < cost.of(other, domain) * (1 - cost_slack);
    };
    cut_tree best = solve(along);
    for (cut_tree& other : std::array{solve(turned(along)), columns(domain, processors)})
        if (better(other, best)) best = std::move(other);
    return best;
}

}  // namespace banyan::part

// All column partitions of a few processors with whole speeds, without rounding. columns and columns_latency are
// compared with them. This code shares nothing with libpart.
//
// Let W be the sum of the speeds. All lengths are whole multiples of 1 / W. All cuts of a column are whole multiples of
// 1 / (sum of the column). So whole numbers suffice: lengths and edges are exact, and it is known exactly which cuts
// meet.
#pragma once

#include <cmath>
#include <cstdint>
#include <map>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "libpart/methods/edge_cost.hpp"
#include "tests/libpart/geometry/exact_oracles.hpp"

namespace banyan::testing {

using namespace part;

/// The shortest internal length by number of internal edges.
using trade_off = std::map<std::int64_t, rational>;

/// lambda 2 E_i + tau bytes 2 Acost. Every double is converted exactly.
inline rational cost_of(std::int64_t edges, const rational& length, const edge_cost& rates) {
    return rational(rates.per_edge) * edges + rational(rates.per_side) * length;
}

inline rational least_cost(const trade_off& shortest, const edge_cost& rates) {
    rational least = cost_of(shortest.begin()->first, shortest.begin()->second, rates);
    for (const auto& [edges, length] : shortest)
        least = std::min(least, cost_of(edges, length, rates));
    return least;
}

inline rational least_length(const trade_off& shortest) {
    return least_cost(shortest, {0, 1});
}

inline std::vector<std::int64_t> whole_weights(const std::vector<weighted_processor>& processors) {
    std::vector<std::int64_t> weights;
    for (const weighted_processor& processor : processors) {
        if (processor.weight != std::floor(processor.weight))
            throw std::logic_error("the oracle takes whole speeds only");
        weights.push_back(static_cast<std::int64_t>(processor.weight));
    }
    return weights;
}

/// Collects layouts of columns. Each one is added as columns and, turned, as rows.
class column_layouts {
  public:
    struct column {
        std::int64_t processors = 0;
        std::int64_t weight = 0;
    };

    column_layouts(const grid& domain, const std::vector<std::int64_t>& weights)
        : rows_(domain.rows()), cols_(domain.cols()), total_(std::accumulate(weights.begin(), weights.end(), 0LL)) {}

    /// The length of the cuts: the cuts between columns cross the grid. A column has one cut fewer than processors.
    void add(const std::vector<column>& columns, std::int64_t edges) {
        std::int64_t inside = 0;  // in units of the other side / total_
        for (const column& c : columns)
            inside += (c.processors - 1) * c.weight;
        const std::int64_t between = (std::ssize(columns) - 1) * total_;
        keep(edges, inside * cols_ + between * rows_);
        keep(edges, inside * rows_ + between * cols_);
    }

    [[nodiscard]] trade_off result() const {
        trade_off exact;
        for (const auto& [edges, length] : shortest_)
            exact[edges] = rational(length) / total_;
        return exact;
    }

  private:
    void keep(std::int64_t edges, std::int64_t length) {
        const auto known = shortest_.emplace(edges, length).first;
        known->second = std::min(known->second, length);
    }

    std::int64_t rows_;
    std::int64_t cols_;
    std::int64_t total_;
    std::map<std::int64_t, std::int64_t> shortest_;  // lengths times total_ by number of edges
};

/// Visits every way to assign the processors from `next` on to the columns or to new ones.
template <class Visit>
void each_division(const std::vector<std::int64_t>& weights, std::size_t next,
                   std::vector<column_layouts::column>& columns, const Visit& visit) {
    if (next == weights.size()) {
        visit(columns);
        return;
    }
    for (std::size_t i = 0; i < columns.size(); ++i) {
        columns[i] = {columns[i].processors + 1, columns[i].weight + weights[next]};
        each_division(weights, next + 1, columns, visit);
        columns[i] = {columns[i].processors - 1, columns[i].weight - weights[next]};
    }
    columns.push_back({1, weights[next]});
    each_division(weights, next + 1, columns, visit);
    columns.pop_back();
}

/// The number of edges if no cuts meet: k + l - 1 between columns of k and l processors, and the cuts inside columns.
/// The columns with most processors are at the ends, which gives the fewest edges.
inline std::int64_t edges_without_crossings(std::vector<column_layouts::column> columns) {
    std::ranges::sort(columns, {}, &column_layouts::column::processors);
    if (columns.size() > 2) std::swap(columns.front(), columns[columns.size() - 2]);
    std::int64_t edges = 0;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        edges += columns[i].processors - 1;
        if (i > 0) edges += columns[i - 1].processors + columns[i].processors - 1;
    }
    return edges;
}

/// The best of every set of columns, with any processors in them. Cuts that happen to meet count as if they did not.
inline trade_off best_columns_without_crossings(const std::vector<weighted_processor>& processors, const grid& domain) {
    const std::vector<std::int64_t> weights = whole_weights(processors);
    column_layouts layouts(domain, weights);
    std::vector<column_layouts::column> none;
    each_division(weights, 0, none, [&](const std::vector<column_layouts::column>& columns) {
        layouts.add(columns, edges_without_crossings(columns));
    });
    return layouts.result();
}

/// The number of pairs of processors that touch along the line between two columns.
inline std::int64_t edges_between(std::span<const std::int64_t> west, std::span<const std::int64_t> east) {
    const std::int64_t west_sum = std::accumulate(west.begin(), west.end(), 0LL);
    const std::int64_t east_sum = std::accumulate(east.begin(), east.end(), 0LL);
    std::int64_t pairs = 0;
    std::int64_t north = 0;  // northern end of the western processor in units of 1 / west_sum
    for (std::int64_t a : west) {
        std::int64_t other_north = 0;
        for (std::int64_t b : east) {
            pairs += other_north * west_sum < (north + a) * east_sum && north * east_sum < (other_north + b) * west_sum;
            other_north += b;
        }
        north += a;
    }
    return pairs;
}

/// Visits every way to cut a list of processors into columns of consecutive ones.
template <class Visit>
void each_cutting(std::span<const std::int64_t> weights, const Visit& visit) {
    for (std::uint32_t cuts = 0; cuts < 1u << (weights.size() - 1); ++cuts) {
        std::vector<std::span<const std::int64_t>> columns;
        std::size_t start = 0;
        for (std::size_t end = 1; end <= weights.size(); ++end) {
            if (end < weights.size() && (cuts >> (end - 1) & 1u) == 0) continue;
            columns.push_back(weights.subspan(start, end - start));
            start = end;
        }
        visit(columns);
    }
}

/// The best of every set and order of columns, with every order of the processors inside. Edges are the pairs that
/// touch.
inline trade_off best_columns_with_crossings(const std::vector<weighted_processor>& processors, const grid& domain) {
    std::vector<std::int64_t> weights = whole_weights(processors);
    std::ranges::sort(weights);
    column_layouts layouts(domain, weights);
    do {  // without exchanges of equal processors
        each_cutting(weights, [&](const std::vector<std::span<const std::int64_t>>& columns) {
            std::vector<column_layouts::column> sums;
            std::int64_t edges = 0;
            for (std::size_t i = 0; i < columns.size(); ++i) {
                sums.push_back(
                    {std::ssize(columns[i]), std::accumulate(columns[i].begin(), columns[i].end(), std::int64_t{0})});
                edges += sums.back().processors - 1;
                if (i > 0) edges += edges_between(columns[i - 1], columns[i]);
            }
            layouts.add(sums, edges);
        });
    } while (std::ranges::next_permutation(weights).found);
    return layouts.result();
}

/// Length and edges of a layout of libpart, recounted for each rectangle and pair.
struct recounted {
    rational length;
    std::int64_t edges;
};

inline recounted counted_again(const cut_tree& tree, const grid& domain) {
    const touching found = pairs_that_touch(unrounded<rational>(tree, domain), domain, periodic::none);
    return {found.length, found.pairs};
}

}  // namespace banyan::testing

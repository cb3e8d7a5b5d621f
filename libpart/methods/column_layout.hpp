// What xy2 and columns share: strips across one side of the grid, each strip cut the other way.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "libpart/methods/method.hpp"

namespace banyan::part {

/// Strips that hold counts[0], counts[1], ... of the processors in their order.
struct column_layout {
    cut direction = cut::vertical;  ///< vertical: the strips lie side by side
    std::vector<int> counts;
};

inline cut_tree tree_of(const column_layout& layout, processor_list processors) {
    std::vector<cut_tree> strips_of;
    std::size_t next = 0;
    for (int count : layout.counts) {
        strips_of.push_back(
            strips(across(layout.direction), processors.subspan(next, static_cast<std::size_t>(count))));
        next += static_cast<std::size_t>(count);
    }
    return joined(layout.direction, std::move(strips_of));
}

/// The sides of the grid as the method sees them, and which way it cuts first.
struct sides {
    double across;  ///< length of a cut between strips
    double along;   ///< length of the side that the strips share
    cut direction;  ///< of the cuts between strips
};

/// Strips along the longer side; vertical cuts on a square.
inline sides along_longer_side(double rows, double cols) {
    return rows <= cols ? sides{rows, cols, cut::vertical} : sides{cols, rows, cut::horizontal};
}
inline sides along_longer_side(const grid& domain) {
    return along_longer_side(static_cast<double>(domain.rows()), static_cast<double>(domain.cols()));
}

inline sides turned(const sides& s) {
    return {s.along, s.across, across(s.direction)};
}

/// sums[i] = share of the first i processors.
inline std::vector<double> prefix_shares(processor_list processors) {
    double total = 0;
    for (const weighted_processor& processor : processors)
        total += processor.weight;
    std::vector<double> sums{0};
    for (const weighted_processor& processor : processors)
        sums.push_back(sums.back() + processor.weight / total);
    return sums;
}

/// The best layout by dynamic programming, O(p log p) (columns.cpp).
column_layout best_columns(const grid& domain, processor_list processors);
/// The best with strips in this one direction.
column_layout best_columns(const sides& along, const std::vector<double>& sums);

/// The same in any rectangle, with its sum of half-perimeters.
struct measured_columns {
    column_layout layout;
    double half_perimeters;
};
measured_columns measured_best_columns(double rows, double cols, processor_list processors);

}  // namespace banyan::part

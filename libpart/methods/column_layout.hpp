// The layouts of xy2 and columns: strips across one side of the grid, each strip cut in the other direction.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "libpart/methods/method.hpp"

namespace banyan::part {

/// Strips with counts[0], counts[1], ... processors, in the order of the list.
struct column_layout {
    cut direction = cut::vertical;  ///< vertical: the strips are side by side
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

/// The sides of the grid relative to the strips.
struct sides {
    double across;  ///< length of a cut between strips
    double along;   ///< length of the side that the strips share
    cut direction;  ///< of the cuts between strips
};

/// The sides for strips along the longer side; vertical cuts on a square.
inline sides along_longer_side(double rows, double cols) {
    return rows <= cols ? sides{rows, cols, cut::vertical} : sides{cols, rows, cut::horizontal};
}
inline sides along_longer_side(const grid& domain) {
    return along_longer_side(static_cast<double>(domain.rows()), static_cast<double>(domain.cols()));
}

inline sides turned(const sides& s) {
    return {s.along, s.across, across(s.direction)};
}

/// sums[i] = the sum of the shares of the first i processors.
inline std::vector<double> prefix_shares(processor_list processors) {
    double total = 0;
    for (const weighted_processor& processor : processors)
        total += processor.weight;
    std::vector<double> sums{0};
    for (const weighted_processor& processor : processors)
        sums.push_back(sums.back() + processor.weight / total);
    return sums;
}

/// The layout with the least cut length, by dynamic programming in O(p log p) (columns.cpp).
column_layout best_columns(const grid& domain, processor_list processors);
/// The best layout with strips in this direction only.
column_layout best_columns(const sides& along, const std::vector<double>& sums);

/// The best layout in a rectangle of any size, with its sum of half-perimeters.
struct measured_columns {
    column_layout layout;
    double half_perimeters;
};
measured_columns measured_best_columns(double rows, double cols, processor_list processors);

}  // namespace banyan::part

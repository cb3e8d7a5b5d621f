// The area that a recursive method cuts, before rounding, and the cuts that these methods share.
#pragma once

#include <utility>
#include <vector>

#include "libpart/methods/method.hpp"

namespace banyan::part {

/// Sides and sums that differ by at most this fraction count as equal, so that rounding errors do not decide ties.
constexpr double tie_slack = 1e-12;

struct region {
    double rows;
    double cols;
};

inline region region_of(const grid& domain) {
    return {static_cast<double>(domain.rows()), static_cast<double>(domain.cols())};
}

/// The cut that divides the longer side; vertical on ties.
inline cut through_longer_side(const region& area) {
    return area.rows > area.cols * (1 + tie_slack) ? cut::horizontal : cut::vertical;
}

/// The part of the region that a cut in this direction cuts off, with this fraction of the area.
inline region part_of(const region& area, cut direction, double fraction) {
    return direction == cut::vertical ? region{area.rows, area.cols * fraction}
                                      : region{area.rows * fraction, area.cols};
}

/// A tree of one cut; the first part is west or north.
inline cut_tree two_parts(cut direction, cut_tree first, cut_tree second) {
    std::vector<cut_tree> parts;
    parts.push_back(std::move(first));
    parts.push_back(std::move(second));
    return joined(direction, std::move(parts));
}

inline double total_weight(processor_list processors) {
    double sum = 0;
    for (const weighted_processor& processor : processors)
        sum += processor.weight;
    return sum;
}

/// Two lists of processors, each with the fastest first, and their sums. The first list is west or north.
struct two_lists {
    std::vector<weighted_processor> processors[2];
    double sums[2] = {0, 0};

    void add(int list, const weighted_processor& processor) {
        processors[list].push_back(processor);
        sums[list] += processor.weight;
    }
    /// The list with the smaller sum; the first on ties.
    [[nodiscard]] int lighter() const { return sums[1] < sums[0] * (1 - tie_slack) ? 1 : 0; }
};

/// Makes two lists with `divide`, cuts the longer side in proportion, and continues with both parts.
template <class Divide>
cut_tree cut_longer_side(const region& area, processor_list processors, const Divide& divide) {
    if (processors.size() == 1) return leaf(processors.front());
    const two_lists lists = divide(processors);
    const cut direction = through_longer_side(area);
    const double total = lists.sums[0] + lists.sums[1];
    const auto side = [&](int list) {
        return cut_longer_side(part_of(area, direction, lists.sums[list] / total), lists.processors[list], divide);
    };
    cut_tree first = side(0);
    return two_parts(direction, std::move(first), side(1));
}

}  // namespace banyan::part

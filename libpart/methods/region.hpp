// What the recursive methods know of the area that they cut: its sides, before rounding.
#pragma once

#include <utility>
#include <vector>

#include "libpart/methods/method.hpp"

namespace banyan::part {

/// Sides and sums closer than this, relatively, count as equal, so that rounding does not decide a tie.
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

/// A part of the region with this fraction of it, cut off in this direction.
inline region part_of(const region& area, cut direction, double fraction) {
    return direction == cut::vertical ? region{area.rows, area.cols * fraction}
                                      : region{area.rows * fraction, area.cols};
}

/// One cut, the first part west or north.
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

/// Two lists of processors, each fastest first, with their sums; the first lies west or north.
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

/// Divides into two lists by `divide`, cuts the longer side in proportion and goes on in both parts.
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

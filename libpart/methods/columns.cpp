// The optimum of xy2 for any p, by dynamic programming over the sorted processors.
//
// A strip of the processors i+1 .. j of the sorted list costs w(i, j) = (j - i)(S_j - S_i) along + across in
// half-perimeters, where S are the prefix sums of the shares. By Theorem 1 of Kaddoura et al. there is an optimum in
// which each strip has consecutive processors, and w is Monge.
#include "libpart/methods/cheapest_groups.hpp"
#include "libpart/methods/column_layout.hpp"

namespace banyan::part {
namespace {

measured_columns best_in_direction(const sides& s, const std::vector<double>& sums) {
    const grouping groups = cheapest_groups(sums.size() - 1, [&](std::size_t i, std::size_t j) {
        return static_cast<double>(j - i) * (sums[j] - sums[i]) * s.along + s.across;
    });
    measured_columns result{{s.direction, sizes_backwards(groups, sums.size() - 1)}, groups.best.back()};
    std::ranges::reverse(result.layout.counts);
    return result;
}

}  // namespace

measured_columns measured_best_columns(double rows, double cols, processor_list processors) {
    const std::vector<double> sums = prefix_shares(processors);
    const sides along = along_longer_side(rows, cols);
    measured_columns straight = best_in_direction(along, sums);
    measured_columns rotated = best_in_direction(turned(along), sums);
    return rotated.half_perimeters < straight.half_perimeters * (1 - cost_slack) ? rotated : straight;
}

column_layout best_columns(const grid& domain, processor_list processors) {
    return measured_best_columns(static_cast<double>(domain.rows()), static_cast<double>(domain.cols()), processors)
        .layout;
}

column_layout best_columns(const sides& along, const std::vector<double>& sums) {
    return best_in_direction(along, sums).layout;
}

cut_tree columns(const grid& domain, processor_list processors) {
    return tree_of(best_columns(domain, processors), processors);
}

}  // namespace banyan::part

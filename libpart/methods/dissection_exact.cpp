// The least cut length of all dissections into rectangles, for few processors.
//
// slicing_exact finds the best one that consists of straight cuts. Every other floorplan contains a pinwheel. Each of
// these is drawn with the processors in every order (floorplan.hpp). It is better, for example, for four fast
// processors around a slow one.
#include <algorithm>

#include "libpart/geometry/dissection_rounding.hpp"
#include "libpart/geometry/exact_geometry.hpp"
#include "libpart/methods/cheapest_groups.hpp"
#include "libpart/methods/exact_layouts.hpp"
#include "libpart/methods/fitting.hpp"

namespace banyan::part {

std::optional<dissection> best_non_slicing(const grid& domain, processor_list processors) {
    const auto rows = static_cast<double>(domain.rows());
    const auto cols = static_cast<double>(domain.cols());
    const auto by_weight = [](const weighted_processor& a, const weighted_processor& b) { return a.weight < b.weight; };
    std::optional<dissection> best;
    for (const floorplan& plan : non_slicing_floorplans(static_cast<int>(processors.size()))) {
        std::vector<weighted_processor> order(processors.begin(), processors.end());
        std::ranges::sort(order, by_weight);
        do {  // orders that differ only in equal processors are tried once
            std::vector<double> areas;
            for (const weighted_processor& processor : order)
                areas.push_back(processor.weight);
            std::optional<drawing> found = drawn(plan, areas, rows, cols);
            if (!found) continue;
            if (best && found->half_perimeters >= best->exact.half_perimeters * (1 - cost_slack)) continue;
            best = dissection{plan, order, std::move(*found)};
        } while (std::next_permutation(order.begin(), order.end(), by_weight));
    }
    return best;
}

partition dissection_exact(const grid& domain, processor_list processors, int all, const partition_options&) {
    const cut_tree sliced = slicing_exact(domain, processors);
    const double length = measures_of(sliced, domain).cut_length + static_cast<double>(domain.rows() + domain.cols());
    const std::optional<dissection> other = best_non_slicing(domain, processors);
    if (other && other->exact.half_perimeters < length * (1 - cost_slack)) {
        std::optional<std::vector<block>> blocks = rounded(other->plan, other->exact, domain, other->processors);
        if (blocks) return partition::from_rectangles(domain, all, std::move(*blocks));
    }
    return realize(largest_that_fits(slicing_exact, domain, processors), domain, all);
}

}  // namespace banyan::part

// Guillotine cuts between faster and slower processors, recursively.
//
// Up to most_cut_all processors: the least cut length of all slicing layouts in which every part is a range of the
// sorted list. That includes one first cut with `columns` inside, two such cuts, three, ... and Kaddoura's RB2. Dynamic
// programming over the p (p + 1) / 2 ranges, for all heights together (shape_table.hpp). Up to most_cut_once
// processors: the best first cut in both directions with `columns` inside both parts, or `columns` alone if that is
// better. All prefixes of the list are tried if there are few, else as many as most_effort allows, evenly spaced.
// Above: `columns`.
#include <algorithm>
#include <cstddef>

#include "libpart/geometry/shape_table.hpp"
#include "libpart/methods/cheapest_groups.hpp"
#include "libpart/methods/column_layout.hpp"

namespace banyan::part {
namespace {

constexpr std::size_t most_cut_all = 64;
/// The most prefixes x processors that are tried. For more than most_cut_once processors `columns` is within 0.1 % of
/// the lower bound, so a cut gains too little for its time.
constexpr std::size_t most_effort = 200'000;
constexpr std::size_t most_cut_once = 1024;

/// The number of the range from .. to - 1 of a sorted list of p.
std::size_t number_of(std::size_t from, std::size_t to, std::size_t p) {
    return from * (p + 1) + to;
}

cut_tree best_of_runs(const grid& domain, processor_list processors) {
    const std::size_t p = processors.size();
    const std::vector<double> sums = prefix_shares(processors);
    const auto cells = static_cast<double>(domain.cells());
    shape_table table(static_cast<double>(domain.rows()), static_cast<double>(domain.cols()), p * (p + 1) + 1);
    for (std::size_t i = 0; i < p; ++i)
        table.place(number_of(i, i + 1, p), leaf(processors[i]), (sums[i + 1] - sums[i]) * cells);
    for (std::size_t length = 2; length <= p; ++length)
        for (std::size_t from = 0; from + length <= p; ++from) {
            const std::size_t to = from + length;
            table.begin(number_of(from, to, p), (sums[to] - sums[from]) * cells);
            for (std::size_t middle = from + 1; middle < to; ++middle)
                table.join(number_of(from, middle, p), number_of(middle, to, p));
            table.finish();
        }
    return table.best(number_of(0, p, p));
}

/// The first cut, and the layouts on its two sides.
struct first_cut {
    cut direction;
    std::size_t prefix;
    column_layout first;
    column_layout second;
    double half_perimeters;
};

first_cut columns_in_two(const grid& domain, processor_list processors, cut direction, std::size_t prefix,
                         double share) {
    const bool side_by_side = direction == cut::vertical;
    const auto rows = static_cast<double>(domain.rows());
    const auto cols = static_cast<double>(domain.cols());
    const auto part = [&](double portion, processor_list list) {
        return measured_best_columns(side_by_side ? rows : rows * portion, side_by_side ? cols * portion : cols, list);
    };
    measured_columns first = part(share, processors.first(prefix));
    measured_columns second = part(1 - share, processors.subspan(prefix));
    return {direction, prefix, std::move(first.layout), std::move(second.layout),
            first.half_perimeters + second.half_perimeters};
}

cut_tree cut_once(const grid& domain, processor_list processors) {
    const std::vector<double> sums = prefix_shares(processors);
    const std::size_t p = processors.size();
    const std::size_t step = 1 + p * p / most_effort;
    first_cut best{};
    best.half_perimeters =
        measured_best_columns(static_cast<double>(domain.rows()), static_cast<double>(domain.cols()), processors)
            .half_perimeters;
    for (std::size_t prefix = 1; prefix < p; prefix += step)
        for (cut direction : {cut::vertical, cut::horizontal}) {
            first_cut found = columns_in_two(domain, processors, direction, prefix, sums[prefix]);
            if (found.half_perimeters < best.half_perimeters * (1 - cost_slack)) best = std::move(found);
        }
    if (best.prefix == 0) return columns(domain, processors);
    return joined(best.direction, {tree_of(best.first, processors.first(best.prefix)),
                                   tree_of(best.second, processors.subspan(best.prefix))});
}

}  // namespace

cut_tree hybrid(const grid& domain, processor_list processors) {
    if (processors.size() <= most_cut_all) return best_of_runs(domain, processors);
    return processors.size() <= most_cut_once ? cut_once(domain, processors) : columns(domain, processors);
}

}  // namespace banyan::part

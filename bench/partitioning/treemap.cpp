#include "bench/partitioning/treemap.hpp"

#include <algorithm>

namespace banyan::bench {
namespace {

double weight_of(std::span<const part::weighted_processor> processors) {
    double sum = 0;
    for (const part::weighted_processor& m : processors)
        sum += m.weight;
    return sum;
}

/// The worst aspect ratio in a row of processors along `side`. Only the heaviest and the lightest one decide it.
double worst_aspect(std::span<const part::weighted_processor> row, double area_of_weight, double side) {
    const double area = weight_of(row) * area_of_weight;
    const double most = row.front().weight * area_of_weight;
    const double least = row.back().weight * area_of_weight;
    return std::max(side * side * most / (area * area), area * area / (side * side * least));
}

}  // namespace

part::cut_tree squarified_treemap(std::span<const part::weighted_processor> processors, double rows, double cols) {
    const double area_of_weight = rows * cols / weight_of(processors);
    const double side = std::min(rows, cols);
    std::size_t count = 1;
    while (count < processors.size() && worst_aspect(processors.first(count + 1), area_of_weight, side) <=
                                            worst_aspect(processors.first(count), area_of_weight, side))
        ++count;
    const part::cut between = rows <= cols ? part::cut::vertical : part::cut::horizontal;
    part::cut_tree row = part::strips(part::across(between), processors.first(count));
    if (count == processors.size()) return row;
    const double left = 1 - row.weight / weight_of(processors);
    part::cut_tree rest =
        squarified_treemap(processors.subspan(count), between == part::cut::vertical ? rows : rows * left,
                           between == part::cut::vertical ? cols * left : cols);
    return part::joined(between, {std::move(row), std::move(rest)});
}

}  // namespace banyan::bench

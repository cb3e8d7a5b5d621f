#include "bench/partitioning/treemap.hpp"

#include <algorithm>

namespace banyan::bench {
namespace {

double weight_of(std::span<const part::weighted_machine> machines) {
    double sum = 0;
    for (const part::weighted_machine& m : machines)
        sum += m.weight;
    return sum;
}

/// Of a row of this weight along a side: heaviest and lightest member decide.
double worst_aspect(std::span<const part::weighted_machine> row, double area_of_weight, double side) {
    const double area = weight_of(row) * area_of_weight;
    const double most = row.front().weight * area_of_weight;
    const double least = row.back().weight * area_of_weight;
    return std::max(side * side * most / (area * area), area * area / (side * side * least));
}

}  // namespace

part::cut_tree squarified_treemap(std::span<const part::weighted_machine> machines, double rows, double cols) {
    const double area_of_weight = rows * cols / weight_of(machines);
    const double side = std::min(rows, cols);
    std::size_t count = 1;
    while (count < machines.size() && worst_aspect(machines.first(count + 1), area_of_weight, side) <=
                                          worst_aspect(machines.first(count), area_of_weight, side))
        ++count;
    const part::cut between = rows <= cols ? part::cut::vertical : part::cut::horizontal;
    part::cut_tree row = part::strips(part::across(between), machines.first(count));
    if (count == machines.size()) return row;
    const double left = 1 - row.weight / weight_of(machines);
    part::cut_tree rest =
        squarified_treemap(machines.subspan(count), between == part::cut::vertical ? rows : rows * left,
                           between == part::cut::vertical ? cols * left : cols);
    return part::joined(between, {std::move(row), std::move(rest)});
}

}  // namespace banyan::bench

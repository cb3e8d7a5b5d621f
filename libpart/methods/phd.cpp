// Partial homogeneous decomposition (Crandall 5.4, Figures 23 to 26): processors of equal speed share a homogeneous
// block.
#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "banyan/part/error.hpp"
#include "libpart/methods/region.hpp"

namespace banyan::part {
namespace {

/// Processors that count as equally fast, and the sum of their speeds.
struct group {
    std::vector<weighted_processor> processors;
    double weight = 0;
};
using speed_groups = std::vector<group>;

double total_weight(const speed_groups& all) {
    double sum = 0;
    for (const group& g : all)
        sum += g.weight;
    return sum;
}

/// Groups by descending sum of speeds. A processor joins a group if it is slower than the first one of the group by at
/// most the fraction `tolerance`. The processors of a group then share its work equally.
speed_groups grouped(processor_list processors, double tolerance) {
    speed_groups result;
    for (const weighted_processor& processor : processors) {
        if (result.empty() || processor.weight < result.back().processors.front().weight * (1 - tolerance))
            result.emplace_back();
        result.back().processors.push_back(processor);
        result.back().weight += processor.weight;
    }
    for (group& g : result)
        if (g.processors.front().weight != g.processors.back().weight)  // sorted
            for (weighted_processor& processor : g.processors)
                processor.weight = g.weight / static_cast<double>(g.processors.size());
    std::ranges::stable_sort(result, std::greater<>(), &group::weight);
    return result;
}

/// The larger one of the two factors of k that are nearest to each other; k itself for a prime.
std::size_t larger_factor(std::size_t k) {
    std::size_t smaller = 1;
    for (std::size_t factor = 2; factor * factor <= k; ++factor)
        if (k % factor == 0) smaller = factor;
    return k / smaller;
}

/// Equal blocks: the longer side (the width of a square) is divided by the larger factor.
cut_tree lattice(const region& area, const group& g, std::size_t larger) {
    const cut direction = through_longer_side(area);
    const std::size_t strip_size = g.processors.size() / larger;
    std::vector<cut_tree> parts;
    for (std::size_t first = 0; first < g.processors.size(); first += strip_size)
        parts.push_back(strips(across(direction), processor_list(g.processors).subspan(first, strip_size)));
    return joined(direction, std::move(parts));
}

cut_tree divided(speed_groups all, const region& area, cut direction);

/// The tree of one group. `direction` is that of its first cut if the number of processors is prime.
cut_tree one_group(const group& g, const region& area, cut direction) {
    const std::size_t count = g.processors.size();
    if (count == 1) return leaf(g.processors.front());
    const std::size_t larger = larger_factor(count);
    if (larger < count) return lattice(area, g, larger);
    group rest{{g.processors.begin() + 1, g.processors.end()}, g.weight - g.processors.front().weight};
    const region remains = part_of(area, direction, rest.weight / g.weight);
    return two_parts(direction, leaf(g.processors.front()), one_group(rest, remains, through_longer_side(remains)));
}

/// Each group goes to the first set that it does not bring above half the total; if there is none, to the set with the
/// smaller sum.
void divide(speed_groups all, speed_groups sets[2]) {
    const double half = total_weight(all) / 2 * (1 + tie_slack);
    double sums[2] = {0, 0};
    for (group& g : all) {
        int to = sums[1] < sums[0] * (1 - tie_slack) ? 1 : 0;
        if (sums[1] + g.weight <= half) to = 1;
        if (sums[0] + g.weight <= half) to = 0;
        sums[to] += g.weight;
        sets[to].push_back(std::move(g));
    }
}

cut_tree divided(speed_groups all, const region& area, cut direction) {
    if (all.size() == 1) return one_group(all.front(), area, direction);
    const double total = total_weight(all);
    speed_groups sets[2];
    divide(std::move(all), sets);
    const auto side = [&](speed_groups& set) {
        const region mine = part_of(area, direction, total_weight(set) / total);
        return divided(std::move(set), mine, through_longer_side(mine));
    };
    cut_tree first = side(sets[0]);
    return two_parts(direction, std::move(first), side(sets[1]));
}

}  // namespace

cut_tree phd(const grid& domain, processor_list processors, const partition_options& options) {
    const double tolerance = options.speed_tolerance;
    if (!(tolerance >= 0 && tolerance < 1))
        throw error(fmt::format("speed tolerance: {}, allowed: fractions from 0 to below 1", tolerance));
    return divided(grouped(processors, tolerance), region_of(domain), cut::vertical);
}

}  // namespace banyan::part

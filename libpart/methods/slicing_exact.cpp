// The least cut length of all slicing layouts: every set of processors, every way to cut it in two, for every height at
// once (shape_table.hpp). There are only 3^p / 2 pairs of parts, so nothing is pruned.
#include <bit>
#include <cstddef>
#include <vector>

#include "libpart/geometry/shape_table.hpp"
#include "libpart/methods/exact_layouts.hpp"

namespace banyan::part {

cut_tree best_slicing(double rows, double cols, std::span<const cut_tree> parts) {
    double total = 0;
    for (const cut_tree& part : parts)
        total += part.weight;
    const double area_of_weight = rows * cols / total;

    const std::size_t sets = std::size_t{1} << parts.size();
    std::vector<double> weights(sets, 0.0);
    shape_table table(rows, cols, sets);
    for (std::size_t set = 1; set < sets; ++set) {
        const std::size_t fastest = set & (~set + 1);
        if (set == fastest) {
            const cut_tree& alone = parts[static_cast<std::size_t>(std::countr_zero(set))];
            weights[set] = alone.weight;
            table.place(set, alone, alone.weight * area_of_weight);
            continue;
        }
        const std::size_t rest = set ^ fastest;
        weights[set] = weights[fastest] + weights[rest];
        table.begin(set, weights[set] * area_of_weight);
        for (std::size_t second = rest; second != 0; second = (second - 1) & rest)
            table.join(set ^ second, second);
        table.finish();
    }
    return table.best(sets - 1);
}

cut_tree slicing_exact(const grid& domain, processor_list processors) {
    std::vector<cut_tree> leaves;
    for (const weighted_processor& processor : processors)
        leaves.push_back(leaf(processor));
    return best_slicing(static_cast<double>(domain.rows()), static_cast<double>(domain.cols()), leaves);
}

}  // namespace banyan::part

#include "libpart/geometry/cut_tree.hpp"

#include <algorithm>

#include "libpart/geometry/rounding.hpp"

namespace banyan::part {

cut_tree leaf(const weighted_processor& processor) {
    cut_tree result;
    result.processor = processor.processor;
    result.weight = processor.weight;
    return result;
}

cut_tree joined(cut direction, std::vector<cut_tree> parts) {
    if (parts.size() == 1) return std::move(parts.front());
    cut_tree result;
    result.direction = direction;
    result.min_rows = result.min_cols = 0;
    const bool side_by_side = direction == cut::vertical;
    for (const cut_tree& part : parts) {
        result.weight += part.weight;
        result.min_rows = side_by_side ? std::max(result.min_rows, part.min_rows) : result.min_rows + part.min_rows;
        result.min_cols = side_by_side ? result.min_cols + part.min_cols : std::max(result.min_cols, part.min_cols);
    }
    result.parts = std::move(parts);
    return result;
}

cut_tree strips(cut direction, std::span<const weighted_processor> processors) {
    std::vector<cut_tree> parts;
    for (const weighted_processor& processor : processors)
        parts.push_back(leaf(processor));
    return joined(direction, std::move(parts));
}

bool fits(const cut_tree& tree, const grid& domain) {
    return tree.min_rows <= domain.rows() && tree.min_cols <= domain.cols();
}

partition realize(const cut_tree& tree, const grid& domain, int processors) {
    return partition::from_rectangles(domain, processors, rounded(tree, domain));
}

}  // namespace banyan::part

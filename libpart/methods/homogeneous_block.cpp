// p = a * b equal blocks, independent of the speeds (Crandall 1994, 4.5).
#include <algorithm>
#include <cstdint>

#include "libpart/methods/block_lattice.hpp"

namespace banyan::part {
namespace {

double internal_length(const grid& domain, const block_lattice& f) {
    return static_cast<double>(f.down - 1) * static_cast<double>(domain.cols()) +
           static_cast<double>(f.across - 1) * static_cast<double>(domain.rows());
}

std::int64_t distance_from_square(const block_lattice& f) {
    return std::max(f.down, f.across) - std::min(f.down, f.across);
}

}  // namespace

block_lattice squarest_blocks(const grid& domain, std::int64_t p) {
    block_lattice best{1, p};
    bool found = false;
    for (std::int64_t down = 1; down <= p; ++down) {
        if (p % down != 0) continue;
        const block_lattice f{down, p / down};
        if (f.down > domain.rows() || f.across > domain.cols()) continue;
        const double gain = internal_length(domain, best) - internal_length(domain, f);
        if (!found || gain > 0 || (gain == 0 && distance_from_square(f) < distance_from_square(best))) best = f;
        found = true;
    }
    return best;
}

cut_tree equal_blocks(const block_lattice& lattice, processor_list processors) {
    std::vector<cut_tree> columns_of_blocks;
    for (std::int64_t col = 0; col < lattice.across; ++col) {
        std::vector<weighted_processor> column;
        for (std::int64_t row = 0; row < lattice.down; ++row)
            column.push_back({processors[static_cast<std::size_t>(row * lattice.across + col)].processor, 1.0});
        columns_of_blocks.push_back(strips(cut::horizontal, column));
    }
    return joined(cut::vertical, std::move(columns_of_blocks));
}

cut_tree homogeneous_block(const grid& domain, processor_list processors) {
    return equal_blocks(squarest_blocks(domain, std::ssize(processors)), processors);
}

}  // namespace banyan::part

// p = a * b equal blocks whatever the speeds (Crandall 4.5).
#include <algorithm>
#include <cstdint>
#include <optional>

#include "libpart/part/methods/method.hpp"

namespace banyan::part {
namespace {

struct factors {
    std::int64_t down;    // blocks below each other
    std::int64_t across;  // blocks side by side
};

double internal_length(const grid& domain, const factors& f) {
    return static_cast<double>(f.down - 1) * static_cast<double>(domain.cols()) +
           static_cast<double>(f.across - 1) * static_cast<double>(domain.rows());
}

std::int64_t distance_from_square(const factors& f) {
    return std::max(f.down, f.across) - std::min(f.down, f.across);
}

/// The factors of p with the shortest internal edges among those that fit the grid, then the squarest, then the one
/// with more blocks side by side; 1 x p where none fits.
factors chosen_factors(const grid& domain, std::int64_t p) {
    factors best{1, p};
    bool found = false;
    for (std::int64_t down = 1; down <= p; ++down) {
        if (p % down != 0) continue;
        const factors f{down, p / down};
        if (f.down > domain.rows() || f.across > domain.cols()) continue;
        const double gain = internal_length(domain, best) - internal_length(domain, f);
        if (!found || gain > 0 || (gain == 0 && distance_from_square(f) < distance_from_square(best))) best = f;
        found = true;
    }
    return best;
}

}  // namespace

cut_tree homogeneous_block(const grid& domain, machine_list machines) {
    const factors f = chosen_factors(domain, static_cast<std::int64_t>(machines.size()));
    std::vector<cut_tree> columns_of_blocks;
    for (std::int64_t col = 0; col < f.across; ++col) {
        std::vector<weighted_machine> column;
        for (std::int64_t row = 0; row < f.down; ++row)
            column.push_back({machines[static_cast<std::size_t>(row * f.across + col)].machine, 1.0});
        columns_of_blocks.push_back(strips(cut::horizontal, column));
    }
    return joined(cut::vertical, std::move(columns_of_blocks));
}

}  // namespace banyan::part

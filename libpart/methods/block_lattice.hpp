// A lattice of equal blocks, which homogeneous_block and regular fill.
#pragma once

#include <cstdint>

#include "libpart/methods/method.hpp"

namespace banyan::part {

struct block_lattice {
    std::int64_t down;    // blocks below each other
    std::int64_t across;  // blocks side by side
};

/// The factors of p with the shortest internal edges among those that fit the grid, then the squarest, then the one
/// with more blocks side by side; 1 x p where none fits.
block_lattice squarest_blocks(const grid& domain, std::int64_t p);

/// Equal blocks whatever the weights, the processors row by row; as many as the lattice has blocks.
cut_tree equal_blocks(const block_lattice& lattice, processor_list processors);

}  // namespace banyan::part

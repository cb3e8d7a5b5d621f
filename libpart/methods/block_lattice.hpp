// A lattice of equal blocks, for the methods homogeneous_block and regular.
#pragma once

#include <cstdint>

#include "libpart/methods/method.hpp"

namespace banyan::part {

struct block_lattice {
    std::int64_t down;    // blocks in a column
    std::int64_t across;  // blocks in a row
};

/// The factorisation of p, of those that fit the grid, with the least cut length; on ties the squarest, then the one
/// with more blocks in a row. 1 x p if none fits.
block_lattice squarest_blocks(const grid& domain, std::int64_t p);

/// Equal blocks, independent of the weights, with the processors row by row. There are as many processors as blocks.
cut_tree equal_blocks(const block_lattice& lattice, processor_list processors);

}  // namespace banyan::part

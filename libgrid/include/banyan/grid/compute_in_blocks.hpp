// Several iterations over an array that does not fit into the cache, block by block: temporal blocking. Pure: no I/O.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "banyan/grid/halo_layout.hpp"

namespace banyan::grid {

/// The size of a block, and the number of steps that are computed in it before the next block. A block that is larger
/// than the regions has all their cells.
struct block_shape {
    std::int64_t rows = 1;
    std::int64_t cols = 1;
    int steps = 1;
    friend bool operator==(const block_shape&, const block_shape&) = default;
};

/// Calls compute(step, cells) so that each region of steps[i] is computed as step i + 1, in parts. The order is such
/// that two arrays are enough, as with whole sweeps: step 1 reads the first and writes the second one, step 2 reads the
/// second and writes the first one, and so on. A program that sweeps over whole arrays reads and writes them in memory
/// once for each step; compute_in_blocks() does so once for shape.steps steps, if a block of both arrays fits into the
/// cache.
///
/// In each step a block lies one reach of the stencil further up and left than in the step before. So it reads only
/// values that this block, or blocks above and left of it, have computed, and it overwrites only values that are not
/// read any more (time skewing, Wonnacott 2000). The cells that steps[i] reads must be in steps[i - 1] or keep their
/// values in both arrays; halo_round gives such regions. `compute` may throw; the rest is then not computed. Throws
/// part::error for a shape with a number below 1.
///
///     compute_in_blocks(round.all_computed(), pattern, shape, [&](int step, const region& cells) {
///         sweep(step % 2 == 1 ? a : b, step % 2 == 1 ? b : a, cells);
///     });
void compute_in_blocks(std::span<const std::vector<region>> steps, const part::stencil& pattern,
                       const block_shape& shape, const std::function<void(int step, const region& cells)>& compute);

/// A shape whose cells of two arrays of `item_bytes` bytes per cell fit into half of `cache_bytes` (>= 1), for rounds
/// of `steps` (>= 1) steps. Rows of a block are at least 64 items and about 2 KiB long. If the cache is too small for
/// all steps, shape.steps is smaller.
block_shape block_for_cache(int steps, const part::stencil& pattern, std::int64_t item_bytes, std::int64_t cache_bytes);

/// The size of the second-level cache of a core, as the C library reports it, between 128 KiB and 8 MiB; 512 KiB if it
/// is unknown.
std::int64_t second_level_cache_bytes();

}  // namespace banyan::grid

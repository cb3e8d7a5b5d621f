// The lists that all copies of a partition share.
#pragma once

#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

#include "banyan/part/partition.hpp"

namespace banyan::part {

/// Filled by the factory functions and not changed afterwards, except for the tiles: the first call of tiles_of_cells()
/// finds them.
struct partition::lists {
    /// Throws error unless 1 <= processors <= speeds::max_processors.
    explicit lists(int processors);

    void count_blocks();
    void find_dropped();
    /// partition::tiles() of the owner list of `domain`. Safe to call from several threads.
    [[nodiscard]] std::span<const block> tiles_of_cells(const grid& domain) const;

    std::vector<block> blocks;         // sorted by processor
    std::vector<cell_range> ranges;    // sorted by first cell
    std::vector<std::int32_t> owners;  // [row * cols + col]
    std::vector<std::int64_t> cells;   // [processor]
    std::vector<int> dropped;

  private:
    mutable std::once_flag tiled_;
    mutable std::vector<block> tiles_;
};

}  // namespace banyan::part

// What all copies of a partition share.
#pragma once

#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

#include "banyan/part/partition.hpp"

namespace banyan::part {

/// Filled by the constructor functions and never changed after, but for the tiles, which the first thread that asks for
/// them finds.
struct partition::lists {
    /// Throws error for a number of processors that is not allowed.
    explicit lists(int processors);

    void count_blocks();
    void find_dropped();
    /// The tiles() of a list of owners of the cells of `domain`.
    [[nodiscard]] std::span<const block> tiles_of_cells(const grid& domain) const;

    std::vector<block> blocks;         // by processor
    std::vector<run> runs;             // by first cell
    std::vector<std::int32_t> owners;  // [row * cols + col]
    std::vector<std::int64_t> cells;   // [processor]
    std::vector<int> dropped;

  private:
    mutable std::once_flag tiled_;
    mutable std::vector<block> tiles_;
};

}  // namespace banyan::part

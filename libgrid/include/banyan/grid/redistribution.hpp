// The cells whose owner changes between two partitions of one grid. Pure: no I/O.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "banyan/grid/halo_layout.hpp"
#include "banyan/part/partition.hpp"

namespace banyan::grid {

/// One message: all cells that one other processor gets or sends. Its items are those of the regions, one region after
/// the other, each row by row.
struct cell_transfer {
    int peer;
    std::vector<region> regions;
    std::int64_t items;
};

/// The messages of one processor for the change from one partition to another. Only cells whose owner changes are sent,
/// each once, in one message per pair of processors; fewer bytes or messages are not possible. Both ends derive the
/// same messages from the partitions. Immutable value. Rectangles and cell ranges: O((p + c) log(p + c)), where c is
/// the number of pairs of intersecting tiles. If a partition is an owner list: O(n log n) for the n cells of the
/// processor, after both partitions have found their tiles() once.
class redistribution {
  public:
    /// Throws part::error if the grids or the numbers of processors differ, and for a processor out of range.
    redistribution(const part::partition& from, const part::partition& to, int processor);

    /// Sorted by peer; regions by row, then column.
    [[nodiscard]] std::span<const cell_transfer> sends() const { return sends_; }
    [[nodiscard]] std::span<const cell_transfer> receives() const { return receives_; }
    /// The cells that the processor owns in both partitions.
    [[nodiscard]] std::span<const region> kept() const { return kept_; }

  private:
    std::vector<cell_transfer> sends_;
    std::vector<cell_transfer> receives_;
    std::vector<region> kept_;
};

/// The number of cells whose owner changes, which is the number of items that a redistribution sends. Throws
/// part::error as the constructor of redistribution.
std::int64_t moving_cells(const part::partition& from, const part::partition& to);

}  // namespace banyan::grid

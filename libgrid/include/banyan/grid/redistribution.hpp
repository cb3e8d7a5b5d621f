// Which cells change hands between two partitions of one grid. Pure: no I/O.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "banyan/grid/halo_layout.hpp"
#include "banyan/part/partition.hpp"

namespace banyan::grid {

/// All cells that go to, or come from, one other processor: one message. Its items are those of the regions, one region
/// after the other, each row by row.
struct cell_transfer {
    int peer;
    std::vector<region> regions;
    std::int64_t items;
};

/// One processor's share of the change from one partition to another. Only cells whose owner changes travel, each once
/// and in one message per pair of processors: no way of moving them takes fewer bytes or fewer messages. Both ends
/// derive the same messages by themselves. Immutable value. Rectangles and runs: O((p + c) log(p + c)), c pairs of a
/// processor's tile and another's meet. Where a partition is a list of owners: O(n log n) for the processor's n cells,
/// after both have found their tiles() once.
class redistribution {
  public:
    /// Throws error for another size of the grid, another number of processors, or a processor out of range.
    redistribution(const part::partition& from, const part::partition& to, int processor);

    /// By peer; regions by row, then column.
    [[nodiscard]] std::span<const cell_transfer> sends() const { return sends_; }
    [[nodiscard]] std::span<const cell_transfer> receives() const { return receives_; }
    /// Cells that the processor had and keeps.
    [[nodiscard]] std::span<const region> kept() const { return kept_; }

  private:
    std::vector<cell_transfer> sends_;
    std::vector<cell_transfer> receives_;
    std::vector<region> kept_;
};

/// Cells whose owner changes: the items that a redistribution moves. Throws error as redistribution does.
std::int64_t moving_cells(const part::partition& from, const part::partition& to);

}  // namespace banyan::grid

// The cells whose owner changes between two partitions of one three-dimensional grid into boxes. Pure: no I/O.
#pragma once

#include <span>
#include <vector>

#include "banyan/grid/box_halo_layout.hpp"
#include "banyan/part/box_partition.hpp"

namespace banyan::grid {

/// The messages of one processor for the change from one partition to another. Only cells whose owner changes are sent,
/// each once, in one message of one box per pair of processors; fewer cells or messages are not possible. Both ends
/// derive the same messages from the partitions. Immutable value.
class box_redistribution {
  public:
    /// Throws part::error if the grids have different sides or the numbers of processors differ, and for a processor
    /// out of range. O(p).
    box_redistribution(const part::box_partition& from, const part::box_partition& to, int processor);

    /// Sorted by peer, each with one region.
    [[nodiscard]] std::span<const box_message> sends() const { return sends_; }
    [[nodiscard]] std::span<const box_message> receives() const { return receives_; }
    /// The cells that the processor owns in both partitions. No cells if there are none.
    [[nodiscard]] const box_region& kept() const { return kept_; }

  private:
    std::vector<box_message> sends_;
    std::vector<box_message> receives_;
    box_region kept_;
};

}  // namespace banyan::grid

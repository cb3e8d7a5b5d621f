// Finding the owner of a cell of a partition quickly.
#pragma once

#include <cstdint>
#include <optional>

#include "banyan/part/partition.hpp"
#include "libpart/model/tile_index.hpp"

namespace banyan::part {

/// Throws error for a cell outside the grid.
void check_cell(const grid& domain, std::int64_t row, std::int64_t col);

/// Runs and owner lists find an owner quickly by themselves; rectangles get an index. Not copied: the index refers to
/// the blocks of the partition beside it.
class owner_index {
  public:
    explicit owner_index(const partition& parts);
    owner_index(const owner_index&) = delete;
    owner_index& operator=(const owner_index&) = delete;

    /// O(log p), O(1) for lists of owners. Throws error outside the grid.
    [[nodiscard]] int operator()(std::int64_t row, std::int64_t col) const;
    [[nodiscard]] const partition& parts() const { return parts_; }

  private:
    partition parts_;
    std::optional<tile_index> index_;
};

}  // namespace banyan::part

// The owner of a cell of a partition in logarithmic time.
#pragma once

#include <cstdint>
#include <optional>

#include "banyan/part/partition.hpp"
#include "libpart/model/tile_index.hpp"

namespace banyan::part {

/// Throws error for a cell outside the grid.
void check_cell(const grid& domain, std::int64_t row, std::int64_t col);

/// An index for rectangles; cell ranges and owner lists are fast without one. It cannot be copied, because a tile_index
/// cannot.
class owner_index {
  public:
    explicit owner_index(const partition& parts);
    owner_index(const owner_index&) = delete;
    owner_index& operator=(const owner_index&) = delete;

    /// The owner of a cell. O(log p), for owner lists O(1). Throws error outside the grid.
    [[nodiscard]] int operator()(std::int64_t row, std::int64_t col) const;
    [[nodiscard]] const partition& parts() const { return parts_; }

  private:
    partition parts_;
    std::optional<tile_index> index_;
};

}  // namespace banyan::part

// The blocks that intersect a rectangle of cells.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "banyan/part/partition.hpp"

namespace banyan::part {

/// A static index of disjoint blocks: an R-tree. The source file alone includes Boost.Geometry, which takes seconds to
/// compile.
class tile_index {
  public:
    explicit tile_index(std::span<const block> blocks);
    tile_index(const tile_index&) = delete;
    tile_index& operator=(const tile_index&) = delete;
    ~tile_index();

    /// Calls visit(position in the blocks) for each block that has a cell in common with the rectangle. O(log p +
    /// hits).
    template <class Visit>
    void each_meeting(std::int64_t row, std::int64_t col, std::int64_t rows, std::int64_t cols, Visit visit) const {
        find({0, row, col, rows, cols}, &visit,
             [](void* visitor, std::size_t position) { (*static_cast<Visit*>(visitor))(position); });
    }

  private:
    struct tree;
    using call_visitor = void (*)(void* visitor, std::size_t position);

    /// Calls call(visitor, position) for each block that has a cell in common with `wanted`.
    void find(const block& wanted, void* visitor, call_visitor call) const;

    std::unique_ptr<const tree> tree_;
};

}  // namespace banyan::part

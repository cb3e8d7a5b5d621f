// The borders between the processors of an owner list, kept up to date while cells change their owner.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "banyan/part/partition.hpp"

namespace banyan::part {

/// Two processors that touch, the smaller number first, and the number of cell sides that they share.
using contact = std::pair<std::pair<int, int>, double>;

/// The owner of every cell, and for each pair of processors the cells where they touch, so that a border is found
/// without a visit of all cells. Cells touch at a side inside the grid, also if its axes are periodic. Memory: 4 bytes
/// per cell, and up to 32 more if all its neighbours have other owners; besides, about 100 for each ordered pair.
class owner_borders {
  public:
    /// O(cells). Throws error for more than max_listed_cells cells.
    explicit owner_borders(const partition& parts);

    [[nodiscard]] std::int32_t owner(std::int64_t cell) const { return owners_[static_cast<std::size_t>(cell)]; }
    /// Changes the owner of a cell. O(1) on average.
    void give(std::int64_t cell, std::int32_t target);

    /// All pairs that touch, ascending. O(c log c) for c pairs.
    [[nodiscard]] std::vector<contact> contacts() const;
    /// The cells of `source` that touch a cell of `target`, ascending. O(b log b) for b cells, the former ones since
    /// the last call included, which this call removes.
    std::vector<std::int32_t> cells_at(int source, int target);

    /// Calls visit(cell) for each of the up to four cells that touch this one.
    template <class Visit>
    void each_neighbour(std::int64_t cell, const Visit& visit) const {
        if (cell % cols_ != 0) visit(cell - 1);
        if ((cell + 1) % cols_ != 0) visit(cell + 1);
        if (cell >= cols_) visit(cell - cols_);
        if (cell + cols_ < std::ssize(owners_)) visit(cell + cols_);
    }

    /// The owners, row-major. The object must not be used afterwards.
    std::vector<std::int32_t> take() { return std::move(owners_); }

  private:
    /// The border of one processor with another, seen from the first one.
    struct border {
        std::int64_t sides = 0;
        std::vector<std::int32_t> cells;  // all that touch it, and former ones; some of them twice
    };

    border& border_of(std::int32_t source, std::int32_t target);
    void add_side(std::int64_t a, std::int64_t b);
    void remove_side(std::int64_t a, std::int64_t b);
    [[nodiscard]] bool touches(std::int64_t cell, int target) const;

    std::int64_t cols_;
    std::vector<std::int32_t> owners_;
    std::unordered_map<std::uint64_t, border> borders_;  // by source << 32 | target
};

}  // namespace banyan::part

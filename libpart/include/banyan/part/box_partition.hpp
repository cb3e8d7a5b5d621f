// Three-dimensional grids, and their partition into one box of cells for each processor.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace banyan::part {

/// A cell, or the numbers of cells along the axes: plane, row, column.
using triple = std::array<std::int64_t, 3>;

/// planes x rows x cols cells. Each axis is periodic (its last cell has the first one as its neighbour) or open.
class grid_3d {
  public:
    static constexpr std::int64_t max_side = (std::int64_t{1} << 20);

    /// Throws error unless all sides are in 1 .. max_side.
    explicit grid_3d(const triple& sides, const std::array<bool, 3>& periodic = {true, true, true});

    [[nodiscard]] const triple& sides() const { return sides_; }
    [[nodiscard]] std::int64_t side(int axis) const { return sides_[static_cast<std::size_t>(axis)]; }
    [[nodiscard]] bool periodic(int axis) const { return periodic_[static_cast<std::size_t>(axis)]; }
    [[nodiscard]] std::int64_t cells() const { return sides_[0] * sides_[1] * sides_[2]; }

    friend bool operator==(const grid_3d&, const grid_3d&) = default;

  private:
    triple sides_;
    std::array<bool, 3> periodic_;
};

/// The cells first .. first + sides - 1 along each axis, owned by one processor.
struct box {
    int processor = 0;
    triple first{};
    triple sides{};

    [[nodiscard]] std::int64_t cells() const { return sides[0] * sides[1] * sides[2]; }
    /// Half of the surface, in cell faces.
    [[nodiscard]] std::int64_t half_surface() const {
        return sides[0] * sides[1] + sides[1] * sides[2] + sides[2] * sides[0];
    }
    [[nodiscard]] bool contains(const triple& cell) const;
    friend bool operator==(const box&, const box&) = default;
};

/// One box for each processor; together they cover the grid without overlap. Immutable value.
class box_partition {
  public:
    /// boxes: one for each of the processors 0 .. boxes.size() - 1, in any order. Throws error, naming the box, if one
    /// is empty, not inside the grid, or overlaps another one; if a processor has none or two; and if cells remain
    /// without an owner. O(p log p).
    box_partition(const grid_3d& domain, std::vector<box> boxes);

    [[nodiscard]] const grid_3d& domain() const { return domain_; }
    [[nodiscard]] int processors() const { return static_cast<int>(boxes_.size()); }
    /// Sorted by processor: entry i is the box of processor i.
    [[nodiscard]] std::span<const box> boxes() const { return boxes_; }
    /// Throws error for a processor out of range.
    [[nodiscard]] const box& of(int processor) const;
    /// Throws error outside the grid. O(p).
    [[nodiscard]] int owner(const triple& cell) const;

    friend bool operator==(const box_partition&, const box_partition&) = default;

  private:
    grid_3d domain_;
    std::vector<box> boxes_;
};

}  // namespace banyan::part

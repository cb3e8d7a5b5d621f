// A lattice of quadrilaterals whose points are moved until each quadrilateral has a given area.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "libpart/geometry/triangle_raster.hpp"

namespace banyan::part {

/// down x across quadrilaterals that cover the rectangle (0, 0) .. (width, height). Points on the outer edges stay on
/// them; the four corners do not move.
class quadrilateral_lattice {
  public:
    /// targets: the area of each quadrilateral, row-major, > 0; their sum is width * height. At the start, the groups
    /// across the shorter side of the lattice (columns if down <= across) lie between straight lines and have their
    /// total area. A point between two groups is in the middle between the positions that the two groups need.
    quadrilateral_lattice(std::int64_t down, std::int64_t across, double width, double height,
                          std::vector<double> targets);

    /// The corners of quadrilateral i (row-major): top left, top right, bottom right, bottom left.
    [[nodiscard]] std::array<plane_point, 4> corners(std::int64_t i) const;
    [[nodiscard]] double area(std::int64_t i) const;
    [[nodiscard]] std::int64_t size() const { return down_ * across_; }
    [[nodiscard]] std::int64_t down() const { return down_; }
    [[nodiscard]] std::int64_t across() const { return across_; }

    /// Moves the points, by the least-norm Newton step each time, until every area differs from its target by at most
    /// `slack`, or until no step reduces the differences and keeps every quadrilateral simple. Returns the largest
    /// remaining difference, relative to max(target, 1).
    double fit(double slack);

  private:
    using values = std::vector<double>;

    void start(double width, double height);
    [[nodiscard]] double target(std::int64_t row, std::int64_t col) const;
    [[nodiscard]] std::array<std::size_t, 4> corner_indices(std::int64_t i) const;
    [[nodiscard]] values residuals() const;
    [[nodiscard]] values least_norm_moves(const values& changes) const;
    [[nodiscard]] values jacobian_transposed_times(const values& factors) const;
    [[nodiscard]] values jacobian_times(const values& moves) const;
    [[nodiscard]] bool simple() const;
    bool step(const values& missing);

    std::int64_t down_;
    std::int64_t across_;
    std::vector<double> targets_;
    std::vector<plane_point> points_;  // (down + 1) x (across + 1), row-major
};

}  // namespace banyan::part

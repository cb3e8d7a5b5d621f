// The best slicing layouts of sets of processors, for every height of the rectangle that a set can get.
//
// Take a layout of a set of area a in a rectangle of height 1 and width a. X is the sum of its widths, Y the sum of its
// heights. In a rectangle of height h the same layout has the half-perimeters X / h + Y h, because widths shrink,
// heights grow, and areas stay the same. So the best layouts of a set for all h are the corners of the lower left
// convex hull of its points (X, Y). Each corner is the best one for a range of h^2, from one slope of the hull to the
// next. If two sets lie side by side, they keep their heights, and their hulls are added edge by edge. If one lies
// below the other, a part of area b gets the height h b / a, so its points become (X a / b, Y b / a). So the hull of a
// larger set follows exactly from those of its parts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "libpart/geometry/cut_tree.hpp"

namespace banyan::part {

/// The hulls of sets that the caller numbers. A set is either placed, or it is begun, joined from finished parts, and
/// finished.
class shape_table {
  public:
    /// For layouts in a rectangle of rows x cols (so for heights up to rows and widths up to cols) and the sets 0 ..
    /// sets - 1.
    shape_table(double rows, double cols, std::size_t sets);

    /// The layouts of the set are `layout` and its mirror image at the diagonal. area: in cells; all processors of the
    /// grid together have rows x cols.
    void place(std::size_t set, cut_tree layout, double area);
    void begin(std::size_t set, double area);
    /// Adds all layouts of the begun set that have one cut between these two parts, in both directions.
    void join(std::size_t first, std::size_t second);
    void finish();

    /// The best layout of a finished set that contains all processors, and its half-perimeters in cell sides.
    [[nodiscard]] cut_tree best(std::size_t set) const;
    [[nodiscard]] double half_perimeters(std::size_t set) const;

  private:
    /// A corner of a hull.
    struct shape {
        double widths;
        double heights;
        double until;  ///< the best one for squared heights up to this
        cut direction;
        std::uint32_t first;  ///< first and second set; placed set: index of the layout, 1 if mirrored
        std::uint32_t second;
        std::uint32_t first_shape;
        std::uint32_t second_shape;
    };
    using hull = std::vector<shape>;  // by ascending widths and descending heights

    struct begun_set {
        std::size_t set = 0;
        double least = 0;  ///< least and most: range of squared heights that can occur
        double most = 0;
    };

    void join(cut direction, std::size_t first, std::size_t second);
    void offer(hull& corners, const shape& candidate) const;
    [[nodiscard]] std::size_t best_at(const hull& corners, double squared_height) const;
    [[nodiscard]] cut_tree tree(std::size_t set, std::size_t which) const;

    double rows_;
    double cols_;
    std::vector<hull> hulls_;
    std::vector<double> areas_;
    std::vector<cut_tree> layouts_;
    begun_set begun_;
};

/// Sum of the widths and heights of a layout at height 1 and width `area`.
struct side_sums {
    double widths;
    double heights;
};
side_sums sides_at_height_one(const cut_tree& layout, double area);

/// The layout with rows and columns exchanged.
cut_tree mirrored(cut_tree layout);

}  // namespace banyan::part

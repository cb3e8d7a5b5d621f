// The boxes that intersect a box of cells: an R-tree.
#pragma once

#include <boost/geometry.hpp>
#include <boost/geometry/geometries/box.hpp>
#include <boost/geometry/geometries/point.hpp>
#include <boost/geometry/index/rtree.hpp>
#include <boost/iterator/function_output_iterator.hpp>
#include <span>
#include <utility>

#include "banyan/part/box_partition.hpp"

namespace banyan::part {

/// A static index of boxes with cells.
class box_index {
  public:
    explicit box_index(std::span<const box> boxes) : tree_(entries(boxes)) {}

    /// Calls visit(position in the boxes) for each box that has a cell in common with the given one. O(log p + hits).
    template <class Visit>
    void each_meeting(const triple& first, const triple& sides, Visit visit) const {
        const auto hand_on = [&](const entry& found) { visit(found.second); };
        tree_.query(boost::geometry::index::intersects(corners(first, sides)),
                    boost::make_function_output_iterator(hand_on));
    }

  private:
    using point_t = boost::geometry::model::point<std::int64_t, 3, boost::geometry::cs::cartesian>;
    using box_t = boost::geometry::model::box<point_t>;
    using entry = std::pair<box_t, std::size_t>;

    // Both corner cells belong to the box: Boost's boxes are closed.
    static box_t corners(const triple& first, const triple& sides) {
        return {{first[0], first[1], first[2]},
                {first[0] + sides[0] - 1, first[1] + sides[1] - 1, first[2] + sides[2] - 1}};
    }
    static std::vector<entry> entries(std::span<const box> boxes) {
        std::vector<entry> result;
        for (const box& b : boxes)
            result.emplace_back(corners(b.first, b.sides), result.size());
        return result;
    }

    boost::geometry::index::rtree<entry, boost::geometry::index::quadratic<8>> tree_;
};

}  // namespace banyan::part

// The blocks that intersect a rectangle of cells: an R-tree.
#pragma once

#include <boost/geometry.hpp>
#include <boost/geometry/geometries/box.hpp>
#include <boost/geometry/geometries/point.hpp>
#include <boost/geometry/index/rtree.hpp>
#include <boost/iterator/function_output_iterator.hpp>
#include <cstdint>
#include <span>
#include <utility>

#include "banyan/part/partition.hpp"

namespace banyan::part {

/// A static index of disjoint blocks. Borrows the blocks.
class tile_index {
  public:
    explicit tile_index(std::span<const block> blocks) : tree_(entries(blocks)) {}

    /// Calls visit(position in the blocks) for each block that has a cell in common with the rectangle. O(log p +
    /// hits).
    template <class Visit>
    void each_meeting(std::int64_t row, std::int64_t col, std::int64_t rows, std::int64_t cols, Visit visit) const {
        const box_t wanted{{row, col}, {row + rows - 1, col + cols - 1}};
        const auto hand_on = [&](const entry& found) { visit(found.second); };
        // An output iterator, because Boost's query iterators allocate memory for every query.
        tree_.query(boost::geometry::index::intersects(wanted), boost::make_function_output_iterator(hand_on));
    }

  private:
    using point_t = boost::geometry::model::point<std::int64_t, 2, boost::geometry::cs::cartesian>;
    using box_t = boost::geometry::model::box<point_t>;
    using entry = std::pair<box_t, std::size_t>;

    static std::vector<entry> entries(std::span<const block> blocks) {
        std::vector<entry> result;
        result.reserve(blocks.size());
        for (const block& b : blocks)  // both corner cells belong to the box: Boost's boxes are closed
            result.push_back({{{b.row, b.col}, {b.row + b.rows - 1, b.col + b.cols - 1}}, result.size()});
        return result;
    }

    boost::geometry::index::rtree<entry, boost::geometry::index::quadratic<8>> tree_;
};

}  // namespace banyan::part

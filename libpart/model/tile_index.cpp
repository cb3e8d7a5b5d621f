#include "libpart/model/tile_index.hpp"

#include <boost/geometry.hpp>
#include <boost/geometry/geometries/box.hpp>
#include <boost/geometry/geometries/point.hpp>
#include <boost/geometry/index/rtree.hpp>
#include <boost/iterator/function_output_iterator.hpp>
#include <utility>
#include <vector>

namespace banyan::part {

struct tile_index::tree {
    using point_t = boost::geometry::model::point<std::int64_t, 2, boost::geometry::cs::cartesian>;
    using box_t = boost::geometry::model::box<point_t>;
    using entry = std::pair<box_t, std::size_t>;

    explicit tree(std::span<const block> blocks) : nodes(entries(blocks)) {}

    // Both corner cells belong to the box: Boost's boxes are closed.
    static box_t corners(const block& b) { return {{b.row, b.col}, {b.row + b.rows - 1, b.col + b.cols - 1}}; }
    static std::vector<entry> entries(std::span<const block> blocks) {
        std::vector<entry> result;
        result.reserve(blocks.size());
        for (const block& b : blocks)
            result.emplace_back(corners(b), result.size());
        return result;
    }

    boost::geometry::index::rtree<entry, boost::geometry::index::quadratic<8>> nodes;
};

tile_index::tile_index(std::span<const block> blocks) : tree_(std::make_unique<const tree>(blocks)) {}

tile_index::~tile_index() = default;

void tile_index::find(const block& wanted, void* visitor, call_visitor call) const {
    const auto hand_on = [&](const tree::entry& found) { call(visitor, found.second); };
    // An output iterator, because Boost's query iterators allocate memory for every query.
    tree_->nodes.query(boost::geometry::index::intersects(tree::corners(wanted)),
                       boost::make_function_output_iterator(hand_on));
}

}  // namespace banyan::part

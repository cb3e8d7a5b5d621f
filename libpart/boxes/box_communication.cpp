#include "banyan/part/box_communication.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "banyan/part/error.hpp"

namespace banyan::part {
namespace {

/// Cells along one axis: `source` in the grid, `target` beside the box that reads them.
struct stretch {
    std::int64_t source;
    std::int64_t target;
    std::int64_t cells;
};

/// The cells target .. target + cells - 1 along an axis, divided where they cross an edge, without those beyond an open
/// edge.
std::vector<stretch> images(const grid_3d& domain, int axis, std::int64_t target, std::int64_t cells) {
    const std::int64_t side = domain.side(axis);
    if (!domain.periodic(axis)) {
        const std::int64_t begin = std::max<std::int64_t>(target, 0), end = std::min(target + cells, side);
        if (begin >= end) return {};
        return {{begin, begin, end - begin}};
    }
    std::vector<stretch> found;
    for (std::int64_t at = target; at < target + cells;) {
        const std::int64_t source = (at % side + side) % side;
        const std::int64_t count = std::min(side - source, target + cells - at);
        found.push_back({source, at, count});
        at += count;
    }
    return found;
}

/// The cells along an axis before a box (where = -1), in it (0) or after it (1). `source` is not set.
stretch beside(const box& of, int axis, int where, int depth) {
    const auto a = static_cast<std::size_t>(axis);
    const std::int64_t first = where < 0 ? of.first[a] - depth : where == 0 ? of.first[a] : of.first[a] + of.sides[a];
    return {0, first, where == 0 ? of.sides[a] : depth};
}

/// Calls visit(source, target, sides) for each part of the halo of a box that lies in one image of the grid.
template <class Visit>
void each_halo_part(const grid_3d& domain, const box& of, box_stencil pattern, int depth, Visit visit) {
    for (int where = 0; where < 27; ++where) {
        const std::array at{where / 9 - 1, where / 3 % 3 - 1, where % 3 - 1};
        const auto sides_left = std::ranges::count_if(at, [](int w) { return w != 0; });
        if (sides_left == 0 || (pattern == box_stencil::seven_points && depth == 1 && sides_left > 1)) continue;
        std::array<std::vector<stretch>, 3> along;
        for (int axis = 0; axis < 3; ++axis) {
            const auto a = static_cast<std::size_t>(axis);
            const stretch whole = beside(of, axis, at[a], depth);
            along[a] = images(domain, axis, whole.target, whole.cells);
        }
        for (const stretch& x : along[0])
            for (const stretch& y : along[1])
                for (const stretch& z : along[2])
                    visit(triple{x.source, y.source, z.source}, triple{x.target, y.target, z.target},
                          triple{x.cells, y.cells, z.cells});
    }
}

/// The cells of `owner` in the halo of `reader`.
void add_pieces(std::vector<box_piece>& found, const grid_3d& domain, const box& owner, const box& reader,
                box_stencil pattern, int depth) {
    each_halo_part(
        domain, reader, pattern, depth, [&](const triple& source, const triple& target, const triple& sides) {
            box_piece piece{owner.processor, reader.processor, {}, {}, {}};
            for (std::size_t a = 0; a < 3; ++a) {
                piece.source[a] = std::max(source[a], owner.first[a]);
                piece.target[a] = target[a] + piece.source[a] - source[a];
                piece.sides[a] = std::min(source[a] + sides[a], owner.first[a] + owner.sides[a]) - piece.source[a];
                if (piece.sides[a] <= 0) return;
            }
            found.push_back(piece);
        });
}

void check_depth_of_boxes(int depth) {
    if (depth < 1) throw error(fmt::format("halo depth: {}, allowed: whole numbers from 1", depth));
}

}  // namespace

std::vector<box_piece> box_pieces(const box_partition& parts, int processor, box_stencil pattern, int depth) {
    check_depth_of_boxes(depth);
    const box& own = parts.of(processor);
    std::vector<box_piece> found;
    for (const box& other : parts.boxes()) {
        add_pieces(found, parts.domain(), other, own, pattern, depth);
        if (other.processor != processor) add_pieces(found, parts.domain(), own, other, pattern, depth);
    }
    std::ranges::sort(found, {}, [](const box_piece& p) { return std::tuple(p.from, p.to, p.target); });
    return found;
}

std::vector<box_transfer> exact_box_communication(const box_partition& parts, box_stencil pattern, int depth) {
    check_depth_of_boxes(depth);
    std::vector<box_transfer> found;
    for (const box& from : parts.boxes())
        for (const box& to : parts.boxes()) {
            if (from.processor == to.processor) continue;
            std::vector<box_piece> pieces;
            add_pieces(pieces, parts.domain(), from, to, pattern, depth);
            std::int64_t items = 0;
            for (const box_piece& p : pieces)
                items += p.cells();
            if (items > 0) found.push_back({from.processor, to.processor, items});
        }
    return found;
}

}  // namespace banyan::part

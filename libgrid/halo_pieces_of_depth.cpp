// A processor that receives knows its halo and finds the owners of its cells. A processor that sends finds the halo of
// each other processor in the same way, and keeps what it owns of it.
#include <algorithm>
#include <tuple>

#include "libgrid/halo_pieces.hpp"
#include "libgrid/region_algebra.hpp"
#include "libpart/model/tile_index.hpp"

namespace banyan::grid {
namespace {

std::vector<region> regions_of_tiles(std::span<const part::block> tiles) {
    std::vector<region> regions;
    for (const part::block& b : tiles)
        regions.push_back(region_of(b));
    return regions;
}

std::int64_t image_of(std::int64_t at, std::int64_t size) {
    return (at >= 0 ? at : at - size + 1) / size;
}

/// Divides a region in unwrapped coordinates where it crosses edges of the grid, and calls visit(part of the region,
/// cells of the grid that it stands for).
template <class Visit>
void each_image(const region& target, const part::grid& domain, Visit visit) {
    for (std::int64_t i = image_of(target.row, domain.rows()); i * domain.rows() < target.row + target.rows; ++i)
        for (std::int64_t j = image_of(target.col, domain.cols()); j * domain.cols() < target.col + target.cols; ++j) {
            const std::int64_t down = i * domain.rows(), right = j * domain.cols();
            const region part = intersection(target, {down, right, domain.rows(), domain.cols()});
            if (!part.empty()) visit(part, shifted(part, -down, -right));
        }
}

/// The halo of one processor: the cells around it that are not its own, as images of cells of the grid.
template <class Visit>
void each_halo_image(const part::partition& parts, int processor, const part::stencil& pattern, int depth,
                     Visit visit) {
    const std::vector<region> owned = regions_of_tiles(parts.tiles(processor));
    for (const region& around : cells_around(owned, pattern, depth, parts.domain()))
        for (const region& halo : difference(around, owned))
            each_image(halo, parts.domain(), visit);
}

/// The cells of `tile` that are in an image of the halo of processor `to`.
void add_common(std::vector<halo_piece>& found, const part::block& tile, int to, const region& target,
                const region& cells) {
    const region source = intersection(cells, region_of(tile));
    if (source.empty()) return;
    found.push_back({0, tile.processor, to, source, shifted(source, target.row - cells.row, target.col - cells.col)});
}

}  // namespace

std::vector<halo_piece> halo_pieces_of_depth(const part::partition& parts, int processor, const part::stencil& pattern,
                                             int depth) {
    std::vector<halo_piece> found;
    const part::tile_index index(parts.tiles());
    each_halo_image(parts, processor, pattern, depth, [&](const region& target, const region& cells) {
        index.each_meeting(cells.row, cells.col, cells.rows, cells.cols,
                           [&](std::size_t i) { add_common(found, parts.tiles()[i], processor, target, cells); });
    });
    for (int other = 0; other < parts.processors(); ++other) {
        if (other == processor) continue;
        each_halo_image(parts, other, pattern, depth, [&](const region& target, const region& cells) {
            for (const part::block& own : parts.tiles(processor))
                add_common(found, own, other, target, cells);
        });
    }
    std::ranges::sort(found, {}, [](const halo_piece& p) { return std::tuple(p.from, p.to, p.target); });
    return found;
}

}  // namespace banyan::grid

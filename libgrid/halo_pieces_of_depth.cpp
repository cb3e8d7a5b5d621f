// A processor that receives knows its halo and finds the owners of its cells. A processor that sends finds the halo of
// each other processor in the same way, and keeps what it owns of it.
#include <algorithm>
#include <tuple>

#include "libgrid/cell_owners.hpp"
#include "libgrid/halo_pieces.hpp"
#include "libgrid/region_algebra.hpp"
#include "libpart/model/equal_rectangles.hpp"
#include "libpart/model/tile_index.hpp"

namespace banyan::grid {
namespace {

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

/// The halo of one processor as images of cells of the grid.
template <class Visit>
void each_halo_image(const part::partition& parts, int processor, const part::stencil& pattern, int depth,
                     Visit visit) {
    for (const region& halo : halo_around(parts, processor, pattern, depth))
        each_image(halo, parts.domain(), visit);
}

/// The cells of `tile` that are in an image of the halo of processor `to`.
void add_common(std::vector<halo_piece>& found, const part::block& tile, int to, const region& target,
                const region& cells) {
    const region source = intersection(cells, region_of(tile));
    if (source.empty()) return;
    found.push_back({0, tile.processor, to, source, shifted(source, target.row - cells.row, target.col - cells.col)});
}

/// For blocks: a receiver looks for the owners of its halo in an index.
std::vector<halo_piece> pieces_between_blocks(const part::partition& parts, int processor, const part::stencil& pattern,
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
    return found;
}

/// For an owner list: row by row.
std::vector<halo_piece> pieces_between_cells(const part::partition& parts, int processor, const part::stencil& pattern,
                                             int depth) {
    std::vector<halo_piece> found;
    const cell_owners owners(parts);
    for (int reader = 0; reader < parts.processors(); ++reader)
        each_halo_image(parts, reader, pattern, depth, [&](const region& target, const region& cells) {
            for (std::int64_t row = 0; row < cells.rows; ++row)
                part::each_run(
                    cells.cols, [&](std::int64_t col) { return owners.at(cells.row + row, cells.col + col); },
                    [&](int owner, std::int64_t col, std::int64_t count) {
                        if (owner != processor && reader != processor) return;
                        found.push_back({0,
                                         owner,
                                         reader,
                                         {cells.row + row, cells.col + col, 1, count},
                                         {target.row + row, target.col + col, 1, count}});
                    });
        });
    return found;
}

}  // namespace

std::vector<halo_piece> halo_pieces_of_depth(const part::partition& parts, int processor, const part::stencil& pattern,
                                             int depth) {
    std::vector<halo_piece> found = parts.kind() == part::layout::cells
                                        ? pieces_between_cells(parts, processor, pattern, depth)
                                        : pieces_between_blocks(parts, processor, pattern, depth);
    std::ranges::sort(found, {}, [](const halo_piece& p) { return std::tuple(p.from, p.to, p.target); });
    return found;
}

}  // namespace banyan::grid

#include "banyan/part/communication.hpp"
#include "libgrid/halo_pieces.hpp"
#include "libgrid/region_algebra.hpp"

namespace banyan::grid {

std::vector<halo_piece> halo_pieces_of_blocks(const part::partition& parts, const part::stencil& pattern) {
    // What each processor already has: its own cells, then the pieces that it receives, in the order of directions.
    // This is computed for all processors, because a sender must know what its receivers still need.
    std::vector<std::vector<region>> present(static_cast<std::size_t>(parts.processors()));
    for (const part::block& b : parts.blocks())
        present[static_cast<std::size_t>(b.processor)].push_back(region_of(b));

    std::vector<halo_piece> result;
    for (const part::piece& p : part::pieces(parts, pattern, part::own_pieces::include)) {
        const part::direction& d = pattern[p.direction];
        const region target{p.to_row - d.rows, p.to_col - d.cols, p.rows, p.cols};
        std::vector<region>& have = present[static_cast<std::size_t>(p.to)];
        for (const region& part : difference(target, have)) {
            const region source = shifted(part, p.row - target.row, p.col - target.col);
            result.push_back({p.direction, p.from, p.to, source, part});
            have.push_back(part);
        }
    }
    return result;
}

}  // namespace banyan::grid

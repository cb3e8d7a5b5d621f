// The cells that a processor needs for several iterations without an exchange.
#include "libgrid/halo_pieces.hpp"
#include "libgrid/reach.hpp"
#include "libgrid/region_algebra.hpp"

namespace banyan::grid {
namespace {

region grown(const region& own, const reads& reach, std::int64_t steps) {
    return {own.row - steps * reach.north, own.col - steps * reach.west, own.rows + steps * (reach.north + reach.south),
            own.cols + steps * (reach.west + reach.east)};
}

region within_open_edges(region r, const part::grid& domain) {
    if (!domain.periodic_rows()) r = intersection(r, {0, r.col, domain.rows(), r.cols});
    if (!domain.periodic_cols()) r = intersection(r, {r.row, 0, r.rows, domain.cols()});
    return r;
}

}  // namespace

std::vector<region> cells_around(std::span<const region> owned, const part::stencil& pattern, int steps,
                                 const part::grid& domain) {
    const reads reach = reads_of(pattern);
    std::vector<region> found;
    for (const region& own : owned) {
        const region around = within_open_edges(grown(own, reach, steps), domain);
        const std::vector<region> further = difference(around, found);
        found.insert(found.end(), further.begin(), further.end());
    }
    return found;
}

}  // namespace banyan::grid

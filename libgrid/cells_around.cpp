// The cells that a processor needs for several iterations without an exchange.
#include <algorithm>

#include "libgrid/halo_pieces.hpp"
#include "libgrid/reach.hpp"
#include "libgrid/region_algebra.hpp"
#include "libpart/model/equal_rectangles.hpp"

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

/// The grown tiles of a processor, without cells beyond open edges. They overlap.
std::vector<region> grown_tiles(const part::partition& parts, int processor, const part::stencil& pattern, int steps) {
    const reads reach = reads_of(pattern);
    std::vector<region> found;
    for (const part::block& own : parts.tiles(processor))
        found.push_back(within_open_edges(grown(region_of(own), reach, steps), parts.domain()));
    return found;
}

/// How many of some regions each cell of a rectangle belongs to.
class cover_count {
  public:
    explicit cover_count(const std::vector<region>& regions) {
        std::int64_t bottom = regions.front().row, right = regions.front().col;
        all_ = regions.front();
        for (const region& r : regions) {
            all_.row = std::min(all_.row, r.row);
            all_.col = std::min(all_.col, r.col);
            bottom = std::max(bottom, r.row + r.rows);
            right = std::max(right, r.col + r.cols);
        }
        all_.rows = bottom - all_.row;
        all_.cols = right - all_.col;
        counts_.resize(static_cast<std::size_t>((all_.rows + 1) * (all_.cols + 1)));
        for (const region& r : regions)
            add(r, 1);
    }
    /// Regions without overlap, each inside one of the others.
    void leave_out(const std::vector<region>& regions) {
        constexpr int more_than_all = -(1 << 29);
        for (const region& r : regions)
            add(r, more_than_all);
    }
    /// The cells whose count is above 0, as rectangles.
    std::vector<region> covered() {
        sum_up();
        std::vector<region> found;
        const auto label = [&](std::int64_t row, std::int64_t col) { return at(row, col) > 0 ? 1 : 0; };
        for (const auto& r : part::equal_rectangles(all_.rows, all_.cols, label))
            if (r.label == 1) found.push_back({all_.row + r.row, all_.col + r.col, r.rows, r.cols});
        return found;
    }

  private:
    std::int32_t& at(std::int64_t row, std::int64_t col) {
        return counts_[static_cast<std::size_t>(row * (all_.cols + 1) + col)];
    }
    // The differences to the cells above and left, which sum_up() adds up.
    void add(const region& r, std::int32_t number) {
        const std::int64_t row = r.row - all_.row, col = r.col - all_.col;
        at(row, col) += number;
        at(row, col + r.cols) -= number;
        at(row + r.rows, col) -= number;
        at(row + r.rows, col + r.cols) += number;
    }
    void sum_up() {
        for (std::int64_t row = 0; row <= all_.rows; ++row)
            for (std::int64_t col = 1; col <= all_.cols; ++col)
                at(row, col) += at(row, col - 1);
        for (std::int64_t row = 1; row <= all_.rows; ++row)
            for (std::int64_t col = 0; col <= all_.cols; ++col)
                at(row, col) += at(row - 1, col);
    }

    region all_;
    std::vector<std::int32_t> counts_;
};

std::vector<region> own_regions(const part::partition& parts, int processor) {
    std::vector<region> found;
    for (const part::block& own : parts.tiles(processor))
        found.push_back(region_of(own));
    return found;
}

}  // namespace

std::vector<region> cells_around(const part::partition& parts, int processor, const part::stencil& pattern, int steps) {
    const std::vector<region> tiles = grown_tiles(parts, processor, pattern, steps);
    if (tiles.empty()) return {};
    if (parts.kind() == part::layout::cells) return cover_count(tiles).covered();
    std::vector<region> found;
    for (const region& around : tiles) {
        const std::vector<region> further = difference(around, found);
        found.insert(found.end(), further.begin(), further.end());
    }
    return found;
}

std::vector<region> halo_around(const part::partition& parts, int processor, const part::stencil& pattern, int steps) {
    const std::vector<region> owned = own_regions(parts, processor);
    if (parts.kind() == part::layout::cells && !owned.empty()) {
        cover_count near(grown_tiles(parts, processor, pattern, steps));
        near.leave_out(owned);
        return near.covered();
    }
    std::vector<region> found;
    for (const region& around : cells_around(parts, processor, pattern, steps))
        for (const region& halo : difference(around, owned))
            found.push_back(halo);
    return found;
}

}  // namespace banyan::grid

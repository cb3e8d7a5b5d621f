// A processor needs the cell at the unwrapped place L in direction k if it reads L in direction k, does not own L, and
// reads L in no earlier direction. It reads L in direction k if it owns the cell L + d_k of the grid. All this follows
// from the owner list alone, so sender and receiver find the same cells without looking at other processors.
#include <algorithm>
#include <optional>
#include <tuple>

#include "libgrid/cell_owners.hpp"
#include "libgrid/halo_pieces.hpp"

namespace banyan::grid {
namespace {

class cell_walk {
  public:
    cell_walk(const part::partition& parts, int processor, const part::stencil& pattern)
        : tiles_(parts.tiles(processor)), owners_(parts), processor_(processor), pattern_(pattern) {}

    std::vector<halo_piece> walk() {
        for (const part::block& b : tiles_)
            for (std::int64_t row = b.row; row < b.row + b.rows; ++row)
                for (std::int64_t col = b.col; col < b.col + b.cols; ++col)
                    visit({row, col});
        return joined();
    }

  private:
    void visit(const cell_place& own) {
        for (int k = 0; k < pattern_.size(); ++k) {
            receive(k, own);
            send(k, own);
        }
    }

    void receive(int k, const cell_place& own) {
        const cell_place target{own.row - pattern_[k].rows, own.col - pattern_[k].cols};
        const auto source = owners_.inside(target);
        if (source && needs(processor_, k, target)) add(k, owners_.at(*source), processor_, *source, target);
    }

    void send(int k, const cell_place& own) {
        const auto reader = owners_.inside({own.row + pattern_[k].rows, own.col + pattern_[k].cols});
        if (!reader || owners_.at(*reader) == processor_) return;  // receive() finds its own cells
        const cell_place target{reader->row - pattern_[k].rows, reader->col - pattern_[k].cols};
        if (needs(owners_.at(*reader), k, target)) add(k, processor_, owners_.at(*reader), own, target);
    }

    [[nodiscard]] bool needs(int processor, int k, const cell_place& target) const {
        if (owners_.owns(processor, target)) return false;
        for (int earlier = 0; earlier < k; ++earlier)
            if (owners_.owns(processor, {target.row + pattern_[earlier].rows, target.col + pattern_[earlier].cols}))
                return false;
        return true;
    }

    void add(int k, int from, int to, const cell_place& source, const cell_place& target) {
        found_.push_back({k, from, to, {source.row, source.col, 1, 1}, {target.row, target.col, 1, 1}});
    }

    /// The pieces in the order of halo_pieces.hpp; cells side by side become one region.
    std::vector<halo_piece> joined() {
        const auto message = [](const halo_piece& piece) { return std::tuple(piece.direction, piece.from, piece.to); };
        std::ranges::sort(found_, {},
                          [&](const halo_piece& piece) { return std::tuple(message(piece), piece.source); });
        std::vector<halo_piece> result;
        const auto follows = [](const region& last, const region& next) {
            return next.row == last.row && next.col == last.col + last.cols;
        };
        for (const halo_piece& next : found_) {
            if (!result.empty() && message(result.back()) == message(next) &&
                follows(result.back().source, next.source) && follows(result.back().target, next.target)) {
                ++result.back().source.cols;
                ++result.back().target.cols;
            } else {
                result.push_back(next);
            }
        }
        return result;
    }

    std::span<const part::block> tiles_;
    cell_owners owners_;
    int processor_;
    const part::stencil& pattern_;
    std::vector<halo_piece> found_;
};

}  // namespace

std::vector<halo_piece> halo_pieces_of_cells(const part::partition& parts, int processor,
                                             const part::stencil& pattern) {
    return cell_walk(parts, processor, pattern).walk();
}

}  // namespace banyan::grid

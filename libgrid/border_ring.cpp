#include "libgrid/border_ring.hpp"

#include <algorithm>
#include <optional>

#include "libgrid/region_algebra.hpp"

namespace banyan::grid {
namespace {

// The region of the message that has all cells of the piece.
std::optional<std::size_t> holder(const region& piece, std::span<const region> message) {
    const auto holds = [&piece](const region& r) { return intersection(piece, r) == piece; };
    const auto found = std::ranges::find_if(message, holds);
    if (found == message.end()) return std::nullopt;
    return static_cast<std::size_t>(found - message.begin());
}

}  // namespace

std::array<region, 9> border_pieces(const region& own, int radius) {
    std::array<region, 9> pieces{};
    if (own.rows < 2 * radius || own.cols < 2 * radius) {
        pieces[4] = own;
        return pieces;
    }
    const std::int64_t rows[] = {radius, own.rows - 2 * radius, radius};
    const std::int64_t cols[] = {radius, own.cols - 2 * radius, radius};
    std::int64_t row = own.row;
    for (std::size_t i = 0; i < 3; row += rows[i++]) {
        std::int64_t col = own.col;
        for (std::size_t j = 0; j < 3; col += cols[j++])
            pieces[3 * i + j] = {row, col, rows[i], cols[j]};
    }
    return pieces;
}

std::vector<message_part> in_border_order(const region& own, int radius, std::span<const region> message) {
    const auto pieces = border_pieces(own, radius);
    const std::int64_t wanted = cells_of(message);
    for (std::size_t begin = 0; begin < border_order.size(); ++begin) {
        std::vector<message_part> parts;
        std::int64_t found = 0;
        // The first and the last entry of the order are the same piece; at most one of them is used. With both, `found`
        // could reach `wanted` although other cells of the message are left out.
        const std::size_t end = std::min(border_order.size(), begin + border_order.size() - 1);
        for (std::size_t i = begin; i < end && found < wanted; ++i) {
            const region& piece = pieces[border_order[i]];
            if (piece.empty()) continue;
            const auto of = holder(piece, message);
            if (!of) break;
            parts.push_back({piece, *of, i + 1 == border_order.size()});
            found += piece.cells();
        }
        if (found == wanted) return parts;
    }
    std::vector<message_part> as_it_is;
    for (std::size_t i = 0; i < message.size(); ++i)
        as_it_is.push_back({message[i], i, false});
    return as_it_is;
}

}  // namespace banyan::grid

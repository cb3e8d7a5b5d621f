// The order in which the pieces of a border stored apart follow each other, and the messages that are consecutive in
// it.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "banyan/grid/halo_layout.hpp"

namespace banyan::grid {

/// The nine pieces of a block, row by row: A B C, D inner F, G H I. A block that is narrower than two borders is one
/// piece, the inner one; the others are empty.
std::array<region, 9> border_pieces(const region& own, int radius);

/// The places of A B C F I H G D A among them.
inline constexpr std::array<std::size_t, 9> border_order{0, 1, 2, 5, 8, 7, 6, 3, 0};

/// A part of a message: cells of the sender, which are inside region number `of` of the message.
struct message_part {
    region cells;
    std::size_t of = 0;
    bool second_a = false;  ///< the copy of A at the end
};

/// The message in the order of the border, if it is some consecutive pieces of it; otherwise its regions as they are.
std::vector<message_part> in_border_order(const region& own, int radius, std::span<const region> message);

}  // namespace banyan::grid

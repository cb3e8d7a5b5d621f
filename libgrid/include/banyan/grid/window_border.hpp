// Ways to exchange the border that a window operation needs, and what each costs (Lin 1995, section 3.3). Pure.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "banyan/grid/halo_layout.hpp"

namespace banyan::grid {

/// How the border of an image block goes to its neighbours.
enum class border_way {
    single_items,  ///< a message for each item
    packed,        ///< a message for each neighbour; items that are not consecutive in memory are copied (mapping A)
    runs,          ///< a message for each row of items; nothing is copied
    border_apart,  ///< own border and halo are stored apart, so that most messages are consecutive (mapping B)
    regions        ///< a message for each neighbour of scattered items; nothing is copied
};

/// All ways, in this order, and their names: "single_items", "packed", "runs", "border_apart", "regions".
[[nodiscard]] std::span<const border_way> border_ways();
[[nodiscard]] std::string_view name_of(border_way way);
/// Throws part::error, listing the names, for any other name.
[[nodiscard]] border_way border_way_named(std::string_view name);

/// The halo of a window of `radius` pixels in all directions: a halo layout of depth `radius` for the 9-point stencil.
/// Throws part::error for a radius outside 1 .. halo_layout::max_depth, and for a partition that is not made of one
/// rectangle for each processor (partition::is_rectangular()).
[[nodiscard]] halo_layout window_layout(const part::partition& parts, int processor, int radius);

/// What one processor does in one exchange.
struct border_counts {
    std::int64_t messages = 0;  ///< sent
    std::int64_t items = 0;     ///< sent
    std::int64_t copied = 0;    ///< items copied into messages and out of them
    std::int64_t regions = 0;   ///< pieces of memory in messages that are sent or received
    friend bool operator==(const border_counts&, const border_counts&) = default;
};

/// Counted from the messages of the layout, which window_layout() has made.
[[nodiscard]] border_counts count_border(const halo_layout& layout, border_way way);

/// The same by formula, for a square of side >= 2 radius among equal squares on a torus of 3 x 3 processors or more.
/// The formulas are those of the paper, for memory whose rows have a halo at both ends (docs/derivations.md).
[[nodiscard]] border_counts square_border(std::int64_t side, int radius, border_way way);

/// Seconds. t0, t0', td, tc of the paper, and the cost of a piece of memory in a message of scattered items.
struct border_times {
    double message_s = 0;
    double item_message_s = 0;  ///< of a message with one item
    double item_s = 0;          ///< an item on the wire
    double copy_s = 0;          ///< an item, copied once
    double region_s = 0;
};

/// The time of one exchange by the model of the paper, in which a processor sends its messages one after another.
[[nodiscard]] double border_seconds(const border_counts& counts, border_way way, const border_times& times);
/// The way with the least time for this processor; of equal ones the later one in border_ways().
[[nodiscard]] border_way cheapest_border_way(const halo_layout& layout, const border_times& times);

}  // namespace banyan::grid

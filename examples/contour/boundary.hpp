// The boundaries of marked pixels: closed sequences of pixel sides, found from the pixels nearby. Pure.
#pragma once

#include <array>
#include <cstdint>
#include <functional>

namespace contour {

/// One element of a contour: a side of a marked pixel behind which no pixel is marked. Marked pixels that touch at a
/// corner belong together.
struct element {
    std::int64_t row = 0, col = 0;
    int side = 0;  ///< 0 north, 1 east, 2 south, 3 west
    friend bool operator==(const element&, const element&) = default;
};

/// True for a marked pixel; false outside of the image.
using marks = std::function<bool(std::int64_t row, std::int64_t col)>;

using element_id = std::uint64_t;

/// Ids are numbered row by row, and the sides of a pixel in their order.
inline element_id id_of(const element& e, std::int64_t cols) {
    return (static_cast<element_id>(e.row) * static_cast<element_id>(cols) + static_cast<element_id>(e.col)) * 4 +
           static_cast<element_id>(e.side);
}
inline element element_of(element_id id, std::int64_t cols) {
    const auto pixel = static_cast<std::int64_t>(id / 4);
    return {pixel / cols, pixel % cols, static_cast<int>(id % 4)};
}

struct step {
    std::int64_t down, across;
};

/// From a pixel to the one behind its side.
inline step across_side(int side) {
    constexpr std::array<step, 4> steps{{{-1, 0}, {0, 1}, {1, 0}, {0, -1}}};
    return steps[static_cast<std::size_t>(side)];
}

inline bool is_element(const element& e, const marks& marked) {
    const step out = across_side(e.side);
    return marked(e.row, e.col) && !marked(e.row + out.down, e.col + out.across);
}

/// The next element of the contour, with the marked pixels on the right. It belongs to the same pixel or to one of its
/// eight neighbours. Each element is the successor of exactly one element.
element successor(const element& e, const marks& marked);

}  // namespace contour

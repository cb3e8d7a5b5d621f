#include "libgrid/packed_regions.hpp"

#include <algorithm>
#include <cstring>
#include <type_traits>

namespace banyan::grid {

namespace {

// Copies a column of items whose size is known at compile time, so that each is one load and one store.
template <std::size_t Bytes>
void copy_column(const std::byte* from, std::size_t from_step, std::byte* to, std::size_t to_step, std::int64_t rows) {
    for (std::int64_t r = 0; r < rows; ++r) {
        std::memcpy(to, from, Bytes);
        from += from_step;
        to += to_step;
    }
}

// Transposes in squares that fit into the cache. Size is a constant, with which an item is one load and one store, or a
// number.
template <class Size>
void turn_items(const std::byte* from, std::int64_t from_stride, std::byte* to, std::int64_t to_stride,
                item_block block, Size item_bytes) {
    constexpr std::int64_t side = 32;
    const auto bytes = [item_bytes](std::int64_t items) { return static_cast<std::size_t>(items) * item_bytes; };
    for (std::int64_t top = 0; top < block.rows; top += side)
        for (std::int64_t left = 0; left < block.cols; left += side)
            for (std::int64_t c = left; c < std::min(left + side, block.cols); ++c)
                for (std::int64_t r = top; r < std::min(top + side, block.rows); ++r)
                    std::memcpy(to + bytes(c * to_stride + r), from + bytes(r * from_stride + c), item_bytes);
}

}  // namespace

void copy_turned(const std::byte* from, std::int64_t from_stride, std::byte* to, std::int64_t to_stride,
                 item_block block, std::size_t item_bytes) {
    const auto turn = [&](auto size) { turn_items(from, from_stride, to, to_stride, block, size); };
    switch (item_bytes) {
        case 1:
            return turn(std::integral_constant<std::size_t, 1>());
        case 4:
            return turn(std::integral_constant<std::size_t, 4>());
        case 8:
            return turn(std::integral_constant<std::size_t, 8>());
        case 16:
            return turn(std::integral_constant<std::size_t, 16>());
        default:
            return turn(item_bytes);
    }
}

void copy_items(const std::byte* from, std::int64_t from_stride, std::byte* to, std::int64_t to_stride,
                item_block block, std::size_t item_bytes) {
    const std::size_t from_step = static_cast<std::size_t>(from_stride) * item_bytes;
    const std::size_t to_step = static_cast<std::size_t>(to_stride) * item_bytes;
    const std::size_t row_bytes = static_cast<std::size_t>(block.cols) * item_bytes;
    if (row_bytes == 8) return copy_column<8>(from, from_step, to, to_step, block.rows);
    if (row_bytes == 4) return copy_column<4>(from, from_step, to, to_step, block.rows);
    for (std::int64_t r = 0; r < block.rows; ++r) {
        std::memcpy(to, from, row_bytes);
        from += from_step;
        to += to_step;
    }
}

}  // namespace banyan::grid

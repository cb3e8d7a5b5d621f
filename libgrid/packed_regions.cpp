#include "libgrid/packed_regions.hpp"

#include <cstring>

namespace banyan::grid {

namespace {

// A column of items whose size is known at compile time: one load and one store each.
template <std::size_t Bytes>
void copy_column(const std::byte* from, std::size_t from_step, std::byte* to, std::size_t to_step, std::int64_t rows) {
    for (std::int64_t r = 0; r < rows; ++r) {
        std::memcpy(to, from, Bytes);
        from += from_step;
        to += to_step;
    }
}

}  // namespace

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

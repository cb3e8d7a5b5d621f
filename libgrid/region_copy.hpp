// Moving rectangles of items between a row-major storage and a packed buffer.
#pragma once

#include <cstddef>
#include <cstdint>

namespace banyan::grid {

/// The shape of a rectangle of items.
struct item_block {
    std::int64_t rows;
    std::int64_t cols;
};

/// Copies block.rows x block.cols items of `item_bytes` bytes each. Strides in items. The two must not overlap.
void copy_items(const std::byte* from, std::int64_t from_stride, std::byte* to, std::int64_t to_stride,
                item_block block, std::size_t item_bytes);

}  // namespace banyan::grid

// Copies regions of a storage to and from a packed buffer: one region after the other, each row by row.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "banyan/grid/halo_layout.hpp"

namespace banyan::grid {

/// The shape of a rectangle of items.
struct item_block {
    std::int64_t rows;
    std::int64_t cols;
};

/// Copies block.rows x block.cols items of `item_bytes` bytes each. Strides are in items. Source and destination must
/// not overlap.
void copy_items(const std::byte* from, std::int64_t from_stride, std::byte* to, std::int64_t to_stride,
                item_block block, std::size_t item_bytes);

/// Transposes the items: the item in row r and column c of the block goes to row c and column r. So `to` gets
/// block.cols rows of block.rows items.
void copy_turned(const std::byte* from, std::int64_t from_stride, std::byte* to, std::int64_t to_stride,
                 item_block block, std::size_t item_bytes);

/// The positions of items in the storage of a layout. Borrows the layout.
struct item_places {
    const halo_layout* layout;
    std::size_t item_bytes;

    template <class Byte>
    [[nodiscard]] Byte* of(Byte* storage, const region& r) const {
        return storage + layout->index(r.row, r.col) * item_bytes;
    }
    [[nodiscard]] std::size_t bytes_of(const region& r) const {
        return static_cast<std::size_t>(r.cells()) * item_bytes;
    }
    /// Whether the cells of the region are contiguous in the storage.
    [[nodiscard]] bool contiguous(const region& r) const { return r.rows == 1 || r.cols == layout->stride(); }

    void pack(std::span<const region> regions, const std::byte* storage, std::byte* to) const {
        for (const region& r : regions) {
            copy_items(of(storage, r), layout->stride(), to, r.cols, {r.rows, r.cols}, item_bytes);
            to += bytes_of(r);
        }
    }
    void unpack(std::span<const region> regions, const std::byte* from, std::byte* storage) const {
        for (const region& r : regions) {
            copy_items(from, r.cols, of(storage, r), layout->stride(), {r.rows, r.cols}, item_bytes);
            from += bytes_of(r);
        }
    }
};

}  // namespace banyan::grid

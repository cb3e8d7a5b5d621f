// The storage of one processor's cells and halo, and the cells that it sends and receives in each iteration. Pure: no
// I/O.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "banyan/part/communication.hpp"
#include "banyan/part/partition.hpp"
#include "banyan/part/stencil.hpp"

namespace banyan::grid {

/// rows x cols cells; (row, col) is the top left one. Coordinates are not wrapped: on a torus the halo west of column 0
/// is column -1, not the last column.
struct region {
    std::int64_t row = 0;
    std::int64_t col = 0;
    std::int64_t rows = 0;
    std::int64_t cols = 0;

    [[nodiscard]] std::int64_t cells() const { return rows * cols; }
    [[nodiscard]] bool empty() const { return rows <= 0 || cols <= 0; }
    [[nodiscard]] bool contains(std::int64_t r, std::int64_t c) const {
        return r >= row && r < row + rows && c >= col && c < col + cols;
    }
    friend auto operator<=>(const region&, const region&) = default;
};

/// One message: all cells that one other processor gets or sends in one direction of the stencil. Its items are those
/// of the regions, one region after the other, each row by row.
struct halo_message {
    int peer;
    int direction;  ///< index into the stencil; 0 if the depth of the halo is above 1
    std::vector<region> regions;
    std::int64_t items;
};

/// Own cells that are also in the own halo: on a torus, if one processor spans it from edge to edge.
struct halo_copy {
    region from;
    region to;
};

struct halo_piece;

/// The storage and the messages of one processor, for any partition and stencil. Immutable value.
///
/// The storage is one row-major array: the smallest rectangle around the processor's cells, with a halo on all sides as
/// wide as the stencil reaches. For an owner list it contains only those rows and columns of the rectangle that are
/// within this reach of an own cell, so the cells that an own cell reads are still a fixed number of items away. Rows
/// or columns that are distributed in turn over p processors then need about 1/p to 3/p of the grid's items each
/// (stencils of reach 1). Single cells or blocks that are distributed in this way have neighbours in nearly all rows
/// and columns, so every processor stores up to the whole grid. Its own cells and halo alone would be the fraction 1 -
/// (1 - 1/p)^5 of the grid (5-point, single cells at random). items() gives the number before an array allocates them.
///
/// A cell is received once, even if several directions need it. So the messages of a direction are those of
/// exact_communication() without repeated cells, and without messages that would be empty. Both ends derive the same
/// messages from the partition.
///
/// A halo of depth k is k times as wide. Then the processors exchange only before every k-th iteration, and also
/// compute the inner part of the halo themselves (halo_round.hpp). The halo is the whole rectangle around each own
/// rectangle, corners included, also for a stencil without diagonals. There is one message for each other processor,
/// with all cells that it sends.
class halo_layout {
  public:
    /// The depths that the constructor takes are 1 to this one.
    static constexpr int max_depth = 1024;

    /// Throws part::error for a processor or depth out of range. A depth above 1 takes O((p + messages) log p); with an
    /// owner list, O(p x the cells of a storage).
    halo_layout(const part::partition& parts, int processor, const part::stencil& pattern, int depth = 1);

    [[nodiscard]] const part::partition& parts() const { return parts_; }
    [[nodiscard]] int processor() const { return processor_; }
    [[nodiscard]] const part::stencil& pattern() const { return pattern_; }
    /// The depth of the halo: one exchange is enough for so many iterations.
    [[nodiscard]] int depth() const { return depth_; }
    /// The processor's cells, as partition::tiles(): one region for rectangles, one to three for cell ranges, up to one
    /// per cell for owner lists, none for a dropped processor.
    [[nodiscard]] std::span<const region> owned() const { return owned_; }

    /// The rectangle around the processor's cells and their halo; empty for a dropped processor.
    [[nodiscard]] const region& storage() const { return storage_; }
    /// Items in the storage: storage().cells(), minus the rows and columns that are not needed for an owner list.
    [[nodiscard]] std::int64_t items() const { return items_; }
    /// The number of items from one row of the storage to the next.
    [[nodiscard]] std::int64_t stride() const { return stride_; }
    /// The position in the storage, 0 .. items() - 1, of an own cell or of a cell that an own cell reads, in unwrapped
    /// coordinates; not checked. Within the reach of the stencil, (row + i, col + j) is i * stride() + j items after an
    /// own cell (row, col). O(1).
    [[nodiscard]] std::size_t index(std::int64_t row, std::int64_t col) const {
        const std::int64_t r = row - storage_.row;
        const std::int64_t c = col - storage_.col;
        if (row_places_.empty()) return static_cast<std::size_t>(r * stride_ + c);
        return static_cast<std::size_t>(row_places_[static_cast<std::size_t>(r)] * stride_ +
                                        col_places_[static_cast<std::size_t>(c)]);
    }

    /// Sorted by direction, then peer.
    [[nodiscard]] std::span<const halo_message> sends() const { return sends_; }
    [[nodiscard]] std::span<const halo_message> receives() const { return receives_; }
    [[nodiscard]] std::span<const halo_copy> copies() const { return copies_; }

    /// The own cells that need no value of another processor, and the others: together owned(), without overlap. The
    /// inner cells can be computed while messages are in transit.
    [[nodiscard]] std::span<const region> inner() const { return inner_; }
    [[nodiscard]] std::span<const region> edge() const { return edge_; }

  private:
    void place_storage(const part::stencil& pattern);
    void keep_needed_lines(const part::stencil& pattern);
    void plan_messages(const part::stencil& pattern);
    void add(const halo_piece& part);
    void divide_cells(const part::stencil& pattern);
    void divide_blocks(const part::stencil& pattern);
    void divide_single_cells(const part::stencil& pattern);

    part::partition parts_;
    int processor_;
    part::stencil pattern_;
    int depth_;
    region storage_;
    std::int64_t stride_ = 0;
    std::int64_t items_ = 0;
    std::vector<std::int64_t> row_places_;  // position of each row among the stored ones; empty if all are stored
    std::vector<std::int64_t> col_places_;
    std::vector<region> owned_;
    std::vector<halo_message> sends_;
    std::vector<halo_message> receives_;
    std::vector<halo_copy> copies_;
    std::vector<region> inner_;
    std::vector<region> edge_;
};

}  // namespace banyan::grid

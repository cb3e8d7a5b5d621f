// Where one processor keeps its cells and their halo, and which cells travel where before each iteration. Pure: no I/O.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "banyan/part/communication.hpp"
#include "banyan/part/partition.hpp"
#include "banyan/part/stencil.hpp"

namespace banyan::grid {

/// rows x cols cells, top left at (row, col). In unwrapped coordinates: on a torus the halo west of column 0 is column
/// -1, not the last.
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

/// All cells that go to, or come from, one other processor for one direction of the stencil: one message.
/// Its items are those of the regions, one region after the other, each row by row.
struct halo_message {
    int peer;
    int direction;  ///< index into the stencil
    std::vector<region> regions;
    std::int64_t items;
};

/// Cells of one's own that also stand in the halo: the other edge of a torus that one processor spans.
struct halo_copy {
    region from;
    region to;
};

struct halo_piece;

/// One processor's storage and messages for any partition and stencil. Immutable value.
///
/// Storage is one row-major array: the smallest rectangle around the processor's cells, with a halo as wide as the
/// stencil reaches on all sides. For a list of owners, only those of its rows and columns that lie within this reach of
/// an own cell; so what an own cell reads still stands a fixed number of items away. Rows or columns dealt to p
/// processors then take about 1/p to 3/p of the grid's items each (stencils of reach 1). Cells or blocks dealt to
/// processors have neighbours in nearly all rows and columns: every processor stores up to the whole grid, as items()
/// tells beforehand, where its own cells and their halo would be 1 - (1 - 1/p)^5 of it (5-point, single cells at
/// random).
///
/// A cell is fetched once, also when several directions need it; the messages of a
/// direction are those of exact_communication() without such repeats (and without those that nothing is left of). Both
/// ends derive the same messages by themselves.
class halo_layout {
  public:
    /// Throws error for a processor out of range.
    halo_layout(const part::partition& parts, int processor, const part::stencil& pattern);

    [[nodiscard]] const part::partition& parts() const { return parts_; }
    [[nodiscard]] int processor() const { return processor_; }
    /// The processor's cells, its partition::tiles(): one region for rectangles, one to three for runs, up to one for
    /// each cell for lists of owners, none for a dropped processor.
    [[nodiscard]] std::span<const region> owned() const { return owned_; }

    /// The rectangle around the processor's cells and their halo; empty for a dropped processor.
    [[nodiscard]] const region& storage() const { return storage_; }
    /// Items in the storage: storage().cells(), less the rows and columns that a list of owners does not need.
    [[nodiscard]] std::int64_t items() const { return items_; }
    /// Items from one row of the storage to the next.
    [[nodiscard]] std::int64_t stride() const { return stride_; }
    /// Position in the storage, 0 .. items() - 1, of an own cell or one that an own cell reads, in unwrapped
    /// coordinates. (row + i, col + j) stands i * stride() + j items after an own (row, col), as far as the stencil
    /// reaches. O(1).
    [[nodiscard]] std::size_t index(std::int64_t row, std::int64_t col) const {
        const std::int64_t r = row - storage_.row;
        const std::int64_t c = col - storage_.col;
        if (row_places_.empty()) return static_cast<std::size_t>(r * stride_ + c);
        return static_cast<std::size_t>(row_places_[static_cast<std::size_t>(r)] * stride_ +
                                        col_places_[static_cast<std::size_t>(c)]);
    }

    /// By direction, then peer.
    [[nodiscard]] std::span<const halo_message> sends() const { return sends_; }
    [[nodiscard]] std::span<const halo_message> receives() const { return receives_; }
    [[nodiscard]] std::span<const halo_copy> copies() const { return copies_; }

    /// Own cells that need no value of another processor, and the others: together owned(), without overlap. The first
    /// may be computed while messages travel.
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
    region storage_;
    std::int64_t stride_ = 0;
    std::int64_t items_ = 0;
    std::vector<std::int64_t> row_places_;  // of the storage's rows among those that are kept; empty when all are
    std::vector<std::int64_t> col_places_;
    std::vector<region> owned_;
    std::vector<halo_message> sends_;
    std::vector<halo_message> receives_;
    std::vector<halo_copy> copies_;
    std::vector<region> inner_;
    std::vector<region> edge_;
};

}  // namespace banyan::grid

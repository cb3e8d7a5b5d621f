// Where one machine keeps its cells and their halo, and which cells travel where before each iteration. Pure: no I/O.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "banyan/part/communication.hpp"
#include "banyan/part/partition.hpp"
#include "banyan/part/stencil.hpp"

namespace banyan::part {

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

/// All cells that go to, or come from, one other machine for one direction of the stencil: one message.
/// Its items are those of the regions, one region after the other, each row by row.
struct halo_message {
    int peer;
    int direction;  ///< index into the stencil
    std::vector<region> regions;
    std::int64_t items;
};

/// Cells of one's own that also stand in the halo: the other edge of a torus that one machine spans.
struct halo_copy {
    region from;
    region to;
};

struct landing;

/// One machine's storage and messages for any partition and stencil. Immutable value.
///
/// Storage is one row-major array: the smallest rectangle around the machine's cells, with a halo as wide as the
/// stencil reaches on all sides. A cell is fetched once, also when several directions need it; the messages of a
/// direction are those of exact_communication() without such repeats (and without those that nothing is left of). Both
/// ends derive the same messages by themselves.
class halo_layout {
  public:
    /// Throws error for a machine out of range.
    halo_layout(const partition& parts, int machine, const stencil& pattern);

    [[nodiscard]] const partition& parts() const { return parts_; }
    [[nodiscard]] int machine() const { return machine_; }
    /// The machine's cells: one region for rectangles, one to three for runs, as many as tiles() needs for owner
    /// tables, none for a dropped machine.
    [[nodiscard]] std::span<const region> owned() const { return owned_; }

    /// The storage with its halo; empty for a dropped machine.
    [[nodiscard]] const region& storage() const { return storage_; }
    /// Items from one row of the storage to the next.
    [[nodiscard]] std::int64_t stride() const { return storage_.cols; }
    /// Position in the storage of a cell, given in unwrapped coordinates inside storage().
    [[nodiscard]] std::size_t index(std::int64_t row, std::int64_t col) const {
        return static_cast<std::size_t>((row - storage_.row) * storage_.cols + (col - storage_.col));
    }

    /// By direction, then peer.
    [[nodiscard]] std::span<const halo_message> sends() const { return sends_; }
    [[nodiscard]] std::span<const halo_message> receives() const { return receives_; }
    [[nodiscard]] std::span<const halo_copy> copies() const { return copies_; }

    /// Own cells that need no value of another machine, and the others: together owned(), without overlap. The first
    /// may be computed while messages travel.
    [[nodiscard]] std::span<const region> inner() const { return inner_; }
    [[nodiscard]] std::span<const region> edge() const { return edge_; }

  private:
    void place_storage(const stencil& pattern);
    void plan_messages(const stencil& pattern);
    void add(const landing& part);
    void divide_cells(const stencil& pattern);
    void divide_blocks(const stencil& pattern);
    void divide_single_cells(const stencil& pattern);

    partition parts_;
    int machine_;
    region storage_;
    std::vector<region> owned_;
    std::vector<halo_message> sends_;
    std::vector<halo_message> receives_;
    std::vector<halo_copy> copies_;
    std::vector<region> inner_;
    std::vector<region> edge_;
};

}  // namespace banyan::part

// Who owns which cells: the answer of every partitioning method.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "banyan/part/grid.hpp"

namespace banyan::part {

/// A rectangle of cells that belongs to one processor: rows x cols cells, top left at (row, col). Never wraps.
struct block {
    int processor;
    std::int64_t row;
    std::int64_t col;
    std::int64_t rows;
    std::int64_t cols;

    [[nodiscard]] std::int64_t cells() const { return rows * cols; }
    [[nodiscard]] std::int64_t half_perimeter() const { return rows + cols; }
    [[nodiscard]] bool contains(std::int64_t r, std::int64_t c) const {
        return r >= row && r < row + rows && c >= col && c < col + cols;
    }
    friend bool operator==(const block&, const block&) = default;
};

/// Cells first .. first + count - 1 in row-major order (cell (r, c) is number r * cols + c), owned by one processor.
struct run {
    int processor;
    std::int64_t first;
    std::int64_t count;
    friend bool operator==(const run&, const run&) = default;
};

/// How a partition is written down.
enum class layout {
    rectangles,  ///< one rectangle per processor
    runs,        ///< one row-major run per processor
    cells        ///< an owner per cell
};

/// Most cells of which an owner each is kept (owners(), layout::cells).
constexpr std::int64_t max_listed_cells = std::int64_t{1} << 28;
/// Throws error when the grid has more than max_listed_cells.
void check_listed(const grid& domain);

/// A division of a grid among processors 0 .. processors()-1 (indices into the speeds it was made from). Immutable
/// value: copies share their lists, so they cost nothing, and may be used from several threads at once. Spans are
/// borrowed and stay valid as long as any copy. Invariants, checked by every constructor function: each cell has
/// exactly one owner; a processor owns at least one cell or is listed in dropped().
class partition {
  public:
    /// At most one block per processor, in any order. O(p log p). Throws error, naming the block, when a block is
    /// empty, leaves the grid, names a processor outside 0 .. processors-1 or a processor twice, overlaps another, or
    /// cells are left.
    static partition from_rectangles(const grid& domain, int processors, std::vector<block> blocks);
    /// At most one run per processor; the runs must follow each other from cell 0 to the last. Throws error otherwise.
    static partition from_runs(const grid& domain, int processors, std::vector<run> runs);
    /// owners[r * cols + c] = processor; size rows * cols. Throws error for a wrong size or an owner out of range.
    static partition from_owners(const grid& domain, int processors, std::vector<std::int32_t> owners);

    [[nodiscard]] const grid& domain() const { return domain_; }
    /// Number of processors, dropped ones included.
    [[nodiscard]] int processors() const;
    [[nodiscard]] layout kind() const { return kind_; }
    /// True when every processor's cells form one rectangle that blocks() gives (kind() == layout::rectangles).
    [[nodiscard]] bool is_rectangular() const { return kind_ == layout::rectangles; }

    /// Rectangles that cover the grid without overlap, by ascending processor. One per processor that is not dropped
    /// for layout::rectangles; one to three per processor for layout::runs; empty for layout::cells.
    [[nodiscard]] std::span<const block> blocks() const;
    /// The blocks of one processor: empty for a dropped processor. Throws error for a processor out of range.
    [[nodiscard]] std::span<const block> blocks(int processor) const;
    /// The runs by ascending first cell; only for layout::runs, else empty.
    [[nodiscard]] std::span<const run> runs() const;
    /// The owner of every cell, row-major; only for layout::cells, else empty (owners() makes the list for any layout).
    [[nodiscard]] std::span<const std::int32_t> owner_list() const;

    /// The partition as rectangles, whatever its layout: they cover the grid without overlap, each of one processor, by
    /// ascending processor, row, column. The blocks() where there are any; for layout::cells the runs of each row,
    /// joined with the equal run above, found by the first call for all copies, O(cells). Tasks that have equal
    /// partitions have equal tiles, so they need not tell each other.
    [[nodiscard]] std::span<const block> tiles() const;
    /// The tiles of one processor: empty for a dropped processor. Throws error for a processor out of range.
    [[nodiscard]] std::span<const block> tiles(int processor) const;

    /// Cells of one processor; 0 for a dropped one.
    [[nodiscard]] std::int64_t cells(int processor) const;
    /// Processors without a cell, ascending.
    [[nodiscard]] std::span<const int> dropped() const;

    /// The processor that owns (row, col): O(p) for rectangles (lookup.hpp has the fast form), O(log p) for runs, O(1)
    /// for cells. Throws error outside the grid.
    [[nodiscard]] int owner(std::int64_t row, std::int64_t col) const;
    /// The owner of every cell, row-major, rows * cols entries. Throws error above max_listed_cells.
    [[nodiscard]] std::vector<std::int32_t> owners() const;

    /// The same owners on the same grid with other periodic axes.
    [[nodiscard]] partition with_periodic(periodic axes) const;

    friend bool operator==(const partition& a, const partition& b);

  private:
    struct lists;
    partition(const grid& domain, layout kind, std::shared_ptr<const lists> found);

    grid domain_;
    layout kind_;
    std::shared_ptr<const lists> lists_;
};

}  // namespace banyan::part

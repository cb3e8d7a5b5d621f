// The assignment of all cells to processors, which every partitioning method makes.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "banyan/part/grid.hpp"

namespace banyan::part {

/// A rectangle of rows x cols cells that belongs to one processor; (row, col) is its top left cell. It never crosses an
/// edge of the grid.
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
struct cell_range {
    int processor;
    std::int64_t first;
    std::int64_t count;
    friend bool operator==(const cell_range&, const cell_range&) = default;
};

/// How a partition is stored.
enum class layout {
    rectangles,  ///< one rectangle per processor
    ranges,      ///< one cell range per processor
    cells        ///< an owner per cell
};

/// The most cells for which an owner list is made (owners(), layout::cells).
constexpr std::int64_t max_listed_cells = std::int64_t{1} << 28;
/// Throws error if the grid has more than max_listed_cells.
void check_listed(const grid& domain);

/// The assignment of every cell of a grid to one of the processors 0 .. processors()-1, which are the indices of the
/// speeds. Immutable value: copies share their lists, so a copy costs nothing, and several threads may use it at the
/// same time. Spans are borrowed and stay valid as long as any copy exists. Every factory function checks the
/// invariants: each cell has exactly one owner, and a processor owns at least one cell or is listed in dropped().
class partition {
  public:
    /// At most one block per processor, in any order. O(p log p). Throws error, naming the block, if a block is empty,
    /// is not inside the grid, overlaps another one, or belongs to a processor outside 0 .. processors-1 or to one that
    /// has a block already; and if cells remain without an owner.
    static partition from_rectangles(const grid& domain, int processors, std::vector<block> blocks);
    /// At most one cell range per processor. The ranges are contiguous: sorted by first cell, they cover all cells from
    /// 0 to the last one. Throws error otherwise.
    static partition from_ranges(const grid& domain, int processors, std::vector<cell_range> ranges);
    /// owners[r * cols + c] = processor; size rows * cols. Throws error for a wrong size or an owner out of range.
    static partition from_owners(const grid& domain, int processors, std::vector<std::int32_t> owners);

    [[nodiscard]] const grid& domain() const { return domain_; }
    /// Number of processors, dropped ones included.
    [[nodiscard]] int processors() const;
    [[nodiscard]] layout kind() const { return kind_; }
    /// True if every processor has one rectangle, which blocks() gives (kind() == layout::rectangles).
    [[nodiscard]] bool is_rectangular() const { return kind_ == layout::rectangles; }

    /// Rectangles that cover the grid without overlap, by ascending processor. layout::rectangles: one for each
    /// processor that is not dropped. layout::ranges: one to three. layout::cells: none; tiles() has rectangles for it.
    [[nodiscard]] std::span<const block> blocks() const;
    /// The blocks of one processor: empty for a dropped processor. Throws error for a processor out of range.
    [[nodiscard]] std::span<const block> blocks(int processor) const;
    /// The cell ranges by ascending first cell; only for layout::ranges, else empty.
    [[nodiscard]] std::span<const cell_range> ranges() const;
    /// The owner of every cell, row-major; only for layout::cells, else empty. owners() makes such a list for any
    /// layout.
    [[nodiscard]] std::span<const std::int32_t> owner_list() const;

    /// Rectangles of one owner each that cover the grid without overlap, for every layout; by ascending processor, row,
    /// column. They are the blocks() if there are any. For layout::cells they are the longest cell ranges of one owner
    /// in each row, joined with the equal range in the row above; the first call finds them for all copies, in
    /// O(cells). Tasks with equal partitions find equal tiles, so they need not exchange them.
    [[nodiscard]] std::span<const block> tiles() const;
    /// The tiles of one processor: empty for a dropped processor. Throws error for a processor out of range.
    [[nodiscard]] std::span<const block> tiles(int processor) const;

    /// Cells of one processor; 0 for a dropped one.
    [[nodiscard]] std::int64_t cells(int processor) const;
    /// Processors without a cell, ascending.
    [[nodiscard]] std::span<const int> dropped() const;

    /// The processor that owns (row, col): O(p) for rectangles (class owner_lookup takes O(log p)), O(log p) for cell
    /// ranges, O(1) for cells. Throws error outside the grid.
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

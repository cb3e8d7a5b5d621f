// Which processor holds which of n items in a row: blocked, cyclic, block-cyclic. Pure: no I/O.
#pragma once

#include <cstdint>

namespace banyan::grid {

/// The distribution of the items 0 .. items() - 1 over the processors 0 .. processors() - 1. A processor stores its
/// items in ascending order, at the positions 0 .. count() - 1. Immutable value; every function is O(1). The functions
/// of single items do not check their arguments. The factory functions throw part::error for a negative number of
/// items, fewer than one processor, or a `run` below 1.
class item_layout {
  public:
    /// Consecutive items: the first items % processors processors have one item more than the others.
    static item_layout blocked(std::int64_t items, int processors);
    /// Item i belongs to processor i mod processors.
    static item_layout cyclic(std::int64_t items, int processors) { return block_cyclic(items, processors, 1); }
    /// Blocks of `run` consecutive items are assigned to the processors in turn. The maximum dispersion of the nCUBE
    /// guide: a vector of 12,000 items on 4 nodes in blocks of 100.
    static item_layout block_cyclic(std::int64_t items, int processors, std::int64_t run);

    [[nodiscard]] std::int64_t items() const { return items_; }
    [[nodiscard]] int processors() const { return processors_; }
    /// The length of the blocks of block_cyclic(); 0 for the blocked layout.
    [[nodiscard]] std::int64_t run() const { return run_; }
    /// The number of items of one processor.
    [[nodiscard]] std::int64_t count(int processor) const;
    /// The processor that holds item `index`.
    [[nodiscard]] int owner(std::int64_t index) const;
    /// Where the owner of item `index` stores it.
    [[nodiscard]] std::int64_t position(std::int64_t index) const;
    /// The item that a processor stores at a position: the inverse of owner() and position().
    [[nodiscard]] std::int64_t index(int processor, std::int64_t position) const;

    friend bool operator==(const item_layout&, const item_layout&) = default;

  private:
    item_layout(std::int64_t items, int processors, std::int64_t run);
    [[nodiscard]] std::int64_t first(int processor) const;  // of the blocked layout

    std::int64_t items_;
    int processors_;
    std::int64_t run_;  // 0: blocked
};

}  // namespace banyan::grid

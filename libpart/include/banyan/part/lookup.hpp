// Finding the owner of a cell quickly, and what the papers' tables for it take.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "banyan/part/methods.hpp"
#include "banyan/part/partition.hpp"

namespace banyan::part {

/// Owner of a cell in O(log p) for rectangles and runs (O(1) for owner tables). Copies share their tables; safe to use
/// from several threads at once.
class owner_lookup {
  public:
    explicit owner_lookup(const partition& parts);
    /// The owners of make_partition() with the same arguments, in the smallest form that the method allows: for
    /// scatter*, interleaved* and maximum_dispersion the units or the pattern, O(1), without a list of all cells (a
    /// million million cells in rows take as little as a thousand). Errors as make_partition().
    owner_lookup(std::string_view method, const grid& domain, const speeds& processors,
                 const partition_options& options = {});
    /// Throws error outside the grid.
    [[nodiscard]] int operator()(std::int64_t row, std::int64_t col) const;
    /// Bytes of the table a task keeps for this in the paper's accounting: as lookup_table_bytes(); for a method that
    /// deals, one entry per unit (scatter*), 4p for a pattern, 0 for equal processors in turn.
    [[nodiscard]] std::int64_t table_bytes() const;

  private:
    struct tables;
    std::shared_ptr<const tables> tables_;
};

/// Bytes of the table a task keeps in the paper's accounting (Crandall ch. 4, 5; 4-byte integers, p processors with
/// cells): runs and whole rows or columns 4p, rectangles 16p (top left and bottom right), owners of single cells 1 per
/// cell (2 or 4 for more than 2^8 or 2^16 processors). (homogeneous_block needs none: its owners follow by arithmetic.)
std::int64_t lookup_table_bytes(const partition& parts);

}  // namespace banyan::part

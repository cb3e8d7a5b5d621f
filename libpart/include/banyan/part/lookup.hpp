// The owner of a cell in logarithmic time, and the memory that the papers count for it.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "banyan/part/methods.hpp"
#include "banyan/part/partition.hpp"

namespace banyan::part {

/// Finds the owner of a cell in O(log p) for rectangles and cell ranges, in O(1) for owner lists. Copies share
/// their tables. Several threads may use one object at the same time.
class owner_lookup {
  public:
    explicit owner_lookup(const partition& parts);
    /// The owners of make_partition() with the same arguments, without a list of all cells where the method allows it:
    /// scatter*, interleaved* and maximum_dispersion keep only the list of units or the repeated pattern and find an
    /// owner in O(1). For these methods the grid may have any number of cells, and scatter* at most max_listed_cells
    /// units, for example rows. Throws error otherwise, and as make_partition().
    owner_lookup(std::string_view method, const grid& domain, const speeds& processors,
                 const partition_options& options = {});
    /// Throws error outside the grid.
    [[nodiscard]] int operator()(std::int64_t row, std::int64_t col) const;
    /// Bytes of the table that a task keeps for the lookup, as the paper counts them: lookup_table_bytes(); for
    /// scatter* one entry per unit; for a repeated pattern 4p; for interleaving with equal speeds 0.
    [[nodiscard]] std::int64_t table_bytes() const;

  private:
    struct tables;
    std::shared_ptr<const tables> tables_;
};

/// Bytes of the table that a task keeps to find owners, as the paper counts them (Crandall 1994, ch. 4 and 5). Integers
/// have 4 bytes, and p processors have cells:
///
///     cell ranges, whole rows or columns   4p
///     rectangles                           16p, for their top left and bottom right cells
///     owner lists                          1 for each cell; 2 for more than 2^8 processors, 4 for more than 2^16
///
/// homogeneous_block needs no table, because its owners follow by arithmetic; this function counts its rectangles.
std::int64_t lookup_table_bytes(const partition& parts);

}  // namespace banyan::part

// What one iteration of a stencil sends, exactly: per processor, per direction, per destination.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "banyan/part/partition.hpp"
#include "banyan/part/stencil.hpp"

namespace banyan::part {

/// One message: all values that `from` sends to `to` in one direction of the stencil. from != to, items >= 1.
struct transfer {
    int direction;  ///< index into the stencil
    int from;
    int to;
    std::int64_t items;
    friend auto operator<=>(const transfer&, const transfer&) = default;
};

/// All messages of one iteration. Crandall's C[i][k] is messages(i, k), his D[i][j][k] is items(i, j, k), in items
/// instead of bytes (Crandall 1994, eq. 6.11). Immutable value.
class communication {
  public:
    /// Transfers in any order; several of the same direction, from and to become one. Throws error for a transfer with
    /// a processor or a direction out of range, to the sender itself, or of less than one item.
    communication(int processors, int directions, std::vector<transfer> transfers);

    [[nodiscard]] int processors() const { return processors_; }
    [[nodiscard]] int directions() const { return directions_; }
    /// Sorted by direction, from, to.
    [[nodiscard]] std::span<const transfer> transfers() const { return transfers_; }
    /// Messages that `processor` sends in direction k. Throws error, as all functions of a processor or direction here,
    /// for one out of range.
    [[nodiscard]] std::int64_t messages(int processor, int k) const;
    /// Items that go from one processor to another in direction k; 0 without a message. O(log).
    [[nodiscard]] std::int64_t items(int from, int to, int k) const;
    /// Items that `processor` sends / receives in direction k.
    [[nodiscard]] std::int64_t items_out(int processor, int k) const;
    [[nodiscard]] std::int64_t items_in(int processor, int k) const;
    /// Messages that `processor` sends in all directions.
    [[nodiscard]] std::int64_t messages(int processor) const;

    /// Totals over all processors and directions.
    [[nodiscard]] std::int64_t messages() const { return static_cast<std::int64_t>(transfers_.size()); }
    [[nodiscard]] std::int64_t items() const;
    /// Messages of the processor that sends most.
    [[nodiscard]] std::int64_t max_messages() const;

    friend bool operator==(const communication&, const communication&) = default;

  private:
    [[nodiscard]] std::size_t slot(int processor, int k) const;

    int processors_;
    int directions_;
    std::vector<transfer> transfers_;
    std::vector<std::int64_t> messages_;   // [k * processors + processor]
    std::vector<std::int64_t> items_out_;  // [k * processors + processor]
    std::vector<std::int64_t> items_in_;   // [k * processors + processor]
};

/// The exact communication of a partition: from its blocks where it has any, O((p + messages) log p), else by walking.
/// An item is the value of one cell; a value that several directions take to the same processor counts in each.
communication exact_communication(const partition& parts, const stencil& pattern);

/// The same by looking at every cell: O(cells x directions) time, O(cells) memory; the oracle of the tests. Throws
/// error above max_listed_cells.
communication communication_by_enumeration(const partition& parts, const stencil& pattern);

/// A rectangle of cells of `from` whose values go to `to`: rows x cols cells, top left at (row, col) on the sender's
/// side and at (to_row, to_col) on the receiver's (differs by the direction's offset, wrapped). Neither side wraps.
/// The values land in the halo of `to` at (to_row - offset, to_col - offset) in unwrapped coordinates.
struct piece {
    int direction;  ///< index into the stencil
    int from;
    int to;
    std::int64_t row;
    std::int64_t col;
    std::int64_t to_row;
    std::int64_t to_col;
    std::int64_t rows;
    std::int64_t cols;
    friend auto operator<=>(const piece&, const piece&) = default;
};

/// Whether pieces() lists what a processor sends to itself across the wrapped edges or between its own blocks.
enum class own_pieces { exclude, include };

/// All pieces of one iteration, sorted by direction, from, to, row, col; of the partition's tiles().
std::vector<piece> pieces(const partition& parts, const stencil& pattern, own_pieces own = own_pieces::exclude);

}  // namespace banyan::part

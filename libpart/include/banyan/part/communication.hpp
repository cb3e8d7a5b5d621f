// The messages of one iteration of a stencil: how many items go from each processor to each other one, per direction.
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

/// All messages of one iteration. Crandall's C[i][k] is messages(i, k) and D[i][j][k] is items(i, j, k), counted in
/// items instead of bytes (Crandall 1994, eq. 6.11). Immutable value.
class communication {
  public:
    /// The transfers may come in any order. Those with the same direction, from and to are added up to one message.
    /// Throws error for a transfer with a processor or a direction out of range, with from == to, or with less than one
    /// item.
    communication(int processors, int directions, std::vector<transfer> transfers);

    [[nodiscard]] int processors() const { return processors_; }
    [[nodiscard]] int directions() const { return directions_; }
    /// Sorted by direction, from, to.
    [[nodiscard]] std::span<const transfer> transfers() const { return transfers_; }
    /// Messages that `processor` sends in direction k. Throws error for a processor or direction out of range, as do
    /// all functions below that take one.
    [[nodiscard]] std::int64_t messages(int processor, int k) const;
    /// Items that go from one processor to another in direction k; 0 if there is no message. O(log messages).
    [[nodiscard]] std::int64_t items(int from, int to, int k) const;
    /// Items that `processor` sends / receives in direction k.
    [[nodiscard]] std::int64_t items_out(int processor, int k) const;
    [[nodiscard]] std::int64_t items_in(int processor, int k) const;
    /// Messages that `processor` sends in all directions.
    [[nodiscard]] std::int64_t messages(int processor) const;

    /// Totals over all processors and directions.
    [[nodiscard]] std::int64_t messages() const { return static_cast<std::int64_t>(transfers_.size()); }
    [[nodiscard]] std::int64_t items() const;
    /// Messages of the processor that sends the most.
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

/// The exact communication of a partition. Rectangles and cell ranges: computed from the blocks, in O((p + messages)
/// log p). Owner list: as communication_by_enumeration(). An item is the value of one cell. If several directions take
/// a value to the same processor, it counts once in each of them.
communication exact_communication(const partition& parts, const stencil& pattern);

/// The same counts, found cell by cell in O(cells x directions) time and O(cells) memory. The tests compare
/// exact_communication() with it. Throws error for more than max_listed_cells cells.
communication communication_by_enumeration(const partition& parts, const stencil& pattern);

/// A rectangle of rows x cols cells of `from` whose values go to cells of `to`. Its top left cell is (row, col); the
/// top left cell of the rectangle that reads the values is (to_row, to_col), which differs by the offset of the
/// direction, wrapped at periodic edges. Neither rectangle crosses an edge of the grid. The receiver stores the values
/// in its halo, with the top left at (to_row, to_col) minus the offset, in unwrapped coordinates.
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

/// Whether pieces() lists the cells that a processor sends to itself: across periodic edges and between its own blocks.
enum class own_pieces { exclude, include };

/// All pieces of one iteration, found from the tiles() of the partition; sorted by direction, from, to, row, col.
std::vector<piece> pieces(const partition& parts, const stencil& pattern, own_pieces own = own_pieces::exclude);

}  // namespace banyan::part

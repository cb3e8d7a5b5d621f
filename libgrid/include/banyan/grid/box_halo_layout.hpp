// The storage of one processor's box of cells and its halo, in three dimensions, and the cells that it sends and
// receives. Pure: no I/O.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "banyan/part/box_communication.hpp"

namespace banyan::grid {

/// The cells first .. first + sides - 1 along each axis. Coordinates are not wrapped: on a periodic axis the halo
/// before cell 0 is cell -1.
struct box_region {
    part::triple first{};
    part::triple sides{};

    [[nodiscard]] std::int64_t cells() const { return sides[0] * sides[1] * sides[2]; }
    [[nodiscard]] bool contains(const part::triple& cell) const {
        for (std::size_t axis = 0; axis < cell.size(); ++axis)
            if (cell[axis] < first[axis] || cell[axis] >= first[axis] + sides[axis]) return false;
        return true;
    }
    friend auto operator<=>(const box_region&, const box_region&) = default;
};

/// One message: all cells that one other processor gets or sends. Its items are those of the regions, one region after
/// the other, each plane by plane and row by row.
struct box_message {
    int peer;
    std::vector<box_region> regions;
    std::int64_t items;
};

/// Own cells that are also in the own halo, on an axis that one processor spans from edge to edge.
struct box_copy {
    box_region from;
    box_region to;
};

/// The storage and the messages of one processor. There is one message for each other processor in each exchange. Both
/// ends derive the same messages from the partition. Immutable value.
///
/// The storage is one array: planes of rows of columns, the own box with `depth` cells of halo on each side. With a
/// depth of 1 and 7 points, the edges and corners of the halo are not filled. With a halo of depth k the processors
/// exchange before every k-th iteration only (box_halo_round.hpp).
class box_halo_layout {
  public:
    /// The depths that the constructor takes are 1 to this one.
    static constexpr int max_depth = 1024;

    /// Throws part::error for a processor or depth out of range. O(p + messages).
    box_halo_layout(const part::box_partition& parts, int processor, part::box_stencil pattern, int depth = 1);

    [[nodiscard]] const part::box_partition& parts() const { return parts_; }
    [[nodiscard]] int processor() const { return processor_; }
    [[nodiscard]] part::box_stencil pattern() const { return pattern_; }
    /// The depth of the halo: one exchange is enough for so many iterations.
    [[nodiscard]] int depth() const { return depth_; }

    [[nodiscard]] const box_region& owned() const { return owned_; }
    /// The own box and its halo.
    [[nodiscard]] const box_region& storage() const { return storage_; }
    [[nodiscard]] std::int64_t items() const { return storage_.cells(); }
    /// The numbers of items from one row, or plane, to the next.
    [[nodiscard]] std::int64_t row_stride() const { return storage_.sides[2]; }
    [[nodiscard]] std::int64_t plane_stride() const { return storage_.sides[1] * storage_.sides[2]; }
    /// The position in the storage of an own cell or a cell of the halo; not checked.
    [[nodiscard]] std::size_t index(std::int64_t plane, std::int64_t row, std::int64_t col) const {
        return static_cast<std::size_t>((plane - storage_.first[0]) * plane_stride() +
                                        (row - storage_.first[1]) * row_stride() + col - storage_.first[2]);
    }

    /// Sorted by peer.
    [[nodiscard]] std::span<const box_message> sends() const { return sends_; }
    [[nodiscard]] std::span<const box_message> receives() const { return receives_; }
    [[nodiscard]] std::span<const box_copy> copies() const { return copies_; }

    /// The own cells that need no value of another processor, and the others: together owned(), without overlap. The
    /// inner cells can be computed while messages are in transit.
    [[nodiscard]] std::span<const box_region> inner() const { return inner_; }
    [[nodiscard]] std::span<const box_region> edge() const { return edge_; }

  private:
    void divide_cells();

    part::box_partition parts_;
    int processor_;
    part::box_stencil pattern_;
    int depth_;
    box_region owned_;
    box_region storage_;
    std::vector<box_message> sends_;
    std::vector<box_message> receives_;
    std::vector<box_copy> copies_;
    std::vector<box_region> inner_;
    std::vector<box_region> edge_;
};

}  // namespace banyan::grid

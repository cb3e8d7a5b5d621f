// One rank's view of a collective call: what an algorithm needs to make the rank's schedule.
//
// p is the number of ranks, m = items. Input and output, in items:
//
//   collective                    input                       output
//   barrier                       -                           -
//   broadcast                     -                           m; on the root they hold the items at the start
//   reduce                        m                           m on the root, none on the others
//   allreduce                     m                           m
//   scan, exclusive_scan          m                           m (exclusive_scan leaves those of rank 0 unchanged)
//   gather                        block of this rank          all blocks, on the root only
//   scatter                       all blocks, on the root     block of this rank
//   allgather                     block of this rank          all blocks
//   reduce_scatter                all blocks                  block of this rank
//   alltoall                      all blocks, for each rank   all blocks, from each rank
//
// Blocks are in rank order without gaps. Input and output do not overlap, except that the executor may give the same
// memory for both in allreduce, reduce and scan.
#pragma once

#include <cstddef>
#include <span>

#include "banyan/net/collective_kind.hpp"

namespace banyan::net {

struct collective_shape {
    int rank = 0;
    int size = 1;
    int root = 0;
    std::size_t items = 0;  ///< m, or the items of each block if `counts` is empty
    /// The items of the block of each rank, if the blocks differ in length. In allgather, reduce_scatter, gather and
    /// scatter they are equal on all ranks. In alltoall they are what this rank sends to each rank.
    std::span<const std::size_t> counts{};
    std::span<const std::size_t> receive_counts{};  ///< alltoall with `counts`: what this rank gets from each
    /// For alltoall with `counts`: what each rank sends to each, p x p, the row is the sender. Equal on all ranks;
    /// empty if it is not known. Only "balanced", "bruck" and "two-level" need it. With it the costs of the others are
    /// exact.
    std::span<const std::size_t> matrix{};
    bool commutative = false;        ///< the operation of a reduction
    std::size_t segment = 0;         ///< items of a segment in pipelined algorithms; 0: one segment
    int groups = 0;                  ///< of the ranks, in the scatter "two-level-groups"; 0: about sqrt(p)
    int fanout = 4;                  ///< most children of a rank in the algorithms "n-ary-tree"; 1 or more
    std::span<const int> host_of{};  ///< the number of each rank's host; empty: all on one host
};

/// True if `matrix` is known, for the algorithms of alltoall_varying that need it.
constexpr bool has_all_lengths(const collective_shape& shape) {
    return shape.matrix.size() == static_cast<std::size_t>(shape.size) * static_cast<std::size_t>(shape.size);
}

/// The blocks of a shape: where each begins and how long it is.
class block_layout {
  public:
    block_layout(std::size_t items, std::span<const std::size_t> counts) : items_(items), counts_(counts) {}

    [[nodiscard]] std::size_t count(int rank) const {
        return counts_.empty() ? items_ : counts_[static_cast<std::size_t>(rank)];
    }
    /// The items before the block of `rank`; the total for rank = p. O(p) if the counts differ.
    [[nodiscard]] std::size_t first(int rank) const { return total(0, rank); }
    /// The items of the blocks from `begin` to `end` - 1.
    [[nodiscard]] std::size_t total(int begin, int end) const {
        if (counts_.empty()) return items_ * static_cast<std::size_t>(end - begin);
        std::size_t sum = 0;
        for (int r = begin; r < end; ++r)
            sum += counts_[static_cast<std::size_t>(r)];
        return sum;
    }

  private:
    std::size_t items_;
    std::span<const std::size_t> counts_;
};

/// The first item of range `part`, if `items` are divided into `parts` consecutive ranges whose lengths differ by one
/// at most.
constexpr std::size_t division_begin(std::size_t items, int parts, int part) {
    const auto n = static_cast<std::size_t>(parts);
    const auto i = static_cast<std::size_t>(part);
    return items / n * i + (i < items % n ? i : items % n);
}

}  // namespace banyan::net

// Alltoall of blocks of different lengths in two phases (Lin 1995 thesis, section 4.3): which items each rank passes on
// for the others, and whether that saves time. Pure.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include "libnet/schedules/lin_model.hpp"

namespace banyan::net {

/// The lengths d[i][j] of the blocks from rank i to rank j. `counts` is p x p, the row is the sender, and must live as
/// long as this. Blocks of a rank for itself are not sent and are left out of all minima, maxima and sums; the thesis
/// includes them.
class block_lengths {
  public:
    block_lengths(int size, std::span<const std::size_t> counts) : size_(size), counts_(counts) {}

    [[nodiscard]] int size() const { return size_; }
    [[nodiscard]] std::size_t at(int from, int to) const {
        return counts_[static_cast<std::size_t>(from) * static_cast<std::size_t>(size_) + static_cast<std::size_t>(to)];
    }
    /// m_j and M_j: the shortest and the longest block for `to`. 0 for one rank.
    [[nodiscard]] std::size_t shortest(int to) const;
    [[nodiscard]] std::size_t longest(int to) const;

  private:
    int size_;
    std::span<const std::size_t> counts_;
};

/// The measures that decide whether balancing saves time, in items (figure 4.12).
struct balance_measures {
    int size = 1;
    std::size_t longest = 0;  ///< M_a: the longest block, to rank a
    std::size_t shortest_of_that =
        0;  ///< m_a: the shortest block to rank a; the largest difference if several have M_a
    std::size_t largest_shortest = 0;  ///< m_b: the largest of all m_j
    std::size_t most_above = 0;        ///< delta: the largest sum_j (d[i][j] - m_j) of a sender i
    friend bool operator==(const balance_measures&, const balance_measures&) = default;
};

/// O(p^2).
balance_measures measure_balance(const block_lengths& blocks);

/// The time without balancing is at most this: p T0 + (p m_b + p M_a - p m_a) Td (4.7). `item_bytes`: of one item.
double plain_time(const lin_parameters& model, const balance_measures& of, std::size_t item_bytes);
/// The time with balancing is at least this: 2 p T0 + (delta + p m_b) Td + delta Tc (4.6).
double balanced_time(const lin_parameters& model, const balance_measures& of, std::size_t item_bytes);
/// False if balancing cannot save time, because plain_time is shorter than balanced_time.
bool balancing_pays(const lin_parameters& model, const balance_measures& of, std::size_t item_bytes);

/// The shortest and the longest of all blocks for other ranks, in items: what the ranks know before they exchange all
/// lengths.
struct block_extremes {
    std::size_t shortest = 0, longest = 0;
    friend bool operator==(const block_extremes&, const block_extremes&) = default;
};
/// The extremes of the blocks of rank `sender` for the other ranks. There must be at least one other rank.
block_extremes extremes_of(std::span<const std::size_t> counts, std::size_t sender);
constexpr block_extremes extremes_of_both(const block_extremes& a, const block_extremes& b) {
    return {std::min(a.shortest, b.shortest), std::max(a.longest, b.longest)};
}

/// False if balancing saves no time for any blocks between these lengths, or saves less than the exchange of all
/// lengths costs. The sender of the longest block has a delta of M_a - m_a at least, so balancing saves at most
/// (M_a - m_a) ((p - 1) Td - Tc) - p T0 (plain_time - balanced_time). The exchange of the p x p lengths, 8 bytes each,
/// takes ceil(log2 p) T0 + 8 p (p - 1) Td. False for fewer than three ranks.
bool balancing_could_pay(const lin_parameters& model, int size, const block_extremes& blocks, std::size_t item_bytes);

/// Items first .. first + count - 1 of a block.
struct block_part {
    std::size_t first = 0, count = 0;
};

/// The items of the block from `from` to `to` that pass through rank `through`: the part above the shortest block for
/// `to` is divided evenly over all ranks. Neighbouring blocks begin with different ranks, so that the longer parts of
/// uneven divisions are spread too.
block_part part_through(const block_lengths& blocks, std::size_t shortest, int from, int to, int through);

}  // namespace banyan::net

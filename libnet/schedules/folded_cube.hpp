// p ranks folded to a cube of q = 2^d indices, q the largest power of two <= p. Ranks 2i and 2i+1 (i < p - q) share
// index i; each other rank has an index of its own. So indices, like ranks, are in order. Pure.
#pragma once

#include <bit>

namespace banyan::net {

class folded_cube {
  public:
    explicit constexpr folded_cube(int size)
        : indices_(static_cast<int>(std::bit_floor(static_cast<unsigned>(size)))), pairs_(size - indices_) {}

    [[nodiscard]] constexpr int indices() const { return indices_; }  ///< q
    [[nodiscard]] constexpr int pairs() const { return pairs_; }      ///< p - q
    [[nodiscard]] constexpr int dimension() const { return std::countr_zero(static_cast<unsigned>(indices_)); }  ///< d
    [[nodiscard]] constexpr bool in_pair(int rank) const { return rank < 2 * pairs_; }
    [[nodiscard]] constexpr int index_of(int rank) const { return in_pair(rank) ? rank / 2 : rank - pairs_; }
    /// The first rank of index `index`; the number of ranks for `index` = q.
    [[nodiscard]] constexpr int first_rank(int index) const { return index < pairs_ ? 2 * index : index + pairs_; }

  private:
    int indices_, pairs_;
};

}  // namespace banyan::net

// The levels of an FFT whose butterflies join points of two ranks: in each, a rank exchanges all its points with one
// other rank.
#pragma once

#include <complex>
#include <span>
#include <vector>

#include "banyan/net/neighbour_exchange.hpp"

namespace banyan::grid {

/// One butterfly with the points of the partner: rank `r` of p is one of two that differ in the bit `half`. Pure.
struct rank_butterfly {
    bool lower;                   ///< this rank has the bit 0
    std::complex<double> weight;  ///< exp(-+2 pi i j / (2 half)), j = r mod half
    bool decimates_frequency;     ///< the upper result is weighted; else the upper operand

    /// The butterfly of a forward transform, which takes the bits from the highest to the lowest. Its results are in
    /// bit-reversed order of the ranks.
    static rank_butterfly forward(int r, int half);
    /// The butterfly of an inverse transform, which takes the bits from the lowest to the highest. Undoes forward(),
    /// except for a factor of 2.
    static rank_butterfly inverse(int r, int half);
    /// result = own (+-) partner. `result` may be one of the operands.
    void combine(std::span<const std::complex<double>> own, std::span<const std::complex<double>> partner,
                 std::span<std::complex<double>> result) const;
};

class rank_butterflies {
  public:
    /// Collective over the group, whose size is a power of two.
    rank_butterflies(const net::group& tasks, net::deadline until);

    /// Transforms over the ranks, point by point, from `from` to `to`, which have one length and do not overlap. `from`
    /// is overwritten.
    void forward(std::span<std::complex<double>> from, std::span<std::complex<double>> to, net::deadline until) const;
    /// Undoes forward(), except for a factor of p: it does not divide.
    void inverse(std::span<std::complex<double>> from, std::span<std::complex<double>> to, net::deadline until) const;

  private:
    void run(std::span<std::complex<double>> from, std::span<std::complex<double>> to, bool is_forward,
             net::deadline until) const;

    int rank_;
    std::vector<net::graph_topology> partners_;  // by bit, the lowest first
};

}  // namespace banyan::grid

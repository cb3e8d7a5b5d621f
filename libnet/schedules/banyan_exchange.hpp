// The schedule of the Banyan reduction (globalsum) for any number of ranks: which ranks exchange in each round. Pure.
#pragma once

#include <vector>

namespace banyan::net {

/// What one rank does in one round of the Banyan reduction.
struct exchange_step {
    enum class kind {
        fold_send,     ///< sends its value to `partner` and waits for the result
        fold_receive,  ///< receives the value of `partner` and combines it on the right of its own
        exchange,      ///< sends its value and receives the partner's
        unfold_send,   ///< sends the result to `partner`
        unfold_receive
    };
    kind what;
    int partner;
    bool partner_is_left = false;  ///< the partner's value is the left operand
    friend bool operator==(const exchange_step&, const exchange_step&) = default;
};

/// The rounds of `rank` in a group of `size`, in order. Let q be the largest power of two <= size and r = size - q.
/// First the ranks 2i and 2i+1 (i < r) fold into 2i. Then the q remaining ranks exchange with partner (index xor 2^k),
/// k = 0 .. log2 q - 1. Last, 2i sends the result to 2i+1. After every exchange a rank holds the combination of an
/// aligned, consecutive block of ranks, the left half as the left operand. So the order of ranks is kept, and all ranks
/// compute the same value, bit for bit.
std::vector<exchange_step> banyan_exchange(int rank, int size);

}  // namespace banyan::net

// The schedule of the Banyan reduction (globalsum): who exchanges with whom, for any number of ranks. Pure.
#pragma once

#include <vector>

namespace banyan::net {

/// What one rank does in one round of the Banyan reduction.
struct exchange_step {
    enum class kind {
        fold_send,     ///< gives its value to `partner` and waits for the result
        fold_receive,  ///< takes the value of `partner`, combined on the right of its own
        exchange,      ///< both give and take
        unfold_send,   ///< gives the result to `partner`
        unfold_receive
    };
    kind what;
    int partner;
    bool partner_is_left = false;  ///< the partner's value stands left of our own in the operation
    friend bool operator==(const exchange_step&, const exchange_step&) = default;
};

/// The rounds of `rank` in a group of `size`, in order. With q the largest power of two <= size and r = size - q:
/// ranks 2i, 2i+1 (i < r) first fold into 2i, then the q remaining ranks exchange with partner (index xor 2^k), k = 0
/// .. log2 q - 1, then 2i gives the result back to 2i+1. After every exchange a rank holds the combination of an
/// aligned, consecutive block of ranks, left before right: the order of ranks is kept, and all compute bitwise the same
/// value.
std::vector<exchange_step> banyan_exchange(int rank, int size);

}  // namespace banyan::net

// Rearrangements of the indices 0 .. n - 1: bit reversal, perfect shuffle. Pure: no I/O.
#pragma once

#include <cstdint>
#include <functional>

namespace banyan::grid {

/// The lowest `bits` bits of the index in reverse order; the higher ones must be 0. 0 <= bits <= 62.
constexpr std::int64_t bit_reversed(std::int64_t index, int bits) {
    std::int64_t reversed = 0;
    for (int b = 0; b < bits; ++b, index >>= 1)
        reversed = reversed << 1 | (index & 1);
    return reversed;
}

/// Where index i of n goes in a perfect shuffle: the two halves alternate, beginning with the first one, which has one
/// item more if n is odd. For a power of two this rotates the bits of the index by one to the left.
constexpr std::int64_t perfect_shuffled(std::int64_t index, std::int64_t n) {
    const std::int64_t half = n - n / 2;
    return index < half ? 2 * index : 2 * (index - half) + 1;
}
/// The inverse of perfect_shuffled().
constexpr std::int64_t perfect_unshuffled(std::int64_t index, std::int64_t n) {
    return index % 2 == 0 ? index / 2 : n - n / 2 + index / 2;
}

/// A rearrangement of the indices 0 .. n - 1 that every processor can compute: item i becomes item to(i). `from` is the
/// inverse of `to`. Both are called from one thread.
struct index_shuffle {
    std::function<std::int64_t(std::int64_t)> to;
    std::function<std::int64_t(std::int64_t)> from;
};

/// Every item keeps its index: for a change of the layout alone, as cyclic <-> blocked.
index_shuffle no_shuffle();
/// bit_reversed() of n indices. Throws part::error unless n is a power of two.
index_shuffle bit_reversal(std::int64_t n);
/// perfect_shuffled() of n indices, any n.
index_shuffle perfect_shuffle(std::int64_t n);
/// The inverse.
index_shuffle inverse(index_shuffle of);

}  // namespace banyan::grid

// Items and operations of the tests of reductions.
#pragma once

#include <cstdint>
#include <vector>

namespace banyan::testing {

/// An associative operation that does not commute: the composition of x -> a x + b modulo the prime 65521, where an
/// item is a * 2^16 + b. op(l, r) is "first l, then r".
inline std::int64_t ordered_operation(std::int64_t left, std::int64_t right) {
    constexpr std::int64_t prime = 65521;
    const std::int64_t a = left >> 16, b = left & 0xffff, c = right >> 16, d = right & 0xffff;
    return (a * c % prime) << 16 | (c * b + d) % prime;
}

/// Different items for each rank and index.
inline std::vector<std::int64_t> values_of_rank(int rank, std::size_t items) {
    std::vector<std::int64_t> values(items);
    for (std::size_t i = 0; i < items; ++i) {
        const std::uint64_t mixed = (static_cast<std::uint64_t>(rank) * 1'000'003 + i) * 2'654'435'761u;
        values[i] = static_cast<std::int64_t>((1 + mixed % 65'000) << 16 | (mixed >> 20) % 65'000);
    }
    return values;
}

/// op(..op(values of rank begin, values of rank begin + 1).., values of rank end - 1), item by item.
template <class Op>
std::vector<std::int64_t> combined_in_order(int begin, int end, std::size_t items, Op op) {
    std::vector<std::int64_t> result = values_of_rank(begin, items);
    for (int r = begin + 1; r < end; ++r) {
        const std::vector<std::int64_t> next = values_of_rank(r, items);
        for (std::size_t i = 0; i < items; ++i)
            result[i] = op(result[i], next[i]);
    }
    return result;
}

}  // namespace banyan::testing

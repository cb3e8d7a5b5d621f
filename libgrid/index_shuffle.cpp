#include "banyan/grid/index_shuffle.hpp"

#include <bit>
#include <string>
#include <utility>

#include "banyan/part/error.hpp"

namespace banyan::grid {

index_shuffle no_shuffle() {
    const auto same = [](std::int64_t i) { return i; };
    return {same, same};
}

index_shuffle bit_reversal(std::int64_t n) {
    if (n < 1 || !std::has_single_bit(static_cast<std::uint64_t>(n)))
        throw part::error("bit_reversal: " + std::to_string(n) + " items, allowed: powers of two");
    const int bits = std::countr_zero(static_cast<std::uint64_t>(n));
    const auto reversed = [bits](std::int64_t i) { return bit_reversed(i, bits); };
    return {reversed, reversed};
}

index_shuffle perfect_shuffle(std::int64_t n) {
    return {[n](std::int64_t i) { return perfect_shuffled(i, n); },
            [n](std::int64_t i) { return perfect_unshuffled(i, n); }};
}

index_shuffle inverse(index_shuffle of) {
    return {std::move(of.from), std::move(of.to)};
}

}  // namespace banyan::grid

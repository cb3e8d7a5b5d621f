#include "libnet/wire/binary128.hpp"

#include <cmath>
#include <limits>

namespace banyan::net::wire {
namespace {

constexpr int bias = 16383;
constexpr int high_fraction_bits = 48;  // of the high word; the low word has the other 64
constexpr std::uint64_t leading_one = std::uint64_t{1} << high_fraction_bits;
constexpr std::uint64_t exponent_mask = 0x7fff;
constexpr std::uint64_t quiet_nan = exponent_mask << high_fraction_bits | leading_one >> 1;

// The significand shifted right by 1 .. 112 bits, as a subnormal number stores it.
binary128 shifted_right(binary128 significand, int bits) {
    if (bits >= 64) return {0, significand.high >> (bits - 64)};
    return {significand.high >> bits, significand.low >> bits | significand.high << (64 - bits)};
}

}  // namespace

binary128 to_binary128(long double value) {
    const std::uint64_t sign = static_cast<std::uint64_t>(std::signbit(value)) << 63;
    if (std::isnan(value)) return {sign | quiet_nan, 0};
    if (std::isinf(value)) return {sign | exponent_mask << high_fraction_bits, 0};
    if (value == 0) return {sign, 0};
    int exponent = 0;  // value = fraction * 2^exponent, fraction in [1/2, 1)
    const long double scaled = std::ldexp(std::frexp(std::fabs(value), &exponent), high_fraction_bits + 1);
    binary128 bits;  // the significand; its leading one is bit 48 of the high word
    bits.high = static_cast<std::uint64_t>(scaled);
    bits.low = static_cast<std::uint64_t>(std::ldexp(scaled - static_cast<long double>(bits.high), 64));
    const int biased = exponent - 1 + bias;
    if (biased < 1)
        bits = shifted_right(bits, 1 - biased);
    else
        bits.high = (bits.high & ~leading_one) | static_cast<std::uint64_t>(biased) << high_fraction_bits;
    bits.high |= sign;
    return bits;
}

bool from_binary128(const binary128& bits, long double& value) {
    const auto biased = static_cast<int>(bits.high >> high_fraction_bits & exponent_mask);
    std::uint64_t high = bits.high & (leading_one - 1);
    long double magnitude = 0;
    if (biased == static_cast<int>(exponent_mask)) {
        magnitude = (high | bits.low) != 0 ? std::numeric_limits<long double>::quiet_NaN()
                                           : std::numeric_limits<long double>::infinity();
    } else {
        if (biased > 0) high |= leading_one;
        const long double significand =
            std::ldexp(static_cast<long double>(high), 64) + static_cast<long double>(bits.low);
        magnitude = std::ldexp(significand, (biased > 0 ? biased : 1) - bias - high_fraction_bits - 64);
        if (std::isinf(magnitude)) return false;
    }
    value = bits.high >> 63 != 0 ? -magnitude : magnitude;
    return true;
}

}  // namespace banyan::net::wire

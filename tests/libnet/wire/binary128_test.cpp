#include "libnet/wire/binary128.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

namespace binary128_test {

using banyan::net::wire::binary128;
using banyan::net::wire::from_binary128;
using banyan::net::wire::to_binary128;

namespace {

using limits = std::numeric_limits<long double>;

long double back(const binary128& bits) {
    long double value = 0;
    REQUIRE(from_binary128(bits, value));
    return value;
}

long double random_value(std::mt19937_64& random) {
    const auto whole = static_cast<long double>(random());
    const auto exponent = static_cast<int>(random() % 32000) - 16400;
    const long double value = std::ldexp(whole, exponent);
    return random() % 2 ? value : -value;
}

}  // namespace

TEST_CASE("known numbers have the bits of IEEE binary128", "[binary128]") {
    CHECK(to_binary128(0.0L) == binary128{0, 0});
    CHECK(to_binary128(-0.0L) == binary128{0x8000000000000000, 0});
    CHECK(to_binary128(1.0L) == binary128{0x3fff000000000000, 0});
    CHECK(to_binary128(-2.5L) == binary128{0xc000400000000000, 0});
    CHECK(to_binary128(limits::infinity()) == binary128{0x7fff000000000000, 0});
    CHECK(to_binary128(std::ldexp(1.0L, -16382)) == binary128{0x0001000000000000, 0});
    CHECK(to_binary128(std::ldexp(1.0L, -16383)) == binary128{0x0000800000000000, 0});
    CHECK(to_binary128(limits::denorm_min()) == binary128{0, std::uint64_t{1} << 49});
    CHECK(std::isnan(back(to_binary128(limits::quiet_NaN()))));
    CHECK(std::signbit(back(to_binary128(-0.0L))));
}

TEST_CASE("every long double comes back as it went", "[binary128]") {
    std::mt19937_64 random(3);
    for (int i = 0; i < 20000; ++i) {
        const long double value = random_value(random);
        REQUIRE(back(to_binary128(value)) == value);
    }
    for (const long double edge : {limits::max(), limits::min(), limits::denorm_min(), limits::lowest()})
        CHECK(back(to_binary128(edge)) == edge);
}

#ifdef __SIZEOF_FLOAT128__
__extension__ using quad = __float128;

namespace {

// The compiler's own conversion as the oracle.
binary128 bits_of(quad value) {
    binary128 bits;
    std::memcpy(&bits.low, &value, 8);
    std::memcpy(&bits.high, reinterpret_cast<const char*>(&value) + 8, 8);
    return bits;
}

}  // namespace

TEST_CASE("both directions agree with the compiler's binary128", "[binary128]") {
    std::mt19937_64 random(5);
    for (int i = 0; i < 20000; ++i) {
        const long double value = random_value(random);
        REQUIRE(to_binary128(value) == bits_of(static_cast<quad>(value)));
        const quad fine = static_cast<quad>(value) + static_cast<quad>(value) / static_cast<quad>(random() | 1);
        const auto rounded = static_cast<long double>(fine);
        if (std::isnormal(rounded)) REQUIRE(back(bits_of(fine)) == rounded);
    }
}

TEST_CASE("a number beyond the range of long double is refused", "[binary128]") {
    if (limits::digits == 113) return;  // none is
    const binary128 largest{0x7ffeffffffffffff, 0xffffffffffffffff};
    long double value = 7;
    CHECK_FALSE(from_binary128(largest, value));
    CHECK(value == 7);
}
#endif

}  // namespace binary128_test

// The operations against their definitions, and the traits against what the operations do.
#include "banyan/net/operations.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <vector>

#include "banyan/net/collectives.hpp"
#include "tests/libnet/messaging/mailbox_testing.hpp"

namespace operations_test {

using namespace banyan::net;
using namespace banyan::testing;

namespace {

struct first_of_two {
    int operator()(int a, int) const { return a; }
};
struct agreed_sum {
    int operator()(int a, int b) const { return a + b; }
};

// All bits, so that -0 and +0 differ and NaN equals itself.
template <class T>
bool same(const T& a, const T& b) {
    if constexpr (std::same_as<T, double>)
        return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
    else if constexpr (requires { a.index; })
        return same(a.value, b.value) && a.index == b.index;
    else
        return a == b;
}

// Checks that op commutes on these values and gives the same for every association of three of them.
template <class Op, class T>
void check_exact(Op op, const std::vector<T>& values) {
    STATIC_REQUIRE(is_exact<Op, T>);
    STATIC_REQUIRE(is_commutative<Op, T>);
    for (const T& a : values)
        for (const T& b : values) {
            REQUIRE(same(op(a, b), op(b, a)));
            for (const T& c : values)
                REQUIRE(same(op(op(a, b), c), op(a, op(b, c))));
        }
}

const double nan_value = std::nan(""), infinity = std::numeric_limits<double>::infinity();
const std::vector<double> doubles{0.0, -0.0, 1.5, -1.5, infinity, -infinity, nan_value, -nan_value, std::nan("7")};
const std::vector<int> ints{0, 1, -1, 5, std::numeric_limits<int>::max(), std::numeric_limits<int>::min()};

std::vector<located<double>> locations() {
    std::vector<located<double>> all;
    for (const double value : {0.0, 2.5, -infinity, nan_value})
        for (const std::int64_t index : {0, 1, -3})
            all.push_back({value, index});
    return all;
}

}  // namespace
}  // namespace operations_test

template <>
inline constexpr bool banyan::net::is_commutative<operations_test::agreed_sum, int> = true;

namespace operations_test {

TEST_CASE("operations: those that count as exact are, also at the ends of the type and for NaN", "[operations]") {
    check_exact(op::min(), doubles);
    check_exact(op::max(), doubles);
    check_exact(op::logical_and(), doubles);
    check_exact(op::logical_or(), doubles);
    check_exact(op::min_location(), locations());
    check_exact(op::max_location(), locations());
    check_exact(op::sum(), ints);
    check_exact(op::product(), ints);
    check_exact(op::min(), ints);
    check_exact(op::max(), ints);
    check_exact(op::bit_and(), ints);
    check_exact(op::bit_or(), ints);
    check_exact(op::bit_xor(), ints);
    check_exact(op::sum(), std::vector<short>{1, -1, 32767, -32768});
    check_exact(op::product(), std::vector<short>{1, -1, 32767, -32768});
    check_exact(op::sum(), std::vector<std::uint8_t>{0, 1, 200, 255});
    check_exact(op::logical_or(), std::vector<int>{0, 1, 7, -1});
}

TEST_CASE("operations: results", "[operations]") {
    STATIC_REQUIRE(op::sum()(2, 3) == 5);
    STATIC_REQUIRE(op::sum()(std::numeric_limits<int>::max(), 1) == std::numeric_limits<int>::min());
    STATIC_REQUIRE(op::product()(std::uint8_t{16}, std::uint8_t{17}) == 16);
    STATIC_REQUIRE(op::product()(0.5, 3.0) == 1.5);
    STATIC_REQUIRE((op::sum()(true, true) && !op::product()(true, false)));
    STATIC_REQUIRE(op::min()(2, -3) == -3);
    STATIC_REQUIRE(op::max()(2.5, -3.0) == 2.5);
    STATIC_REQUIRE((op::bit_and()(6, 3) == 2 && op::bit_or()(6, 3) == 7 && op::bit_xor()(6, 3) == 5));
    STATIC_REQUIRE((op::logical_and()(6, 0) == 0 && op::logical_and()(6, 3) == 1 && op::logical_or()(0.0, 0.5) == 1));
    CHECK(std::signbit(op::min()(0.0, -0.0)));
    CHECK_FALSE(std::signbit(op::max()(-0.0, 0.0)));
    CHECK(std::signbit(op::max()(-0.0, -0.0)));
    CHECK(std::isnan(op::min()(1.0, nan_value)));
    CHECK(std::isnan(op::max()(nan_value, infinity)));
    using at = located<double>;
    CHECK(op::min_location()(at{1, 5}, at{2, 3}) == at{1, 5});
    CHECK(op::max_location()(at{1, 5}, at{2, 3}) == at{2, 3});
    CHECK(op::max_location()(at{2, 5}, at{2, 3}) == at{2, 3});
    CHECK(op::max_location()(at{infinity, 1}, at{nan_value, 9}).index == 9);
    CHECK(op::min_location()(at{nan_value, 7}, at{nan_value, 2}).index == 2);
}

TEST_CASE("operations: what is known about an operation", "[operations]") {
    STATIC_REQUIRE((is_commutative<op::sum, double> && !is_exact<op::sum, double>));
    STATIC_REQUIRE((is_commutative<std::plus<>, float> && !is_exact<std::plus<float>, float>));
    STATIC_REQUIRE((is_exact<std::plus<>, int> && is_exact<std::multiplies<long>, long>));
    STATIC_REQUIRE((is_exact<std::bit_xor<>, unsigned> && is_exact<std::logical_and<>, bool>));
    STATIC_REQUIRE((!is_commutative<std::minus<>, int> && !is_exact<std::minus<>, int>));
    STATIC_REQUIRE((!is_commutative<first_of_two, int> && !is_exact<first_of_two, int>));
    STATIC_REQUIRE((is_commutative<agreed_sum, int> && !is_exact<agreed_sum, int>));
    STATIC_REQUIRE((!is_commutative<agreed_sum, long> && !is_commutative<op::sum, located<int>>));
}

TEST_CASE("operations: in a collective", "[operations]") {
    const int size = GENERATE(1, 3, 8);
    on_every_transport(size, [&](group& world) {
        const int me = world.rank().value;
        const auto hottest =
            allreduce_value(world, located<double, int>{-std::abs(me - 1.0), me}, op::max_location(), limit);
        demand(hottest.index == (size > 1 ? 1 : 0), "the place of the maximum");
        demand(allreduce_value(world, 1u << me, op::bit_or(), limit) == (1u << size) - 1, "bits");
        demand(allreduce_value(world, me > 0, op::logical_and(), limit) == false, "logical");
        demand(allreduce_value(world, me, op::sum(), limit) == size * (size - 1) / 2, "sum");
    });
}

}  // namespace operations_test

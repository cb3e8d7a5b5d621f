// Texts that are numbers, and texts that are not.
#include "libnet/base/number_text.hpp"

#include <catch2/catch.hpp>
#include <cstdint>
#include <limits>
#include <string>

namespace number_text_test {

using namespace banyan::net;

TEST_CASE("A text is a number if it has nothing else") {
    CHECK(number_in<int>("42") == 42);
    CHECK(number_in<int>("-7") == -7);
    CHECK(number_in<double>("2.5e-3") == 0.0025);
    for (const char* text : {"", " 42", "42 ", "+42", "4 2", "42x", "0x2a", "4.5"}) {
        CAPTURE(text);
        CHECK_FALSE(number_in<int>(text).has_value());
    }
    CHECK_FALSE(number_in<unsigned>("-1").has_value());
}

TEST_CASE("A number that does not fit its type is no number") {
    const auto largest = std::numeric_limits<std::int32_t>::max();
    CHECK(number_in<std::int32_t>(std::to_string(largest)) == largest);
    CHECK_FALSE(number_in<std::int32_t>(std::to_string(std::int64_t{largest} + 1)).has_value());
    CHECK_FALSE(number_in<double>("1e999").has_value());
}

TEST_CASE("A whole number is read in its base") {
    CHECK(number_in<int>("2a", 16) == 42);
    CHECK(number_in<int>("52", 8) == 42);
    CHECK_FALSE(number_in<int>("58", 8).has_value());
    CHECK_FALSE(number_in<int>("2g", 16).has_value());
}

TEST_CASE("A number outside of its limits is no number") {
    CHECK(number_between("1", 1, 3) == 1);
    CHECK(number_between("3", 1, 3) == 3);
    CHECK_FALSE(number_between("0", 1, 3).has_value());
    CHECK_FALSE(number_between("4", 1, 3).has_value());
    CHECK_FALSE(number_between("nan", 0.0, 1.0).has_value());
}

}  // namespace number_text_test

#include <array>
#include <catch2/catch.hpp>
#include <string>

#include "libnet/pvm3/codec.hpp"
#include "libnet/pvm3/format.hpp"
#include "pvm3/pvm3.h"

namespace format_test {

using namespace banyan::pvm3;

namespace {

int packf(buffer_table& table, const char* format, ...) {
    format_arguments arguments;
    va_start(arguments.list, format);
    const int code = pack_format(table, format, arguments);
    va_end(arguments.list);
    return code;
}

int unpackf(buffer_table& table, const char* format, ...) {
    format_arguments arguments;
    va_start(arguments.list, format);
    if (table.send_id() != 0) table.set_receive(table.send_id());
    const int code = unpack_format(table, format, arguments);
    va_end(arguments.list);
    return code;
}

}  // namespace

TEST_CASE("one value of each type by value", "[pvm3][format]") {
    buffer_table table;
    float complex[] = {1, 2};
    double wide_complex[] = {3, 4};
    REQUIRE(packf(table, "%+ %c%hd%d%ld %hud%ud%lud %f%lf %x%lx %s", PvmDataDefault, 'a', -1, -2, -3L, 65535,
                  4000000000u, ~0ul, 1.5, 2.5, complex, wide_complex, "text") == PvmOk);
    char c = 0;
    short s = 0;
    int i = 0;
    long l = 0;
    unsigned short us = 0;
    unsigned u = 0;
    unsigned long ul = 0;
    float f = 0, x[2] = {};
    double d = 0, dx[2] = {};
    char text[8] = {};
    REQUIRE(unpackf(table, "%c%hd%d%ld%hud%ud%lud%f%lf%x%lx%s", &c, &s, &i, &l, &us, &u, &ul, &f, &d, x, dx, text) ==
            PvmOk);
    CHECK(c == 'a');
    CHECK(s == -1);
    CHECK(i == -2);
    CHECK(l == -3);
    CHECK(us == 65535);
    CHECK(u == 4000000000u);
    CHECK(ul == ~0ul);
    CHECK(f == 1.5f);
    CHECK(d == 2.5);
    CHECK(x[1] == 2);
    CHECK(dx[0] == 3);
    CHECK(std::string(text) == "text");
    CHECK(table.receive_buffer()->remaining() == 0);
}

TEST_CASE("counts and strides, as digits and as arguments", "[pvm3][format]") {
    buffer_table table;
    const std::array<int, 6> numbers{1, 2, 3, 4, 5, 6};
    REQUIRE(packf(table, "%+%2d%*d%2.2d%*.*d%.1d", PvmDataRaw, numbers.data(), 1, numbers.data() + 5, numbers.data(), 2,
                  3, numbers.data(), numbers.data() + 1) == PvmOk);
    std::array<int, 8> back{};
    REQUIRE(unpackf(table, "%*d", 8, back.data()) == PvmOk);
    CHECK(back == std::array{1, 2, 6, 1, 3, 1, 4, 2});
}

TEST_CASE("wrong formats are PvmBadParam", "[pvm3][format]") {
    buffer_table table;
    CHECK(packf(table, "%d", 1) == PvmNoBuf);
    CHECK(packf(table, "%+", 99) == PvmBadParam);
    REQUIRE(packf(table, "%+", PvmDataDefault) == PvmOk);
    CHECK(packf(table, "%q", 1) == PvmBadParam);
    CHECK(packf(table, "%d%+", 1, 0) == PvmBadParam);
    CHECK(packf(table, "%") == PvmBadParam);
    CHECK(packf(table, "%12") == PvmBadParam);
    CHECK(packf(table, nullptr) == PvmBadParam);
    CHECK(packf(table, "%*d", -1, nullptr) == PvmBadParam);
    CHECK(packf(table, "no item") == PvmOk);
    CHECK(packf(table, "%99999999999999999999d", nullptr) == PvmBadParam);
    CHECK(unpackf(table, "%+", 0) == PvmBadParam);
}

TEST_CASE("values cannot be packed in place, arrays can", "[pvm3][format]") {
    buffer_table table;
    const int numbers[] = {1, 2};
    CHECK(packf(table, "%+%2d", PvmDataInPlace, numbers) == PvmOk);
    CHECK(packf(table, "%d", 1) == PvmNotImpl);
    CHECK(packf(table, "%s", "text") == PvmNotImpl);
    CHECK(table.send_buffer()->length() == sizeof numbers);
}

}  // namespace format_test

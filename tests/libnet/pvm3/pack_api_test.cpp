#include <catch2/catch.hpp>
#include <cstring>
#include <string>

#include "pvm3/pvm3.h"
#include "tests/libnet/pvm3/quiet_library.hpp"

namespace pack_api_test {

using banyan::testing::quiet_library;

TEST_CASE("every pack call has its unpack call", "[pvm3][api]") {
    const quiet_library quiet;
    const int encoding = GENERATE(PvmDataDefault, PvmDataRaw);
    const int id = pvm_initsend(encoding);
    const char c[] = {'a', 'b', 'c'};
    const short s[] = {-1, 2};
    const int i[] = {-3, 4};
    const long l[] = {-5, 1l << 40};
    const float f[] = {1, -2, 3, 4};
    const double d[] = {1, -2, 3, 4};
    const unsigned short us[] = {65535, 1};
    const unsigned u[] = {4000000000u, 1};
    const unsigned long ul[] = {~0ul, 1};
    CHECK(pvm_pkbyte(c, 3, 1) == PvmOk);
    CHECK(pvm_pkshort(s, 2, 1) == PvmOk);
    CHECK(pvm_pkint(i, 2, 1) == PvmOk);
    CHECK(pvm_pklong(l, 2, 1) == PvmOk);
    CHECK(pvm_pkfloat(f, 4, 1) == PvmOk);
    CHECK(pvm_pkdouble(d, 4, 1) == PvmOk);
    CHECK(pvm_pkcplx(f, 2, 1) == PvmOk);
    CHECK(pvm_pkdcplx(d, 2, 1) == PvmOk);
    CHECK(pvm_pkushort(us, 2, 1) == PvmOk);
    CHECK(pvm_pkuint(u, 2, 1) == PvmOk);
    CHECK(pvm_pkulong(ul, 2, 1) == PvmOk);
    CHECK(pvm_pkstr("text") == PvmOk);

    CHECK(pvm_setrbuf(id) == 0);
    char bytes[3] = {};
    short shorts[2] = {};
    int ints[2] = {};
    long longs[2] = {};
    float floats[4] = {}, complex[4] = {};
    double doubles[4] = {}, wide[4] = {};
    unsigned short ushorts[2] = {};
    unsigned uints[2] = {};
    unsigned long ulongs[2] = {};
    char text[8] = {};
    CHECK(pvm_upkbyte(bytes, 3, 1) == PvmOk);
    CHECK(pvm_upkshort(shorts, 2, 1) == PvmOk);
    CHECK(pvm_upkint(ints, 2, 1) == PvmOk);
    CHECK(pvm_upklong(longs, 2, 1) == PvmOk);
    CHECK(pvm_upkfloat(floats, 4, 1) == PvmOk);
    CHECK(pvm_upkdouble(doubles, 4, 1) == PvmOk);
    CHECK(pvm_upkcplx(complex, 2, 1) == PvmOk);
    CHECK(pvm_upkdcplx(wide, 2, 1) == PvmOk);
    CHECK(pvm_upkushort(ushorts, 2, 1) == PvmOk);
    CHECK(pvm_upkuint(uints, 2, 1) == PvmOk);
    CHECK(pvm_upkulong(ulongs, 2, 1) == PvmOk);
    CHECK(pvm_upkstr(text) == PvmOk);
    CHECK(std::memcmp(bytes, c, sizeof c) == 0);
    CHECK(std::memcmp(shorts, s, sizeof s) == 0);
    CHECK(std::memcmp(ints, i, sizeof i) == 0);
    CHECK(std::memcmp(longs, l, sizeof l) == 0);
    CHECK(std::memcmp(floats, f, sizeof f) == 0);
    CHECK(std::memcmp(doubles, d, sizeof d) == 0);
    CHECK(std::memcmp(complex, f, sizeof f) == 0);
    CHECK(std::memcmp(wide, d, sizeof d) == 0);
    CHECK(std::memcmp(ushorts, us, sizeof us) == 0);
    CHECK(std::memcmp(uints, u, sizeof u) == 0);
    CHECK(std::memcmp(ulongs, ul, sizeof ul) == 0);
    CHECK(std::string(text) == "text");
    CHECK(pvm_upkbyte(bytes, 1, 1) == PvmNoData);
}

TEST_CASE("a stride of complex numbers counts complex numbers", "[pvm3][api]") {
    const quiet_library quiet;
    const float numbers[] = {1, 2, 3, 4, 5, 6};
    pvm_initsend(PvmDataDefault);
    CHECK(pvm_pkcplx(numbers, 2, 2) == PvmOk);
    pvm_setrbuf(pvm_getsbuf());
    float back[4] = {};
    CHECK(pvm_upkcplx(back, 2, 1) == PvmOk);
    CHECK(back[0] == 1);
    CHECK(back[1] == 2);
    CHECK(back[2] == 5);
    CHECK(back[3] == 6);
}

TEST_CASE("without an active buffer pack and unpack are PvmNoBuf", "[pvm3][api]") {
    const quiet_library quiet;
    int number = 0;
    char text[2] = {};
    CHECK(pvm_pkint(&number, 1, 1) == PvmNoBuf);
    CHECK(pvm_upkint(&number, 1, 1) == PvmNoBuf);
    CHECK(pvm_pkstr(text) == PvmNoBuf);
    CHECK(pvm_upkstr(text) == PvmNoBuf);
    CHECK(pvm_packf("%d", 1) == PvmNoBuf);
    CHECK(pvm_unpackf("%d", &number) == PvmNoBuf);
    CHECK(pvm_upkmesg() == PvmNoBuf);
}

TEST_CASE("packf and unpackf use the active buffers", "[pvm3][api]") {
    const quiet_library quiet;
    const int numbers[] = {1, 2, 3};
    REQUIRE(pvm_packf("%+ %s %d %3d", PvmDataDefault, "abc", 3, numbers) == PvmOk);
    pvm_setrbuf(pvm_getsbuf());
    char text[4] = {};
    int count = 0;
    int back[3] = {};
    REQUIRE(pvm_unpackf("%s %d", text, &count) == PvmOk);
    REQUIRE(pvm_unpackf("%*d", count, back) == PvmOk);
    CHECK(std::string(text) == "abc");
    CHECK(back[2] == 3);
}

}  // namespace pack_api_test

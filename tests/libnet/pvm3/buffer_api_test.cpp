#include <catch2/catch.hpp>
#include <climits>
#include <string>

#include "libnet/pvm3/library.hpp"
#include "pvm3/pvm3.h"
#include "tests/libnet/pvm3/quiet_library.hpp"

namespace buffer_api_test {

using banyan::testing::quiet_library;

namespace {

int length_of(int id) {
    int bytes = -1;
    CHECK(pvm_bufinfo(id, &bytes, nullptr, nullptr) == PvmOk);
    return bytes;
}

}  // namespace

TEST_CASE("a new task has no active buffers", "[pvm3][api]") {
    const quiet_library quiet;
    CHECK(pvm_getsbuf() == 0);
    CHECK(pvm_getrbuf() == 0);
    CHECK(pvm_freebuf(0) == PvmOk);
}

TEST_CASE("the active buffers are exchanged", "[pvm3][api]") {
    const quiet_library quiet;
    const int first = pvm_initsend(PvmDataDefault);
    CHECK(pvm_getsbuf() == first);
    const int second = pvm_mkbuf(PvmDataRaw);
    CHECK(pvm_getsbuf() == first);
    CHECK(pvm_setsbuf(second) == first);
    CHECK(pvm_setrbuf(first) == 0);
    CHECK(pvm_getrbuf() == first);
    CHECK(pvm_setrbuf(0) == first);
    CHECK(pvm_freebuf(second) == PvmOk);
    CHECK(pvm_getsbuf() == 0);
}

TEST_CASE("unknown buffers are PvmNoSuchBuf", "[pvm3][api]") {
    const quiet_library quiet;
    pvmminfo info{};
    CHECK(pvm_freebuf(77) == PvmNoSuchBuf);
    CHECK(pvm_setsbuf(77) == PvmNoSuchBuf);
    CHECK(pvm_setrbuf(77) == PvmNoSuchBuf);
    CHECK(pvm_bufinfo(77, nullptr, nullptr, nullptr) == PvmNoSuchBuf);
    CHECK(pvm_getminfo(77, &info) == PvmNoSuchBuf);
    CHECK(pvm_setminfo(77, &info) == PvmNoSuchBuf);
    CHECK(pvm_freebuf(-5) == PvmBadParam);
    CHECK(pvm_setsbuf(-5) == PvmBadParam);
    CHECK(pvm_setrbuf(-5) == PvmBadParam);
    CHECK(pvm_bufinfo(0, nullptr, nullptr, nullptr) == PvmBadParam);
    CHECK(pvm_getminfo(0, &info) == PvmBadParam);
    CHECK(pvm_setminfo(-5, &info) == PvmBadParam);
    CHECK(pvm_getmwid(77) == PvmNoSuchBuf);
    CHECK(pvm_setmwid(77, 1) == PvmNoSuchBuf);
    CHECK(pvm_pkmesg(77) == PvmNoSuchBuf);
    CHECK(pvm_initsend(3) == PvmBadParam);
    CHECK(pvm_mkbuf(99) == PvmBadParam);
}

TEST_CASE("the header can be read and changed", "[pvm3][api]") {
    const quiet_library quiet;
    const int id = pvm_initsend(PvmDataRaw);
    pvm_pkint(&id, 1, 1);
    pvmminfo info{};
    REQUIRE(pvm_getminfo(id, &info) == PvmOk);
    CHECK(info.len == static_cast<int>(sizeof id));
    CHECK(info.enc == banyan::pvm3::raw_encoding);
    CHECK(info.crc == 0);
    info.len = 99;
    info.ctx = 1;
    info.tag = 2;
    info.wid = 3;
    info.enc = 4;
    info.src = 5;
    info.dst = 6;
    REQUIRE(pvm_setminfo(id, &info) == PvmOk);
    pvmminfo changed{};
    REQUIRE(pvm_getminfo(id, &changed) == PvmOk);
    CHECK(changed.len == static_cast<int>(sizeof id));
    CHECK(changed.ctx == 1);
    CHECK(changed.tag == 2);
    CHECK(changed.wid == 3);
    CHECK(changed.enc == banyan::pvm3::raw_encoding);
    CHECK(changed.src == 5);
    CHECK(changed.dst == 6);
    CHECK(pvm_setmwid(id, 30) == PvmOk);
    CHECK(pvm_getmwid(id) == 30);
    int tag = 0, tid = 0;
    CHECK(pvm_bufinfo(id, nullptr, &tag, &tid) == PvmOk);
    CHECK(tag == 2);
    CHECK(tid == 5);
    CHECK(pvm_getminfo(id, nullptr) == PvmBadParam);
    CHECK(pvm_setminfo(id, nullptr) == PvmBadParam);
}

TEST_CASE("PvmDataDefault has the number of PVM 3.4.6 for programs", "[pvm3][api]") {
    const quiet_library quiet;
    pvmminfo info{};
    CHECK(pvm_getminfo(pvm_initsend(PvmDataDefault), &info) == PvmOk);
    CHECK(info.enc == 0x10000000);
}

TEST_CASE("a message inside a message comes back with its header", "[pvm3][api]") {
    const quiet_library quiet;
    const int outer_encoding = GENERATE(PvmDataDefault, PvmDataRaw);
    const int inner_encoding = GENERATE(PvmDataDefault, PvmDataRaw, PvmDataInPlace);
    const char bytes[] = {1, 2, 3};
    const int inner = pvm_initsend(inner_encoding);
    pvm_pkbyte(bytes, 3, 1);
    pvmminfo info{};
    info.ctx = 1;
    info.tag = 2;
    info.wid = 3;
    info.src = 4;
    pvm_setminfo(inner, &info);

    const int outer = pvm_mkbuf(outer_encoding);
    CHECK(pvm_setsbuf(outer) == inner);
    CHECK(pvm_pkstr("before") == PvmOk);
    REQUIRE(pvm_pkmesg(inner) == PvmOk);
    CHECK(pvm_pkstr("after") == PvmOk);

    pvm_setrbuf(outer);
    char text[8] = {};
    CHECK(pvm_upkstr(text) == PvmOk);
    const int back = pvm_upkmesg();
    REQUIRE(back > 0);
    CHECK(pvm_upkstr(text) == PvmOk);
    CHECK(std::string(text) == "after");
    CHECK(pvm_getrbuf() == outer);
    pvmminfo of_back{};
    pvm_getminfo(back, &of_back);
    CHECK(of_back.ctx == 1);
    CHECK(of_back.tag == 2);
    CHECK(of_back.wid == 3);
    CHECK(of_back.src == 4);
    pvm_setrbuf(back);
    char unpacked[3] = {};
    CHECK(pvm_upkbyte(unpacked, 3, 1) == PvmOk);
    CHECK(unpacked[2] == 3);
}

TEST_CASE("a message can be packed into itself", "[pvm3][api]") {
    const quiet_library quiet;
    const int id = pvm_initsend(PvmDataDefault);
    pvm_pkint(&id, 1, 1);
    CHECK(pvm_pkmesgbody(id) == PvmOk);
    CHECK(length_of(id) == 8);
    CHECK(pvm_pkmesg(id) == PvmOk);
    CHECK(length_of(id) == 8 + 24 + 8);
}

TEST_CASE("pkmesgbody needs the same encoding", "[pvm3][api]") {
    const quiet_library quiet;
    const int raw = pvm_mkbuf(PvmDataRaw);
    const int xdr = pvm_initsend(PvmDataDefault);
    CHECK(pvm_pkmesgbody(raw) == PvmMismatch);
    CHECK(pvm_pkmesgbody(xdr) == PvmOk);
    const int in_place = pvm_initsend(PvmDataInPlace);
    CHECK(pvm_pkmesgbody(raw) == PvmNotImpl);
    CHECK(pvm_pkmesg(raw) == PvmNotImpl);
    CHECK(length_of(in_place) == 0);
}

TEST_CASE("what is no message inside a message is PvmNoData", "[pvm3][api]") {
    const quiet_library quiet;
    const int length = GENERATE(INT_MIN, -1, 1, 100, INT_MAX);
    const int header[6] = {length};
    const int id = pvm_initsend(PvmDataDefault);
    pvm_setrbuf(id);
    CHECK(pvm_upkmesg() == PvmNoData);
    pvm_setsbuf(id);
    pvm_pkint(header, 6, 1);
    pvm_setrbuf(id);
    CHECK(pvm_upkmesg() == PvmNoData);
    int first = 0;
    CHECK(pvm_upkint(&first, 1, 1) == PvmOk);
    CHECK(first == length);
}

}  // namespace buffer_api_test

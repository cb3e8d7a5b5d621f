// The handlers of control messages, which programs register for messages of their own.
#include <catch2/catch.hpp>
#include <string>
#include <utility>

#include "libnet/pvm3/extra_symbols.hpp"
#include "libnet/pvm3/library.hpp"
#include "pvm3/pvm3.h"
#include "pvm3/pvmproto.h"
#include "pvm3/pvmtev.h"
#include "tests/libnet/pvm3/quiet_library.hpp"

namespace control_handlers_test {

using banyan::pvm3::the_library;
using banyan::testing::library_with_tid;
using banyan::testing::quiet_library;

namespace {

void pack(int value) {
    REQUIRE(pvm_pkint(&value, 1, 1) == PvmOk);
}

// The packed message as the receive buffer, which is what a handler gets.
int received() {
    REQUIRE(pvm_setrbuf(pvm_setsbuf(0)) >= 0);
    return pvm_getrbuf();
}

/// The masks and options of traces as they were before.
class kept_settings {
  public:
    kept_settings() {
        pvm_gettmask(PvmTaskSelf, self_);
        pvm_gettmask(PvmTaskChild, child_);
    }
    ~kept_settings() {
        pvm_settmask(PvmTaskSelf, self_);
        pvm_settmask(PvmTaskChild, child_);
        for (const int what : {PvmSelfTraceTid, PvmSelfTraceCode, PvmSelfTraceContext, PvmSelfTraceBuffer,
                               PvmSelfOutputTid, PvmSelfOutputCode, PvmSelfOutputContext})
            pvm_setopt(what, 0);
        the_library().settings.set(PvmSelfTraceOptions, 0);  // which pvm_setopt refuses
    }
    kept_settings(const kept_settings&) = delete;
    kept_settings& operator=(const kept_settings&) = delete;

  private:
    Pvmtmask self_{}, child_{};
};

}  // namespace

TEST_CASE("A control message sets collectors, mask and options of traces, and is freed", "[pvm3]") {
    const quiet_library quiet;
    const library_with_tid enrolled;
    const kept_settings kept;
    Pvmtmask mask, found;
    TEV_MASK_INIT(mask);
    TEV_MASK_SET(mask, TEV_SEND);
    REQUIRE(pvm_initsend(PvmDataDefault) > 0);
    for (const int value : {0x40005, 3, 7, 0x40006, 4, 8})
        pack(value);
    REQUIRE(pvm_pkstr(mask) == PvmOk);
    pack(512);
    pack(PvmTraceTime);
    CHECK(pvm_tc_settrace(received()) == 0);
    CHECK(pvm_getrbuf() == 0);
    CHECK(pvm_getopt(PvmSelfTraceTid) == 0x40005);
    CHECK(pvm_getopt(PvmSelfTraceContext) == 3);
    CHECK(pvm_getopt(PvmSelfTraceCode) == 7);
    CHECK(pvm_getopt(PvmSelfTraceBuffer) == 512);
    CHECK(pvm_getopt(PvmSelfTraceOptions) == PvmTraceTime);
    CHECK(pvm_getopt(PvmSelfOutputTid) == 0x40006);
    CHECK(pvm_getopt(PvmSelfOutputContext) == 4);
    CHECK(pvm_getopt(PvmSelfOutputCode) == 8);
    for (const int who : {PvmTaskSelf, PvmTaskChild}) {
        CHECK(pvm_gettmask(who, found) == PvmOk);
        CHECK(TEV_MASK_CHECK(found, TEV_SEND));
    }
}

TEST_CASE("A control message without a collector changes nothing", "[pvm3]") {
    const quiet_library quiet;
    const kept_settings kept;
    Pvmtmask mask;
    TEV_MASK_INIT(mask);
    REQUIRE(pvm_initsend(PvmDataDefault) > 0);
    for (const int value : {0, 3, 7, 0, 4, 8})
        pack(value);
    REQUIRE(pvm_pkstr(mask) == PvmOk);
    pack(512);
    pack(PvmTraceTime);
    CHECK(pvm_tc_settrace(received()) == 0);
    for (const int what : {PvmSelfTraceTid, PvmSelfTraceContext, PvmSelfTraceBuffer, PvmSelfOutputTid})
        CHECK(pvm_getopt(what) == 0);
}

TEST_CASE("Buffer, options and mask of a trace have control messages of their own", "[pvm3]") {
    const quiet_library quiet;
    const kept_settings kept;
    REQUIRE(pvm_initsend(PvmDataDefault) > 0);
    pack(100);
    CHECK(pvm_tc_settrcbuf(received()) == 0);
    CHECK(pvm_getopt(PvmSelfTraceBuffer) == 100);
    REQUIRE(pvm_initsend(PvmDataDefault) > 0);
    pack(-1);
    CHECK(pvm_tc_settrcbuf(received()) == 0);  // with a line on standard error
    CHECK(pvm_getopt(PvmSelfTraceBuffer) == 0);
    REQUIRE(pvm_initsend(PvmDataDefault) > 0);
    pack(PvmTraceCount);
    CHECK(pvm_tc_settrcopt(received()) == 0);
    CHECK(pvm_getopt(PvmSelfTraceOptions) == PvmTraceCount);
    REQUIRE(pvm_initsend(PvmDataDefault) > 0);
    pack(0);
    CHECK(pvm_tc_settrcopt(received()) == 0);
    CHECK(pvm_getopt(PvmSelfTraceOptions) == 0);
    Pvmtmask mask, found;
    TEV_MASK_INIT(mask);
    TEV_MASK_SET(mask, TEV_RECV);
    REQUIRE(pvm_initsend(PvmDataDefault) > 0);
    REQUIRE(pvm_pkstr(mask) == PvmOk);
    CHECK(pvm_tc_settmask(received()) == 0);
    REQUIRE(pvm_gettmask(PvmTaskSelf, found) == PvmOk);
    CHECK(TEV_MASK_CHECK(found, TEV_RECV));
    REQUIRE(pvm_initsend(PvmDataDefault) > 0);
    REQUIRE(pvm_pkstr(const_cast<char*>("short")) == PvmOk);
    CHECK(pvm_tc_settmask(received()) == 0);  // with a line
    REQUIRE(pvm_gettmask(PvmTaskSelf, found) == PvmOk);
    CHECK(TEV_MASK_CHECK(found, TEV_RECV));
}

TEST_CASE("The numbers of the protocols are those of PVM 3.4.6", "[pvm3]") {
    CHECK(static_cast<unsigned>(TC_FIRST) == 0x80030001);
    const std::pair<int, const char*> tags[] = {
        {TC_CONREQ, "TC_CONREQ"},     {TC_CONACK, "TC_CONACK"},       {TC_TASKEXIT, "TC_TASKEXIT"},
        {TC_NOOP, "TC_NOOP"},         {TC_OUTPUT, "TC_OUTPUT"},       {TC_SETTRACE, "TC_SETTRACE"},
        {TC_SETTMASK, "TC_SETTMASK"}, {TC_SETTRCBUF, "TC_SETTRCBUF"}, {TC_SETTRCOPT, "TC_SETTRCOPT"},
        {TC_SHMAT, "TC_SHMAT"},       {TC_OUTPUTX, "TC_OUTPUTX"},     {TC_SIBLINGS, "TC_SIBLINGS"}};
    int next = TC_FIRST;
    for (const auto& [tag, name] : tags) {
        CHECK(tag == next++);
        int found = 0;
        CHECK(pvmnametag(tag, &found) == std::string(name));
        CHECK(found == 1);
    }
    CHECK(next == TC_LAST + 1);
    CHECK(TO_EOF == 0);
    CHECK(TO_SPAWN == -1);
    CHECK(TO_NEW == -2);
    CHECK(DDPROTOCOL == 2316);
    CHECK(TDPROTOCOL == 1318);
    CHECK(SDPROTOCOL == 4302);
}

TEST_CASE("The other control messages are freed", "[pvm3]") {
    const quiet_library quiet;
    REQUIRE(pvm_initsend(PvmDataDefault) > 0);
    CHECK(pvm_tc_noop(received()) == 0);
    REQUIRE(pvm_initsend(PvmDataDefault) > 0);
    pack(2);
    pack(0x40001);
    CHECK(pvm_tc_siblings(received()) == 0);  // it ends early, and this task is not enrolled
    CHECK(pvm_getrbuf() == 0);
}

}  // namespace control_handlers_test

#include <catch2/catch.hpp>
#include <cstring>

#include "libnet/pvm3/extra_symbols.hpp"
#include "libnet/pvm3/library.hpp"
#include "libnet/pvm3/setting_messages.hpp"
#include "pvm3/pvmtev.h"
#include "tests/libnet/pvm3/quiet_library.hpp"

namespace settings_api_test {

using banyan::testing::library_with_tid;
using banyan::testing::quiet_library;
using namespace banyan::pvm3;

namespace {

int changed;

int handler(int) {
    return 0;
}

int match(int, int, int) {
    return 1;
}

}  // namespace

TEST_CASE("setopt and getopt", "[pvm3][api]") {
    const quiet_library quiet;
    the_library().setting_changed = [](int what) { changed = what; };
    CHECK(pvm_getopt(PvmRoute) == PvmAllowDirect);
    CHECK(pvm_setopt(PvmRoute, 7) == PvmBadParam);
    CHECK(changed == 0);
    CHECK(pvm_setopt(PvmRoute, PvmRouteDirect) == PvmAllowDirect);
    CHECK(changed == PvmRoute);
    CHECK(pvm_setopt(PvmRoute, PvmAllowDirect) == PvmRouteDirect);
    CHECK(pvm_getopt(PvmPollType) == PvmBadParam);
    CHECK(pvm_setopt(PvmPollType, PvmPollSleep) == PvmNotImpl);
    CHECK(pvm_setopt(PvmDebugMask, 5) == 0);
    CHECK(pvmdebmask == 5);
    CHECK(pvm_setopt(PvmDebugMask, 0) == 5);
    the_library().setting_changed = nullptr;
}

TEST_CASE("the collector of a task is that of its later children too", "[pvm3][api]") {
    const quiet_library quiet;
    const library_with_tid enrolled;
    struct {
        int own_tid, own_tag, own_context, tid, tag, context;
    } const all[] = {
        {PvmSelfOutputTid, PvmSelfOutputCode, PvmSelfOutputContext, PvmOutputTid, PvmOutputCode, PvmOutputContext},
        {PvmSelfTraceTid, PvmSelfTraceCode, PvmSelfTraceContext, PvmTraceTid, PvmTraceCode, PvmTraceContext}};
    for (const auto& each : all) {
        CHECK(pvm_setopt(each.own_context, 3) == 0);
        CHECK(pvm_setopt(each.own_tag, 7) == 0);
        CHECK(pvm_setopt(each.own_tid, 0x40005) == 0);
        CHECK(pvm_getopt(each.tid) == 0x40005);
        CHECK(pvm_getopt(each.tag) == 7);
        CHECK(pvm_getopt(each.context) == 3);
        CHECK(pvm_setopt(each.tid, 0x40006) == PvmBadParam);
        CHECK(pvm_setopt(each.tid, 0) == 0x40005);
        CHECK(pvm_getopt(each.own_tid) == 0x40005);
        CHECK(pvm_setopt(each.tid, 0x40005) == 0);
        for (const int what : {each.own_tid, each.own_tag, each.own_context})
            pvm_setopt(what, 0);
        for (const int what : {each.tid, each.tag, each.context})
            CHECK(pvm_getopt(what) == 0);
    }
}

TEST_CASE("with PvmTaskTrace, children without a mask have that of the task", "[pvm3][api]") {
    const quiet_library quiet;
    const library_with_tid enrolled;
    Pvmtmask own, of_children, none;
    TEV_MASK_INIT(none);
    TEV_MASK_INIT(own);
    TEV_MASK_SET(own, TEV_SEND);
    TEV_MASK_INIT(of_children);
    TEV_MASK_SET(of_children, TEV_RECV);
    REQUIRE(pvm_settmask(PvmTaskSelf, own) == PvmOk);
    CHECK(pvm_settmask(PvmTaskChild, none) == PvmOk);
    pvm_setopt(PvmSelfTraceTid, 0x40005);
    CHECK(inherited_settings(PvmTaskTrace).trace_tid() == 0x40005);
    CHECK(inherited_settings(PvmTaskTrace).trace_mask() == own);
    CHECK(inherited_settings(PvmTaskDefault).trace_mask() == none);
    CHECK(pvm_settmask(PvmTaskChild, of_children) == PvmOk);
    CHECK(inherited_settings(PvmTaskTrace).trace_mask() == of_children);
    pvm_setopt(PvmTraceTid, 0);
    CHECK(inherited_settings(PvmTaskTrace).trace_mask() == own);
    pvm_setopt(PvmSelfTraceTid, 0);
    pvm_settmask(PvmTaskSelf, none);
    pvm_settmask(PvmTaskChild, none);
}

TEST_CASE("message handlers and match function", "[pvm3][api]") {
    const quiet_library quiet;
    const int id = pvm_addmhf(-1, 5, 0, handler);
    CHECK(id == 9);
    CHECK(pvm_addmhf(-1, 5, 0, handler) == PvmExists);
    CHECK(pvm_delmhf(id) == PvmOk);
    CHECK(pvm_delmhf(id) == PvmNotFound);
    CHECK(pvm_delmhf(-1) == PvmBadParam);
    auto* const standard = pvm_recvf(match);
    CHECK(standard != nullptr);
    CHECK(pvm_recvf(standard) == match);
    CHECK(pvm_recvf(nullptr) == standard);
}

TEST_CASE("masks of traces", "[pvm3][api]") {
    const quiet_library quiet;
    Pvmtmask mask;
    TEV_MASK_INIT(mask);
    CHECK(std::strlen(mask) == TEV_MASK_LENGTH - 1);
    TEV_MASK_SET(mask, TEV_SEND);
    TEV_MASK_SET(mask, TEV_RECV);
    TEV_MASK_UNSET(mask, TEV_RECV);
    CHECK(TEV_MASK_CHECK(mask, TEV_SEND));
    CHECK_FALSE(TEV_MASK_CHECK(mask, TEV_RECV));
    CHECK(pvm_settmask(PvmTaskChild, mask) == PvmOk);
    Pvmtmask back;
    CHECK(pvm_gettmask(PvmTaskChild, back) == PvmOk);
    CHECK(TEV_MASK_CHECK(back, TEV_SEND));
    CHECK(pvm_gettmask(PvmTaskSelf, back) == PvmOk);
    CHECK_FALSE(TEV_MASK_CHECK(back, TEV_SEND));
    CHECK(pvm_settmask(2, mask) == PvmBadParam);
    CHECK(pvm_gettmask(PvmTaskSelf, nullptr) == PvmBadParam);
}

}  // namespace settings_api_test

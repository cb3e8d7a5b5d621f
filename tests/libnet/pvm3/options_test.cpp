#include <catch2/catch.hpp>

#include "libnet/pvm3/options.hpp"
#include "pvm3/pvm3.h"

namespace options_test {

using namespace banyan::pvm3;

TEST_CASE("the first values of the options are those of PVM 3.4.6", "[pvm3][options]") {
    const options values;
    for (int what = PvmRoute; what <= PvmNoReset; ++what) {
        int expected = 0;
        if (what == PvmRoute) expected = 2;
        if (what == PvmAutoErr || what == PvmShowTids) expected = 1;
        if (what == PvmFragSize) expected = 4080;
        if (what == PvmPollType || what == PvmPollTime) expected = PvmBadParam;
        CAPTURE(what);
        CHECK(values.get(what) == expected);
    }
}

TEST_CASE("setopt returns the previous value", "[pvm3][options]") {
    options values;
    CHECK(values.set(PvmRoute, PvmRouteDirect) == PvmAllowDirect);
    CHECK(values.set(PvmRoute, PvmDontRoute) == PvmRouteDirect);
    CHECK(values.set(PvmFragSize, 100) == 4080);
    CHECK(values.set(PvmOutputCode, -5) == 0);
    CHECK(values.get(PvmOutputCode) == -5);
}

TEST_CASE("unknown options and values are PvmBadParam", "[pvm3][options]") {
    options values;
    for (const int unknown : {-1, 0, PvmPollType, PvmPollTime, 26, 1000}) {
        CHECK(values.get(unknown) == PvmBadParam);
        CHECK(values.set(unknown, 1) == PvmBadParam);
    }
    CHECK(values.set(PvmRoute, 0) == PvmBadParam);
    CHECK(values.set(PvmRoute, 4) == PvmBadParam);
    CHECK(values.set(PvmFragSize, (1 << 20) + 1) == PvmBadParam);
    CHECK(values.set(PvmFragSize, 0) == PvmBadParam);
    CHECK(values.set(PvmOutputTid, -1) == PvmBadParam);
    CHECK(values.get(PvmRoute) == PvmAllowDirect);
}

TEST_CASE("setopt refuses what PVM 3.4.6 refuses", "[pvm3][options]") {
    const options values;
    constexpr int self = 0x40001;
    CHECK(values.refusal(PvmPollType, PvmPollSleep, self) == PvmNotImpl);
    CHECK(values.refusal(PvmPollTime, 0, self) == PvmNotImpl);
    CHECK(values.refusal(26, 0, self) == PvmBadParam);
    CHECK(values.refusal(PvmRoute, 4, self) == PvmBadParam);
    CHECK(values.refusal(PvmRoute, PvmDontRoute, self) == PvmOk);
    for (const int what : {PvmTraceOptions, PvmSelfTraceOptions}) {
        CHECK(values.refusal(what, 0, self) == PvmBadParam);
        CHECK(values.refusal(what, PvmTraceFull, self) == PvmOk);
        CHECK(values.refusal(what, PvmTraceCount, self) == PvmOk);
        CHECK(values.refusal(what, 4, self) == PvmBadParam);
    }
    CHECK(values.refusal(PvmSelfOutputTid, 0x40005, self) == PvmOk);
    CHECK(values.refusal(PvmSelfTraceTid, -1, self) == PvmBadParam);
}

TEST_CASE("the collector of children is the task or the collector of the task", "[pvm3][options]") {
    constexpr int self = 0x40001, own_collector = 0x40005;
    struct {
        int own_tid, own_code, own_context, tid, code, context;
    } const all[] = {
        {PvmSelfOutputTid, PvmSelfOutputCode, PvmSelfOutputContext, PvmOutputTid, PvmOutputCode, PvmOutputContext},
        {PvmSelfTraceTid, PvmSelfTraceCode, PvmSelfTraceContext, PvmTraceTid, PvmTraceCode, PvmTraceContext}};
    for (const auto& each : all) {
        options values;
        const auto refused = [&](int what, int value) { return values.refusal(what, value, self) == PvmBadParam; };
        CHECK(refused(each.tid, own_collector));
        CHECK_FALSE(refused(each.tid, self));
        CHECK_FALSE(refused(each.tid, 0));
        CHECK_FALSE(refused(each.code, 5));
        values.set(each.own_tid, own_collector);
        values.set(each.own_code, 7);
        values.set(each.own_context, 3);
        values.give_to_children(each.own_tid);
        CHECK_FALSE(refused(each.tid, own_collector));
        CHECK(refused(each.code, 5));
        CHECK_FALSE(refused(each.code, 7));
        CHECK(refused(each.context, 5));
        CHECK_FALSE(refused(each.context, 3));
        values.set(each.tid, self);
        CHECK_FALSE(refused(each.context, 5));
        CHECK_FALSE(refused(each.code, 5));
        values.set(each.code, 5);
        CHECK(refused(each.tid, own_collector));
        CHECK(refused(each.tid, 0x40006));
        values.set(each.tid, 0);
        CHECK_FALSE(refused(each.code, 9));
    }
}

}  // namespace options_test

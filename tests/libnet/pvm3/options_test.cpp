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

}  // namespace options_test

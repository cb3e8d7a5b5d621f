// Messages about the end of the task itself.
#include "libnet/pvm3/own_end_notices.hpp"

#include <catch2/catch.hpp>
#include <string_view>

#include "libnet/pvm3/xdr_body.hpp"

namespace own_end_notices_test {

using namespace banyan::pvm3;

TEST_CASE("Each order for the own end gives one message with the tid", "[pvm]") {
    own_end_notices notices;
    notices.watch({7, 3});
    notices.watch({8, 0});
    notices.watch({7, 3});
    const auto told = notices.take(0x40002);
    REQUIRE(told.size() == 3);
    const int tags[] = {7, 8, 7}, contexts[] = {3, 0, 3};
    for (std::size_t i = 0; i < told.size(); ++i) {
        CHECK(told[i].tag == tags[i]);
        CHECK(told[i].context == contexts[i]);
        CHECK(told[i].source == 0x40002);
        CHECK(told[i].encoding == xdr_encoding);
        xdr_reader body(std::string_view(reinterpret_cast<const char*>(told[i].body.data()), told[i].body.size()));
        CHECK(body.integer() == 0x40002);
        CHECK(body.at_end());
    }
    CHECK(notices.take(0x40002).empty());
}

TEST_CASE("A cancelled order for the own end gives no message", "[pvm]") {
    own_end_notices notices;
    notices.watch({7, 3});
    notices.watch({7, 4});
    notices.watch({7, 3});
    notices.cancel({7, 3});
    notices.cancel({9, 0});
    const auto told = notices.take(1);
    REQUIRE(told.size() == 2);
    CHECK(told[0].context == 4);
    CHECK(told[1].context == 3);
    notices.watch({7, 3});
    notices.clear();
    CHECK(notices.take(1).empty());
}

}  // namespace own_end_notices_test

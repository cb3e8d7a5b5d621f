// Messages about new routes to tasks.
#include "libnet/pvm3/route_notices.hpp"

#include <catch2/catch.hpp>
#include <limits>
#include <string_view>

#include "libnet/pvm3/xdr_body.hpp"

namespace route_notices_test {

using namespace banyan::pvm3;

TEST_CASE("A new route is reported once, with the tid and the descriptor", "[pvm]") {
    route_notices routes;
    CHECK_FALSE(routes.is_watching());
    routes.watch({7, 3}, -1);
    CHECK(routes.is_watching());
    const auto told = routes.opened(0x40002, 5);
    REQUIRE(told.size() == 1);
    CHECK(told[0].source == std::numeric_limits<int>::min());
    CHECK(told[0].tag == 7);
    CHECK(told[0].context == 3);
    CHECK(told[0].encoding == xdr_encoding);
    xdr_reader body(std::string_view(reinterpret_cast<const char*>(told[0].body.data()), told[0].body.size()));
    CHECK(body.integer() == 0x40002);
    CHECK(body.integer() == 5);
    CHECK(body.at_end());
    CHECK(routes.opened(0x40002, 5).empty());
    CHECK(routes.opened(0x40003, 5).size() == 1);
}

TEST_CASE("Routes are reported as often as ordered, to each tag and context", "[pvm]") {
    route_notices routes;
    routes.watch({1, 0}, 2);
    routes.watch({2, 0}, -1);
    routes.watch({1, 9}, 1);
    CHECK(routes.opened(11, 0).size() == 3);
    CHECK(routes.opened(12, 0).size() == 2);
    CHECK(routes.opened(13, 0).size() == 1);
    routes.watch({2, 0}, 1);  // replaces
    CHECK(routes.opened(14, 0).size() == 1);
    CHECK_FALSE(routes.is_watching());
    routes.watch({2, 0}, 5);
    routes.watch({2, 0}, 0);
    CHECK_FALSE(routes.is_watching());
}

TEST_CASE("A route that existed before is not new", "[pvm]") {
    route_notices routes;
    routes.note_known(11);
    routes.watch({1, 0}, 1);
    CHECK(routes.is_known(11));
    CHECK_FALSE(routes.is_known(12));
    CHECK(routes.opened(11, 0).empty());
    CHECK(routes.opened(12, 0).size() == 1);
}

}  // namespace route_notices_test

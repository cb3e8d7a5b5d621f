// Links between threads of one process, when their tasks come and go.
#include "libnet/transport/in_process/hub.hpp"

#include <catch2/catch.hpp>

namespace hub_test {

using namespace banyan::net;
using namespace banyan::net::detail;

namespace {

constexpr task_id here{1}, there{2};

struct joined_hub : in_process_hub {
    joined_hub() {
        join(here, std::make_shared<wake_event>(), 100);
        join(there, std::make_shared<wake_event>(), 100);
    }
};

}  // namespace

TEST_CASE("What a task sent before it left is found by a peer that begins to connect afterwards", "[hub]") {
    joined_hub hub;
    REQUIRE(hub.connect(there, here));
    const std::byte sent{7};
    REQUIRE(hub.take_arrivals(there).at(0).end.out->write({&sent, 1}) == 1);
    hub.leave(there);

    REQUIRE(hub.connect(here, there));
    const auto arrived = hub.take_arrivals(here);
    REQUIRE(arrived.size() == 1);
    std::byte received{};
    REQUIRE(arrived[0].end.in->read({&received, 1}) == 1);
    REQUIRE(received == sent);
}

TEST_CASE("No link is made to a task that has left, nor by one", "[hub]") {
    joined_hub hub;
    hub.leave(there);
    REQUIRE_FALSE(hub.connect(here, there));
    REQUIRE_FALSE(hub.connect(there, here));
    REQUIRE_FALSE(hub.has_arrival(here, there));
}

TEST_CASE("Both ends of a pair find one link, whoever connects, and however often", "[hub]") {
    joined_hub hub;
    REQUIRE(hub.connect(here, there));
    REQUIRE(hub.connect(there, here));
    REQUIRE(hub.connect(here, there));
    REQUIRE(hub.take_arrivals(here).size() == 1);
    REQUIRE(hub.take_arrivals(there).size() == 1);
}

}  // namespace hub_test

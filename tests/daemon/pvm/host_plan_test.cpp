// How a host that pvm_addhosts names is started and reached.
#include "daemon/pvm/host_plan.hpp"

#include <catch2/catch.hpp>
#include <optional>
#include <string>

#include "daemon/client/resolve.hpp"

namespace host_plan_test {

using namespace banyan::daemon;
using namespace banyan::daemon::pvm;
namespace net = banyan::net;

namespace {

// Fails if the handler is called before the event loop runs.
host_plan planned(const host_entry& host) {
    net::asio::io_context io;
    std::optional<host_plan> result;
    async_plan_host(io, host, [&](const host_plan& plan) { result = plan; });
    CHECK_FALSE(result.has_value());
    io.run();
    REQUIRE(result.has_value());
    return *result;
}

host_entry named(const std::string& name, const std::string& address) {
    host_entry host;
    host.name = name;
    host.address = address;
    return host;
}

}  // namespace

// 192.0.2.0/24 has addresses of documentation.
TEST_CASE("The plan of a host is the one that plan_hosts() makes", "[pvm][host_plan]") {
    for (const auto& host : {named("near", "127.0.0.2"), named("localhost", "")}) {
        const auto plan = planned(host);
        CHECK(plan.failure.empty());
        CHECK(plan.has_address);
        CHECK(plan.request.SerializeAsString() == plan_hosts({host}).SerializeAsString());
    }
}

TEST_CASE("A host that is not allowed has a failure and no plan", "[pvm][host_plan]") {
    const auto everywhere = planned(named("wide", "0.0.0.0"));
    CHECK(everywhere.failure.find("host wide: 0.0.0.0 means all interfaces") == 0);
    CHECK(everywhere.has_address);
    CHECK(everywhere.request.hosts().empty());
    CHECK(planned(named("-x", "192.0.2.7")).failure == "'-x' is not a valid name of a host");
    CHECK(planned(named("a\nb", "192.0.2.7")).failure ==
          "the name of a host is empty or contains spaces or control characters");
    CHECK(planned(named(std::string(300, 'a'), "192.0.2.7")).failure ==
          "the name of a host has 300 bytes, at most 253 are allowed");
}

TEST_CASE("An event loop that ends before the plan is complete forgets it", "[pvm][host_plan]") {
    bool is_called = false;
    {
        net::asio::io_context io;
        async_plan_host(io, named("localhost", ""), [&](const host_plan& /*plan*/) { is_called = true; });
    }
    CHECK_FALSE(is_called);
}

}  // namespace host_plan_test

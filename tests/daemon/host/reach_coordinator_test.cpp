// A host daemon connects to its coordinator, and connects again after a restart.
#include "daemon/host/reach_coordinator.hpp"

#include <catch2/catch.hpp>

#include "libnet/transport/socket/address.hpp"
#include "tests/common/scratch_folder.hpp"
#include "tests/daemon/host/played_coordinator.hpp"

namespace reach_coordinator_test {

using namespace banyan::daemon;
using namespace banyan::testing;
namespace net = banyan::net;
namespace asio = banyan::net::asio;
using local = asio::local::stream_protocol;
using asio::ip::tcp;

namespace {

const tcp::endpoint any_port(asio::ip::address_v4::loopback(), 0);

struct result {
    std::shared_ptr<control_stream> stream;
    std::optional<net::error> failed;
    [[nodiscard]] bool is_there() const { return stream || failed; }
};

struct fixture {
    const scratch_folder folder;
    asio::io_context io;
    std::string path = folder.path / "hosts.sock";
    played_coordinator<local> near{io, path};
    played_coordinator<tcp> far{io, any_port};

    wire::HostOrders near_orders() const {
        auto orders = near.orders();
        orders.set_coordinator_path(path);
        return orders;
    }
    wire::HostOrders far_orders() const {
        auto orders = far.orders();
        orders.set_coordinator_endpoint(net::to_text(far.endpoint()));
        return orders;
    }
    std::shared_ptr<result> reach(const wire::HostOrders& orders, reach_attempt which) {
        auto r = std::make_shared<result>();
        async_reach_coordinator(io, orders, which, [r](auto stream, const std::optional<net::error>& failed) {
            r->stream = std::move(stream);
            r->failed = failed;
        });
        return r;
    }
};

}  // namespace

TEST_CASE("A host daemon reaches its coordinator on the same computer and on another one") {
    fixture f;
    const auto which = GENERATE(reach_attempt::first, reach_attempt::again);
    const auto near = f.reach(f.near_orders(), which);
    const auto far = f.reach(f.far_orders(), which);
    REQUIRE(run_until(f.io, [&] { return near->is_there() && far->is_there(); }));
    CHECK(near->stream);
    CHECK(far->stream);
}

TEST_CASE("A connection that is closed before the proof is accepted is made again") {
    fixture f;
    const auto which = GENERATE(reach_attempt::first, reach_attempt::again);
    f.near.to_close = 2;
    f.far.to_close = 2;
    const auto near = f.reach(f.near_orders(), which);
    const auto far = f.reach(f.far_orders(), which);
    REQUIRE(run_until(f.io, [&] { return near->is_there() && far->is_there(); }));
    CHECK(near->stream);
    CHECK(far->stream);
    CHECK(f.near.arrived == 3);
    CHECK(f.far.arrived == 3);
}

TEST_CASE("A refused connect means the end of the virtual machine") {
    fixture f;
    const auto which = GENERATE(reach_attempt::first, reach_attempt::again);
    const bool has_file = GENERATE(true, false);
    const auto near_orders = f.near_orders();
    const auto far_orders = f.far_orders();
    f.near.close();
    f.far.close();
    if (!has_file) std::filesystem::remove(f.path);
    const auto near = f.reach(near_orders, which);
    const auto far = f.reach(far_orders, which);
    REQUIRE(run_until(f.io, [&] { return near->is_there() && far->is_there(); }));
    REQUIRE(near->failed);
    REQUIRE(far->failed);
    CHECK(near->failed->which() == net::errc::connect_failed);
    CHECK(far->failed->which() == net::errc::connect_failed);
}

TEST_CASE("A coordinator with another secret is not tried again") {
    fixture f;
    auto orders = f.near_orders();
    orders.set_secret(std::string(orders.secret().size(), 'x'));
    const auto near = f.reach(orders, reach_attempt::again);
    REQUIRE(run_until(f.io, [&] { return near->is_there(); }));
    REQUIRE(near->failed);
    CHECK(f.near.arrived == 1);
}

TEST_CASE("A daemon waits for a silent coordinator on the same computer, and gives up one on another computer") {
    fixture f;
    f.near.stop_accepting();
    f.far.stop_accepting();
    const auto near = f.reach(f.near_orders(), reach_attempt::again);
    const auto far = f.reach(f.far_orders(), reach_attempt::again);
    REQUIRE(run_until(f.io, [&] { return far->is_there(); }));
    REQUIRE(far->failed);
    CHECK(far->failed->which() == net::errc::timeout);
    REQUIRE_FALSE(near->is_there());
    f.near.accept();
    REQUIRE(run_until(f.io, [&] { return near->is_there(); }));
    CHECK(near->stream);
}

}  // namespace reach_coordinator_test

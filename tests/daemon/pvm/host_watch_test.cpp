// The hosts as the service sees them, while its connection to the coordinator is broken.
#include "daemon/pvm/host_watch.hpp"

#include <catch2/catch.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "banyan/net/message.hpp"
#include "libnet/base/asio.hpp"
#include "libnet/wire/control_frame.hpp"
#include "tests/common/scratch_folder.hpp"
#include "tests/daemon/host/played_coordinator.hpp"

namespace host_watch_test {

using namespace banyan;
using namespace banyan::daemon;
using namespace std::chrono_literals;
using acceptor = net::asio::local::stream_protocol::acceptor;

namespace {

// The coordinator's socket, with room for one connection that waits. Accepting never blocks.
struct played_coordinator {
    testing::scratch_folder folder;
    net::asio::io_context io;
    acceptor listener{io};
    int ends = 0;
    std::vector<std::string> offered{};  // the new hosts
    int losses = 0;
    bool takes_hosts = true;
    pvm::host_watch hosts{io,
                          folder.path / "coordinator",
                          {[this](const wire::Host& host) {
                               offered.push_back(host.name());
                               return takes_hosts;
                           },
                           [this](std::uint32_t) { ++losses; }, [](const wire::Host&) {}, [this] { ++ends; }}};

    played_coordinator() {
        listener.open();
        listener.bind((folder.path / "coordinator").string());
        listener.listen(0);
        listener.non_blocking(true);
    }

    // The oldest connection that waits, or a closed socket after some time.
    net::asio::local::stream_protocol::socket accepted() {
        net::asio::local::stream_protocol::socket socket(io);
        for (const net::deadline until(60s); !socket.is_open() && !until.passed();) {
            io.run_for(5ms);
            io.restart();
            boost::system::error_code none;
            listener.accept(socket, none);
        }
        return socket;
    }
};

}  // namespace

TEST_CASE("A host that cannot be used is a new host again in the next list, until it can be used", "[pvm]") {
    played_coordinator coordinator;
    coordinator.takes_hosts = false;
    coordinator.hosts.start();
    auto connection = coordinator.accepted();
    REQUIRE(connection.is_open());
    wire::ToClient list;
    for (const std::uint32_t number : {1u, 2u}) {
        auto& host = *list.mutable_hosts()->add_hosts();
        host.set_number(number);
        host.set_name("host" + std::to_string(number));
    }
    const auto tell = [&](const wire::ToClient& message, std::size_t offers) {
        net::asio::write(connection, net::asio::buffer(net::control_frame(message.SerializeAsString())));
        return testing::run_until(coordinator.io, [&] { return coordinator.offered.size() == offers; });
    };
    REQUIRE(tell(list, 2));
    CHECK(coordinator.hosts.hosts().empty());
    coordinator.takes_hosts = true;
    REQUIRE(tell(list, 4));
    CHECK(coordinator.hosts.hosts().size() == 2);
    list.mutable_hosts()->add_hosts()->set_number(3);
    REQUIRE(tell(list, 5));  // the first two are known now
    CHECK(coordinator.losses == 0);
    list.mutable_hosts()->clear_hosts();
    net::asio::write(connection, net::asio::buffer(net::control_frame(list.SerializeAsString())));
    CHECK(testing::run_until(coordinator.io, [&] { return coordinator.losses == 3; }));
}

TEST_CASE("A full queue of connections after a restart of the coordinator is not the end", "[pvm]") {
    played_coordinator coordinator;
    coordinator.hosts.start();
    auto first = coordinator.accepted();
    REQUIRE(first.is_open());
    net::asio::local::stream_protocol::socket other(coordinator.io);
    other.connect((coordinator.folder.path / "coordinator").string());
    first.close();
    coordinator.io.run_for(50ms);  // the watch finds the queue full
    coordinator.io.restart();
    CHECK(coordinator.ends == 0);
    CHECK(coordinator.accepted().is_open());  // the other one
    CHECK(coordinator.accepted().is_open());  // the watch
    CHECK(coordinator.ends == 0);
}

TEST_CASE("A refused connection after a restart of the coordinator is the end", "[pvm]") {
    played_coordinator coordinator;
    coordinator.hosts.start();
    auto first = coordinator.accepted();
    REQUIRE(first.is_open());
    coordinator.listener.close();
    first.close();
    for (const net::deadline until(60s); coordinator.ends == 0 && !until.passed();) {
        coordinator.io.run_for(5ms);
        coordinator.io.restart();
    }
    CHECK(coordinator.ends == 1);
}

}  // namespace host_watch_test

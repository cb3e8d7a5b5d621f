// Only host daemons that know the secret are accepted, and strangers cannot block them.
#include "daemon/coordinator/host_acceptor.hpp"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "banyan/net/error.hpp"
#include "daemon/common/connect.hpp"
#include "daemon/common/coordinator_id.hpp"
#include "libnet/transport/socket/async_secure.hpp"

namespace host_acceptor_test {

using namespace banyan::daemon;
namespace net = banyan::net;
namespace asio = banyan::net::asio;

namespace {

constexpr std::chrono::minutes limit{1};

struct fixture {
    asio::io_context io;
    net::secret_key secret = net::make_secret();
    std::vector<std::uint32_t> arrived;
    host_acceptor acceptor{io, secret, [this](std::uint32_t number, const auto&) { arrived.push_back(number); }};
    int duplicate = -1;
    std::string endpoint =
        (acceptor.on_new_listener([this](int made) { duplicate = ::dup(made); }), acceptor.listen_tcp("127.0.0.1"));

    ~fixture() {
        if (duplicate >= 0) ::close(duplicate);
    }
    /// The result of a handshake as host `number` with `key`.
    std::optional<net::error> knock(net::task_id self, const net::secret_key& key,
                                    net::handshake_purpose purpose = net::handshake_purpose::control) {
        auto socket = connect();
        auto shake =
            std::make_shared<net::handshake>(net::handshake_role::initiator, key, purpose, self, coordinator_id);
        std::optional<net::error> result;
        bool done = false;
        net::async_secure(*socket, shake, [&](std::optional<net::error> r, auto) {
            result = std::move(r);
            done = true;
        });
        while (!done)
            io.run_one();
        io.poll();
        return result;
    }
    std::shared_ptr<net::stream_socket> connect() {
        asio::ip::tcp::socket socket(io);
        asio::ip::tcp::endpoint to(asio::ip::make_address("127.0.0.1"),
                                   static_cast<std::uint16_t>(std::stoi(endpoint.substr(endpoint.rfind(':') + 1))));
        socket.connect(to);
        io.poll();
        return std::make_shared<net::stream_socket>(std::move(socket));
    }
};

}  // namespace

TEST_CASE("A host daemon that knows the secret is accepted") {
    fixture f;
    CHECK_FALSE(f.knock(host_daemon_id(7), f.secret));
    while (f.arrived.empty())
        f.io.run_one();
    CHECK(f.arrived == std::vector<std::uint32_t>{7});
}

TEST_CASE("Others are not accepted") {
    fixture f;
    CHECK(f.knock(host_daemon_id(7), net::make_secret()));
    CHECK(f.knock(host_daemon_id(7), f.secret, net::handshake_purpose::data));
    // A task of the virtual machine knows the secret, but is not a host daemon.
    CHECK_FALSE(f.knock(net::task_id::make(7, 1), f.secret));
    f.io.run_for(std::chrono::milliseconds(50));
    CHECK(f.arrived.empty());
}

TEST_CASE("Strangers beyond the limit replace the oldest of them, and do not block a host daemon") {
    fixture f;
    const std::size_t most = net::admission_limits_of_process().silent;
    std::vector<std::shared_ptr<net::stream_socket>> strangers;
    for (std::size_t i = 0; i < most; ++i) {
        strangers.push_back(f.connect());
        strangers.back()->send(asio::buffer("B", 1));  // otherwise the system delays the connection
    }
    f.io.poll();
    CHECK_FALSE(f.knock(host_daemon_id(3), f.secret));
    std::optional<boost::system::error_code> end;
    std::byte byte{};
    strangers.front()->async_receive(asio::buffer(&byte, 1),
                                     [&](const boost::system::error_code& e, std::size_t) { end = e; });
    const auto until = std::chrono::steady_clock::now() + limit;
    while (!end && std::chrono::steady_clock::now() < until)
        f.io.run_one_until(until);
    REQUIRE(end);
    CHECK(*end == asio::error::connection_reset);
    strangers.back()->non_blocking(true);
    CHECK((strangers.back()->receive(asio::buffer(&byte, 1), 0, *end), *end == asio::error::would_block));
}

TEST_CASE("The acceptor listens only on addresses of this computer, once on each") {
    fixture f;
    CHECK(f.acceptor.listen_tcp("127.0.0.1") == f.endpoint);
    CHECK(f.acceptor.listen_tcp("127.0.0.2") != f.endpoint);
    CHECK_THROWS_AS(f.acceptor.listen_tcp("192.0.2.1"), net::error);
    CHECK_THROWS_AS(f.acceptor.listen_tcp("here"), net::error);
}

TEST_CASE("A listener that another process has kept is used again, at the same port") {
    std::vector<std::uint32_t> arrived;
    fixture f;
    f.acceptor.close();
    host_acceptor next{f.io, f.secret, [&](std::uint32_t number, const auto&) { arrived.push_back(number); }};
    auto waiting = f.connect();  // not accepted yet
    f.io.restart();              // io has stopped because it had no work
    next.adopt_tcp(std::exchange(f.duplicate, -1));
    waiting.reset();
    CHECK(next.listen_tcp("127.0.0.1") == f.endpoint);
    CHECK_FALSE(f.knock(host_daemon_id(5), f.secret));
    const auto until = std::chrono::steady_clock::now() + limit;
    while (arrived.empty() && std::chrono::steady_clock::now() < until)
        f.io.run_one_until(until);
    CHECK(arrived == std::vector<std::uint32_t>{5});
    CHECK(f.arrived.empty());
}

}  // namespace host_acceptor_test

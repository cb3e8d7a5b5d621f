// The handshake over real sockets: Unix pairs and TCP on loopback.
#include "libnet/transport/authenticate.hpp"

#include <boost/asio/local/connect_pair.hpp>
#include <catch2/catch.hpp>
#include <string>

namespace authenticate_test {

using namespace banyan::net;
namespace asio = banyan::net::asio;

namespace {

const task_id left = task_id::make(1, 1);
const task_id right = task_id::make(2, 2);

std::pair<stream_socket, stream_socket> unix_pair(asio::io_context& io) {
    asio::local::stream_protocol::socket a(io);
    asio::local::stream_protocol::socket b(io);
    asio::local::connect_pair(a, b);
    return {std::move(a), std::move(b)};
}

std::pair<stream_socket, stream_socket> tcp_pair(asio::io_context& io) {
    asio::ip::tcp::acceptor door(io, {asio::ip::address_v4::loopback(), 0});
    asio::ip::tcp::socket a(io);
    a.connect(door.local_endpoint());
    return {std::move(a), door.accept()};
}

struct outcome {
    bool called = false;
    std::optional<error> result;
    authenticate_handler handler() {
        return [this](std::optional<error> r) {
            REQUIRE_FALSE(called);
            called = true;
            result = std::move(r);
        };
    }
};

std::shared_ptr<handshake> side(handshake_role role, const secret_key& secret) {
    const bool first = role == handshake_role::initiator;
    return std::make_shared<handshake>(role, secret, handshake_purpose::control, first ? left : right);
}

}  // namespace

TEST_CASE("Both ends of a socket prove themselves and read nothing that follows") {
    const bool tcp = GENERATE(false, true);
    asio::io_context io;
    auto [a, b] = tcp ? tcp_pair(io) : unix_pair(io);
    const auto secret = make_secret();
    outcome at_a;
    outcome at_b;
    auto shake_a = side(handshake_role::initiator, secret);
    const std::string next = "the next frame";
    async_authenticate(a, shake_a, [&, &socket = a](std::optional<error> r) {
        at_a.handler()(std::move(r));
        asio::write(socket, asio::buffer(next));
    });
    async_authenticate(b, side(handshake_role::responder, secret), at_b.handler());
    io.run();
    REQUIRE(at_a.called);
    REQUIRE(at_b.called);
    CHECK_FALSE(at_a.result);
    CHECK_FALSE(at_b.result);
    CHECK(shake_a->peer() == right);
    std::string got(next.size(), '\0');
    asio::read(b, asio::buffer(got));
    CHECK(got == next);
}

TEST_CASE("A peer with another secret ends with authentication_failed on both ends") {
    asio::io_context io;
    auto [a, b] = unix_pair(io);
    outcome at_a;
    outcome at_b;
    async_authenticate(a, side(handshake_role::initiator, make_secret()), [&, &socket = a](std::optional<error> r) {
        at_a.handler()(std::move(r));
        socket.close();
    });
    async_authenticate(b, side(handshake_role::responder, make_secret()), at_b.handler());
    io.run();
    REQUIRE(at_a.result);
    REQUIRE(at_b.result);
    CHECK(at_a.result->which() == errc::authentication_failed);
    CHECK(at_b.result->which() == errc::authentication_failed);
}

TEST_CASE("A silent peer is refused after the limit") {
    asio::io_context io;
    auto [a, b] = unix_pair(io);
    outcome at_b;
    async_authenticate(b, side(handshake_role::responder, make_secret()), at_b.handler(),
                       std::chrono::milliseconds(20));
    io.run();
    REQUIRE(at_b.result);
    CHECK(at_b.result->which() == errc::timeout);
}

TEST_CASE("A peer that drips bytes does not extend the limit") {
    asio::io_context io;
    auto [a, b] = unix_pair(io);
    outcome at_b;
    handshake drip{handshake_role::initiator, make_secret(), handshake_purpose::control, left};
    const auto hello = drip.output();
    std::size_t sent = 0;
    asio::steady_timer clock(io);
    std::function<void()> tick = [&, &socket = a] {
        if (at_b.called || sent == hello.size()) return;
        boost::system::error_code ignored;
        asio::write(socket, asio::buffer(hello.data() + sent++, 1), ignored);
        clock.expires_after(std::chrono::milliseconds(2));
        clock.async_wait([&](const boost::system::error_code&) { tick(); });
    };
    async_authenticate(b, side(handshake_role::responder, make_secret()), at_b.handler(),
                       std::chrono::milliseconds(40));
    tick();
    io.run();
    REQUIRE(at_b.result);
    CHECK(at_b.result->which() == errc::timeout);
    CHECK(sent < hello.size());
}

TEST_CASE("Garbage and a cut stream are refused") {
    asio::io_context io;
    auto [a, b] = unix_pair(io);
    outcome at_b;
    SECTION("garbage") {
        asio::write(a, asio::buffer(std::string(100, 'x')));
        async_authenticate(b, side(handshake_role::responder, make_secret()), at_b.handler());
        io.run();
        REQUIRE(at_b.result);
        CHECK(at_b.result->which() == errc::protocol_violation);
    }
    SECTION("cut") {
        handshake half{handshake_role::initiator, make_secret(), handshake_purpose::control, left};
        asio::write(a, asio::buffer(half.output().data(), 30));
        a.close();
        async_authenticate(b, side(handshake_role::responder, make_secret()), at_b.handler());
        io.run();
        REQUIRE(at_b.result);
        CHECK(at_b.result->which() == errc::authentication_failed);
    }
    SECTION("another version: the initiator learns it too") {
        handshake old{handshake_role::initiator, make_secret(), handshake_purpose::control, left};
        std::vector<std::byte> hello(old.output().begin(), old.output().end());
        hello[4] = std::byte{77};
        asio::write(a, asio::buffer(hello));
        async_authenticate(b, side(handshake_role::responder, make_secret()), at_b.handler());
        io.run();
        REQUIRE(at_b.result);
        CHECK(at_b.result->which() == errc::version_mismatch);
        std::vector<std::byte> answer(handshake::hello_bytes);
        CHECK(asio::read(a, asio::buffer(answer)) == answer.size());
    }
}

}  // namespace authenticate_test

// TLS between two sockets of one process: bytes in order whatever the room, and every change in transit detected.
#include "libnet/transport/socket/tls_session.hpp"

#include <poll.h>

#include "banyan/net/error.hpp"
#include "tests/common/error_of.hpp"
#include "tests/libnet/transport/session_testing.hpp"

namespace tls_session_test {

using namespace banyan::net;
using namespace banyan::net::detail;
using namespace banyan::testing;

namespace {

using side = tls_session::side;
using step = tls_session::step;

void shake(tls_session& a, tls_session& b) {
    for (int turn = 0; turn < 10; ++turn) {
        const auto first = a.continue_handshake();
        const auto second = b.continue_handshake();
        if (first == step::done && second == step::done) return;
    }
    FAIL("the handshake does not end");
}

struct connected {
    socket_pair wire{little_room_bytes};
    secret_key key = make_secret();
    tls_session a;
    tls_session b;
    explicit connected(std::uint64_t records_per_key = tls_session::default_records_per_key)
        : a(wire.ends[0], side::client, key, "pair", records_per_key),
          b(wire.ends[1], side::server, key, "pair", records_per_key) {
        shake(a, b);
    }
};

bytes random_bytes(std::mt19937& random, std::size_t size) {
    bytes result(size);
    for (auto& one : result)
        one = static_cast<std::byte>(random());
    return result;
}

}  // namespace

TEST_CASE("Bytes arrive once and in order, with any regions and little room") {
    const auto seed = GENERATE(range(1u, 9u));
    std::mt19937 random(seed);
    connected pair;
    auto sent = random_bytes(random, 400'000);
    auto [written, got] = send_in_pieces(pair.a, pair.b, sent, random, 40'000);
    CHECK(got == sent);
    CHECK(read_some(pair.b, got, 1).what == moved::state::would_block);
    CHECK_FALSE(pair.b.holds_bytes());
}

TEST_CASE("The last byte counts as written when all has left") {
    connected pair;
    bytes message(60'000, std::byte{7});
    auto result = write(pair.a, message);
    REQUIRE(result.what == moved::state::some);
    CHECK(result.bytes == message.size() - 1);
    const auto last = std::span(message).last(1);
    CHECK(write(pair.a, last).what == moved::state::would_block);
    bytes got;
    while (got.size() < message.size()) {
        read_all(pair.b, got);
        result = write(pair.a, last);
    }
    CHECK(result.what == moved::state::some);
    CHECK(result.bytes == 1);
    CHECK(got == message);
}

TEST_CASE("A side knows of bytes that the socket does not report any more") {
    connected pair;
    bytes message(1000, std::byte{1});
    REQUIRE(write(pair.a, message).bytes == message.size());
    bytes part;
    REQUIRE(read_some(pair.b, part, 10).bytes == 10);
    pollfd readable{pair.wire.ends[1], POLLIN, 0};
    CHECK(::poll(&readable, 1, 0) == 0);
    CHECK(pair.b.holds_bytes());
    bytes got;
    read_all(pair.b, got);
    CHECK(got.size() == message.size() - part.size());
    CHECK_FALSE(pair.b.holds_bytes());
}

TEST_CASE("Keys are changed during a connection") {
    connected pair(5);
    std::mt19937 random(3);
    bytes sent, got;
    for (int message = 0; message < 200; ++message) {
        auto next = random_bytes(random, 100);
        REQUIRE(pair.a.write(regions_of(random, next, 100)).bytes == next.size());
        append(sent, next);
        REQUIRE(read_all(pair.b, got).what == moved::state::would_block);
    }
    CHECK(got == sent);
}

TEST_CASE("Another key and another identity are refused") {
    const bool other_key = GENERATE(true, false);
    socket_pair wire(little_room_bytes);
    const auto key = make_secret();
    tls_session a(wire.ends[0], side::client, key, "pair");
    tls_session b(wire.ends[1], side::server, other_key ? make_secret() : key, other_key ? "pair" : "other");
    REQUIRE(a.continue_handshake() == step::wants_read);
    CHECK(error_of([&] { b.continue_handshake(); }) == errc::authentication_failed);
    CHECK(error_of([&] { a.continue_handshake(); }) == errc::authentication_failed);
}

TEST_CASE("A peer that goes away ends the handshake and the stream") {
    {
        socket_pair wire(little_room_bytes);
        tls_session a(wire.ends[0], side::client, make_secret(), "pair");
        REQUIRE(a.continue_handshake() == step::wants_read);
        wire.close(1);
        CHECK(error_of([&] { a.continue_handshake(); }) ==
              errc::connect_failed);  // a socket pair with unread bytes is reset
    }
    connected pair;
    bytes message(100, std::byte{1}), got;
    REQUIRE(write(pair.a, message).bytes == message.size());
    pair.wire.close(0);
    CHECK(read_all(pair.b, got).what == moved::state::ended);
    CHECK(got == message);
    CHECK(write(pair.b, message).what == moved::state::broken);
}

namespace {

/// Two sessions with an attacker between them.
struct attacked : attacked_sockets {
    secret_key key = make_secret();
    tls_session a{left.ends[0], side::client, key, "pair"};
    tls_session b{right.ends[1], side::server, key, "pair"};
    attacked() {
        for (int turn = 0; turn < 4; ++turn) {
            (void)a.continue_handshake();
            to_right(from_left());
            (void)b.continue_handshake();
            to_left(from_right());
        }
    }
    /// What a message that A sends looks like in transit.
    bytes send(char content, std::size_t size = 50) {
        bytes message(size, static_cast<std::byte>(content));
        REQUIRE(write(a, message).bytes == size);
        return from_left();
    }
};

}  // namespace

TEST_CASE("A changed byte anywhere in a record is detected, and no byte of the record is delivered") {
    const std::size_t record = 50 + 22;
    for (std::size_t at = 0; at < record; ++at) {
        attacked pair;
        auto stolen = pair.send('x');
        REQUIRE(stolen.size() == record);
        stolen[at] ^= std::byte{1};
        pair.to_right(stolen);
        const bool announces_more = at == 3 || at == 4;  // the length: the record may seem not to have come as a whole
        if (announces_more) pair.to_right(bytes(70'000 / 100, std::byte{0}));
        bytes got;
        const auto result = read_all(pair.b, got);
        CHECK(got.empty());
        CHECK((result.what == moved::state::forged || (announces_more && result.what == moved::state::would_block)));
    }
}

TEST_CASE("Replayed, reordered, dropped and inserted records are detected") {
    const int attack = GENERATE(0, 1, 2, 3);
    attacked pair;
    const auto first = pair.send('1'), second = pair.send('2'), third = pair.send('3');
    bytes before;
    if (attack == 0) {  // replayed
        pair.to_right(first);
        pair.to_right(first);
        before.assign(50, std::byte{'1'});
    } else if (attack == 1) {  // reordered
        pair.to_right(second);
        pair.to_right(first);
    } else if (attack == 2) {  // dropped
        pair.to_right(first);
        pair.to_right(third);
        before.assign(50, std::byte{'1'});
    } else {  // inserted
        pair.to_right(first);
        pair.to_right(bytes(first.size(), std::byte{0x17}));
        before.assign(50, std::byte{'1'});
    }
    bytes got;
    CHECK(read_all(pair.b, got).what == moved::state::forged);
    CHECK(got == before);
    CHECK(read_all(pair.b, got).what == moved::state::forged);  // for good
}

}  // namespace tls_session_test

// TLS between two sockets of one process: bytes in order whatever the room, and every change on the way detected.
#include "libnet/transport/socket/tls_session.hpp"

#include <sys/socket.h>
#include <unistd.h>

#include <poll.h>
#include <catch2/catch.hpp>

#include <random>
#include <vector>

#include "banyan/net/error.hpp"
#include "tests/common/error_of.hpp"

using namespace banyan::net;
using namespace banyan::net::detail;
using banyan::testing::error_of;

namespace {

using bytes = std::vector<std::byte>;
using side = tls_session::side;
using step = tls_session::step;

struct sockets {
    sockets() {
        REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends) == 0);
        const int small = 4096;  // so that a record seldom fits as a whole
        for (const int end : ends)
            ::setsockopt(end, SOL_SOCKET, SO_SNDBUF, &small, sizeof small);
    }
    ~sockets() {
        for (const int end : ends)
            if (end >= 0) ::close(end);
    }
    void close(int which) {
        ::close(ends[which]);
        ends[which] = -1;
    }
    int ends[2];
};

void shake(tls_session& a, tls_session& b) {
    for (int turn = 0; turn < 10; ++turn) {
        const auto first = a.continue_handshake();
        const auto second = b.continue_handshake();
        if (first == step::done && second == step::done) return;
    }
    FAIL("the handshake does not end");
}

struct connected {
    sockets wire;
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

std::vector<iovec> regions_of(std::mt19937& random, std::span<std::byte> all) {
    std::vector<iovec> regions;
    while (!all.empty()) {
        const std::size_t n = std::min<std::size_t>(all.size(), 1 + random() % (random() % 2 ? 50 : 40'000));
        regions.push_back({all.data(), n});
        all = all.subspan(n);
    }
    return regions;
}

moved write_some(tls_session& to, std::mt19937& random, std::span<std::byte> rest) {
    const auto regions = regions_of(random, rest);
    return to.write(regions);
}

moved read_some(tls_session& from, std::mt19937& random, bytes& into) {
    bytes buffer(1 + random() % 70'000);
    const auto regions = regions_of(random, buffer);
    const auto result = from.read(regions);
    if (result.what == moved::state::some)
        into.insert(into.end(), buffer.begin(), buffer.begin() + static_cast<std::ptrdiff_t>(result.bytes));
    return result;
}

// What `from` gives until it has no more.
moved read_all(tls_session& from, bytes& into) {
    std::mt19937 random(1);
    moved result;
    do
        result = read_some(from, random, into);
    while (result.what == moved::state::some);
    return result;
}

}  // namespace

TEST_CASE("Bytes arrive once and in order, with any regions and little room") {
    const auto seed = GENERATE(range(1u, 9u));
    std::mt19937 random(seed);
    connected pair;
    auto sent = random_bytes(random, 400'000);
    bytes got;
    std::size_t written = 0;
    for (int idle = 0; got.size() < sent.size() && idle < 1000; ++idle) {
        if (written < sent.size()) {
            const auto end = std::min(sent.size(), written + 1 + random() % 200'000);
            const auto result = write_some(pair.a, random, std::span(sent).subspan(written, end - written));
            REQUIRE(result.what != moved::state::broken);
            written += result.bytes;
            if (result.bytes > 0) idle = 0;
        }
        if (random() % 3 == 0 || written == sent.size())
            if (read_some(pair.b, random, got).bytes > 0) idle = 0;
    }
    CHECK(got == sent);
    CHECK(read_some(pair.b, random, got).what == moved::state::would_block);
    CHECK_FALSE(pair.b.holds_bytes());
}

TEST_CASE("The last byte counts as written when all has left") {
    connected pair;
    bytes message(60'000, std::byte{7});
    iovec region{message.data(), message.size()};
    auto result = pair.a.write(std::span(&region, 1));
    REQUIRE(result.what == moved::state::some);
    CHECK(result.bytes == message.size() - 1);
    iovec rest{message.data() + result.bytes, 1};
    CHECK(pair.a.write(std::span(&rest, 1)).what == moved::state::would_block);
    bytes got;
    while (got.size() < message.size()) {
        read_all(pair.b, got);
        result = pair.a.write(std::span(&rest, 1));
    }
    CHECK(result.what == moved::state::some);
    CHECK(result.bytes == 1);
    CHECK(got == message);
}

TEST_CASE("A side knows of bytes that the socket does not report any more") {
    connected pair;
    bytes message(1000, std::byte{1});
    const iovec out{message.data(), message.size()};
    REQUIRE(pair.a.write(std::span(&out, 1)).bytes == message.size());
    bytes part(10);
    const iovec in{part.data(), part.size()};
    REQUIRE(pair.b.read(std::span(&in, 1)).bytes == part.size());
    pollfd readable{pair.wire.ends[1], POLLIN, 0};
    CHECK(::poll(&readable, 1, 0) == 0);
    CHECK(pair.b.holds_bytes());
    bytes got;
    read_all(pair.b, got);
    CHECK(got.size() == message.size() - part.size());
    CHECK_FALSE(pair.b.holds_bytes());
}

TEST_CASE("Keys change on the way") {
    connected pair(5);
    std::mt19937 random(3);
    bytes sent, got;
    for (int message = 0; message < 200; ++message) {
        auto next = random_bytes(random, 100);
        REQUIRE(write_some(pair.a, random, next).bytes == next.size());
        sent.insert(sent.end(), next.begin(), next.end());
        REQUIRE(read_all(pair.b, got).what == moved::state::would_block);
    }
    CHECK(got == sent);
}

TEST_CASE("Another key and another identity are refused") {
    const bool other_key = GENERATE(true, false);
    sockets wire;
    const auto key = make_secret();
    tls_session a(wire.ends[0], side::client, key, "pair");
    tls_session b(wire.ends[1], side::server, other_key ? make_secret() : key, other_key ? "pair" : "other");
    REQUIRE(a.continue_handshake() == step::wants_read);
    CHECK(error_of([&] { b.continue_handshake(); }) == errc::authentication_failed);
    CHECK(error_of([&] { a.continue_handshake(); }) == errc::authentication_failed);
}

TEST_CASE("A peer that goes away ends the handshake and the stream") {
    {
        sockets wire;
        tls_session a(wire.ends[0], side::client, make_secret(), "pair");
        REQUIRE(a.continue_handshake() == step::wants_read);
        wire.close(1);
        CHECK(error_of([&] { a.continue_handshake(); }) ==
              errc::connect_failed);  // a socket pair with unread bytes is reset
    }
    connected pair;
    bytes message(100, std::byte{1}), got;
    const iovec out{message.data(), message.size()};
    REQUIRE(pair.a.write(std::span(&out, 1)).bytes == message.size());
    pair.wire.close(0);
    CHECK(read_all(pair.b, got).what == moved::state::ended);
    CHECK(got == message);
    CHECK(pair.b.write(std::span(&out, 1)).what == moved::state::broken);
}

namespace {

/// What `from` has sent, taken off the wire.
bytes intercept(int end) {
    bytes taken(100'000);
    const auto n = ::recv(end, taken.data(), taken.size(), MSG_DONTWAIT);
    taken.resize(n > 0 ? static_cast<std::size_t>(n) : 0);
    return taken;
}

/// Two sessions with an attacker between them.
struct attacked {
    sockets left, right;
    secret_key key = make_secret();
    tls_session a{left.ends[0], side::client, key, "pair"};
    tls_session b{right.ends[1], side::server, key, "pair"};
    attacked() {
        for (int turn = 0; turn < 4; ++turn) {
            (void)a.continue_handshake();
            pass_on(intercept(left.ends[1]));
            (void)b.continue_handshake();
            const auto back = intercept(right.ends[0]);
            if (!back.empty()) REQUIRE(::send(left.ends[1], back.data(), back.size(), 0) > 0);
        }
    }
    bytes send(char content, std::size_t size = 50) {
        bytes message(size, static_cast<std::byte>(content));
        const iovec out{message.data(), message.size()};
        REQUIRE(a.write(std::span(&out, 1)).bytes == size);
        return intercept(left.ends[1]);
    }
    void pass_on(const bytes& record) {
        if (!record.empty()) REQUIRE(::send(right.ends[0], record.data(), record.size(), 0) > 0);
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
        pair.pass_on(stolen);
        const bool announces_more = at == 3 || at == 4;  // the length: the record may seem not to have come as a whole
        if (announces_more) pair.pass_on(bytes(70'000 / 100, std::byte{0}));
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
        pair.pass_on(first);
        pair.pass_on(first);
        before.assign(50, std::byte{'1'});
    } else if (attack == 1) {  // reordered
        pair.pass_on(second);
        pair.pass_on(first);
    } else if (attack == 2) {  // dropped
        pair.pass_on(first);
        pair.pass_on(third);
        before.assign(50, std::byte{'1'});
    } else {  // inserted
        pair.pass_on(first);
        pair.pass_on(bytes(first.size(), std::byte{0x17}));
        before.assign(50, std::byte{'1'});
    }
    bytes got;
    CHECK(read_all(pair.b, got).what == moved::state::forged);
    CHECK(got == before);
    CHECK(read_all(pair.b, got).what == moved::state::forged);  // for good
}

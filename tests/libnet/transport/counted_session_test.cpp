// Counted frames between two sockets of one process: frames in order whatever the room, and every change of a header,
// of the order or of the number of frames found out.
#include "libnet/transport/socket/counted_session.hpp"

#include <sys/socket.h>
#include <unistd.h>

#include <poll.h>
#include <catch2/catch.hpp>

#include <algorithm>
#include <random>
#include <vector>

#include "tests/libnet/wire/documented_bytes.hpp"

using namespace banyan::net;
using namespace banyan::net::detail;
using wire::frame_kind;

namespace {

using bytes = std::vector<std::byte>;

struct sockets {
    explicit sockets(int room_bytes = 4096) {
        REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends) == 0);
        for (const int end : ends)
            ::setsockopt(end, SOL_SOCKET, SO_SNDBUF, &room_bytes, sizeof room_bytes);
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

struct keys {
    secret_key of_a = make_secret();
    secret_key of_b = make_secret();
};

struct connected : keys {
    sockets wire;
    counted_session a;
    counted_session b;
    explicit connected(int room_bytes = 4096)
        : wire(room_bytes), a(wire.ends[0], of_a, of_b), b(wire.ends[1], of_b, of_a) {}
};

bool carries_payload(frame_kind kind) {
    return kind == frame_kind::eager || kind == frame_kind::data;
}

bytes frame(frame_kind kind, std::size_t payload_bytes, char content = 'x') {
    const auto header = wire::encode({.kind = kind, .length_bytes = payload_bytes, .token = 7});
    bytes made(header.size() + (carries_payload(kind) ? payload_bytes : 0), static_cast<std::byte>(content));
    std::ranges::copy(header, made.begin());
    return made;
}

void append(bytes& to, const bytes& more) {
    to.insert(to.end(), more.begin(), more.end());
}

// Of all kinds, most short, some long.
bytes random_frames(std::mt19937& random, std::size_t least_bytes) {
    bytes all;
    while (all.size() < least_bytes) {
        const auto kind = static_cast<frame_kind>(1 + random() % 10);
        const std::size_t longest[] = {1, 100, 1000, 90'000};
        bytes next = frame(kind, random() % longest[random() % 4]);
        for (auto at = next.begin() + wire::header_bytes; at != next.end(); ++at)
            *at = static_cast<std::byte>(random());
        append(all, next);
    }
    return all;
}

std::vector<iovec> regions_of(std::mt19937& random, std::span<std::byte> all, std::size_t longest) {
    std::vector<iovec> regions;
    while (!all.empty() && regions.size() < 1000) {
        const std::size_t n = std::min<std::size_t>(all.size(), 1 + random() % (random() % 2 ? 50 : longest));
        regions.push_back({all.data(), n});
        all = all.subspan(n);
    }
    return regions;
}

moved write(counted_session& to, std::span<std::byte> all) {
    const iovec region{all.data(), all.size()};
    return to.write(std::span(&region, 1));
}

moved read_some(counted_session& from, bytes& into, std::size_t most) {
    bytes buffer(most);
    const iovec region{buffer.data(), buffer.size()};
    const auto result = from.read(std::span(&region, 1));
    buffer.resize(result.bytes);
    append(into, buffer);
    return result;
}

// What `from` gives until it has no more.
moved read_all(counted_session& from, bytes& into) {
    moved result;
    do
        result = read_some(from, into, 10'000);
    while (result.what == moved::state::some);
    return result;
}

}  // namespace

TEST_CASE("Frames arrive once and in order, with any regions and little room", "[counted]") {
    const auto seed = GENERATE(range(1u, 17u));
    std::mt19937 random(seed);
    connected pair;
    auto sent = random_frames(random, 400'000);
    bytes got;
    std::size_t written = 0;
    const std::size_t longest = seed % 2 ? 300 : 40'000;
    for (int idle = 0; got.size() < sent.size() && idle < 1000; ++idle) {
        if (written < sent.size()) {
            const auto end = std::min(sent.size(), written + 1 + random() % (random() % 2 ? 100 : 200'000));
            const auto regions = regions_of(random, std::span(sent).subspan(written, end - written), longest);
            const auto result = pair.a.write(regions);
            REQUIRE(result.what != moved::state::broken);
            written += result.bytes;
            if (result.bytes > 0) idle = 0;
        }
        if (random() % 3 != 0 && written < sent.size()) continue;
        bytes buffer(1 + random() % (random() % 2 ? 100 : 100'000));
        const auto result = pair.b.read(regions_of(random, buffer, longest));
        REQUIRE(result.what != moved::state::forged);
        buffer.resize(result.bytes);
        append(got, buffer);
        if (result.bytes > 0) idle = 0;
    }
    CHECK(written == sent.size());
    CHECK(got == sent);
    CHECK(read_some(pair.b, got, 1).what == moved::state::would_block);
    CHECK_FALSE(pair.b.holds_bytes());
    CHECK_FALSE(pair.a.has_uncounted());
}

TEST_CASE("Single bytes written and read are a stream of frames too", "[counted]") {
    connected pair;
    bytes sent, got;
    for (const auto kind : {frame_kind::eager, frame_kind::rendezvous_request, frame_kind::data, frame_kind::goodbye})
        append(sent, frame(kind, 3));
    for (std::size_t at = 0; at < sent.size(); ++at) {
        REQUIRE(write(pair.a, std::span(sent).subspan(at, 1)).bytes == 1);
        while (read_some(pair.b, got, 1).bytes == 1) {
        }
    }
    CHECK(got == sent);
}

TEST_CASE("The last byte of a header counts as written when its code has left", "[counted]") {
    // The room of a socket ends anywhere: some length of the first frame has it end inside the code of the second.
    int held_back = 0;
    for (std::size_t payload = 0; payload < 10'000; ++payload) {
        connected pair;
        bytes sent = frame(frame_kind::eager, payload);
        append(sent, frame(frame_kind::credit, 0));
        const std::size_t before_code = sent.size() - 1;
        append(sent, frame(frame_kind::eager, 20'000));
        std::size_t written = write(pair.a, sent).bytes;
        REQUIRE(written < sent.size());
        if (pair.a.has_uncounted()) {
            if (written == before_code) ++held_back;
            REQUIRE(write(pair.a, std::span(sent).subspan(written)).what == moved::state::would_block);
            REQUIRE(pair.a.has_uncounted());
        }
        bytes got;
        for (int turn = 0; turn < 100 && got.size() < sent.size(); ++turn) {
            REQUIRE(read_all(pair.b, got).what == moved::state::would_block);
            if (written < sent.size()) written += write(pair.a, std::span(sent).subspan(written)).bytes;
        }
        REQUIRE(got == sent);
        REQUIRE_FALSE(pair.a.has_uncounted());
    }
    CHECK(held_back > 0);
}

TEST_CASE("A side knows of counted bytes that the socket does not report any more", "[counted]") {
    connected pair;
    bytes sent = frame(frame_kind::eager, 100);
    const std::size_t first = GENERATE(1u, 40u, 41u, 139u);
    REQUIRE(write(pair.a, sent).bytes == sent.size());
    bytes got;
    REQUIRE(read_some(pair.b, got, first).bytes == first);
    pollfd readable{pair.wire.ends[1], POLLIN, 0};
    CHECK(::poll(&readable, 1, 0) == 0);
    CHECK(pair.b.holds_bytes());
    read_all(pair.b, got);
    CHECK(got == sent);
    CHECK_FALSE(pair.b.holds_bytes());
}

TEST_CASE("A peer that goes away ends the counted stream behind what it has sent", "[counted]") {
    connected pair;
    bytes sent = frame(frame_kind::eager, 100), got;
    REQUIRE(write(pair.a, sent).bytes == sent.size());
    pair.wire.close(0);
    CHECK(read_all(pair.b, got).what == moved::state::ended);
    CHECK(got == sent);
    CHECK(write(pair.b, sent).what == moved::state::broken);
}

TEST_CASE("The documented counted frame is what the code writes and reads", "[counted]") {
    const auto documented = documented_bytes("Counted frames");
    secret_key key{};
    for (std::size_t i = 0; i < 16; ++i)
        key[i] = static_cast<std::byte>(i);
    sockets wire(100'000);
    counted_session a(wire.ends[0], key, key);
    auto sent = documented_bytes("Worked example");
    REQUIRE(write(a, sent).bytes == sent.size());
    bytes on_the_wire(1000);
    on_the_wire.resize(static_cast<std::size_t>(::recv(wire.ends[1], on_the_wire.data(), on_the_wire.size(), 0)));
    CHECK(on_the_wire == documented);
}

namespace {

constexpr std::size_t head = counted_header_bytes;

/// Two sessions with an attacker between them.
struct attacked : keys {
    sockets left{100'000}, right{100'000};
    counted_session a{left.ends[0], of_a, of_b};
    counted_session b{right.ends[1], of_b, of_a};

    /// What a frame that A sends looks like on the way.
    bytes send(frame_kind kind, char content = 'x', std::size_t payload_bytes = 50) {
        bytes made = frame(kind, payload_bytes, content);
        REQUIRE(write(a, made).bytes == made.size());
        bytes taken(100'000);
        taken.resize(static_cast<std::size_t>(::recv(left.ends[1], taken.data(), taken.size(), MSG_DONTWAIT)));
        return taken;
    }
    void pass_on(const bytes& some) { give(right.ends[0], some); }
    static void give(int end, const bytes& some) {
        if (!some.empty()) REQUIRE(::send(end, some.data(), some.size(), 0) == static_cast<ssize_t>(some.size()));
    }
};

}  // namespace

TEST_CASE("A changed bit anywhere in a header or code of any kind is detected, and nothing is delivered", "[counted]") {
    for (int kind = 1; kind <= 10; ++kind)
        for (std::size_t at = 0; at < head; ++at) {
            attacked pair;
            auto stolen = pair.send(static_cast<frame_kind>(kind));
            stolen[at] ^= static_cast<std::byte>(1 << at % 8);
            pair.pass_on(stolen);
            bytes got;
            REQUIRE(read_all(pair.b, got).what == moved::state::forged);
            REQUIRE(got.empty());
            REQUIRE(read_all(pair.b, got).what == moved::state::forged);  // for good
        }
}

TEST_CASE("Bytes cut out of, put into or repeated in a header or code of any kind are detected", "[counted]") {
    const int attack = GENERATE(0, 1, 2);
    for (int kind = 1; kind <= 10; ++kind)
        for (std::size_t at = 0; at < head; ++at) {
            attacked pair;
            auto stolen = pair.send(static_cast<frame_kind>(kind));
            append(stolen, pair.send(frame_kind::eager));
            const bytes sent = stolen;
            const auto place = stolen.begin() + static_cast<std::ptrdiff_t>(at);
            if (attack == 0) stolen.erase(place);
            if (attack == 1) stolen.insert(place, *place ^ std::byte{1});
            if (attack == 2) stolen.insert(place, 8, std::byte{0});
            pair.pass_on(stolen);
            bytes got;
            REQUIRE(read_all(pair.b, got).what == moved::state::forged);
            // The last byte of the code may be that of what follows: then the cut is one of the payload.
            REQUIRE((got.empty() || std::equal(sent.begin(), sent.begin() + head, stolen.begin())));
        }
}

TEST_CASE("Frames of any kind that are left out, repeated, swapped or inserted are detected", "[counted]") {
    const int attack = GENERATE(0, 1, 2, 3, 4, 5);
    for (int kind = 1; kind <= 10; ++kind) {
        attacked pair;
        const auto first = pair.send(frame_kind::eager, '1');
        const auto second = pair.send(static_cast<frame_kind>(kind), '2');
        const auto third = pair.send(static_cast<frame_kind>(kind), '2');
        bytes expected = frame(frame_kind::eager, 50, '1');
        pair.pass_on(first);
        if (attack == 0) {  // left out
            pair.pass_on(third);
        } else if (attack == 1) {  // repeated
            append(expected, frame(static_cast<frame_kind>(kind), 50, '2'));
            pair.pass_on(second);
            pair.pass_on(second);
        } else if (attack == 2) {  // swapped
            pair.pass_on(third);
            pair.pass_on(second);
        } else if (attack == 3) {  // made up
            bytes made = frame(static_cast<frame_kind>(kind), 50);
            made.insert(made.begin() + wire::header_bytes, code_bytes, std::byte{0});
            pair.pass_on(made);
        } else if (attack == 4) {  // of another connection
            attacked other;
            (void)other.send(frame_kind::eager, '1');
            pair.pass_on(other.send(static_cast<frame_kind>(kind), '2'));
        } else {  // the reader's own, of the same number
            bytes own = frame(frame_kind::eager, 50, '1'), reflected(1000);
            append(own, frame(static_cast<frame_kind>(kind), 50, '2'));
            REQUIRE(write(pair.b, own).bytes == own.size());
            reflected.resize(static_cast<std::size_t>(::recv(pair.right.ends[0], reflected.data(), 1000, 0)));
            pair.pass_on({reflected.begin() + static_cast<std::ptrdiff_t>(first.size()), reflected.end()});
        }
        bytes got;
        REQUIRE(read_all(pair.b, got).what == moved::state::forged);
        REQUIRE(got == expected);
    }
}

TEST_CASE("No byte of a header is delivered before its code has arrived", "[counted]") {
    attacked pair;
    auto sent = pair.send(frame_kind::credit);
    const bool goes_on = GENERATE(true, false);
    bytes got;
    for (const std::byte one : bytes(sent.begin(), sent.end() - 1)) {
        pair.pass_on({one});
        REQUIRE(read_all(pair.b, got).what == moved::state::would_block);
        REQUIRE_FALSE(pair.b.holds_bytes());
    }
    if (goes_on)
        pair.pass_on({sent.back()});
    else
        pair.right.close(0);
    CHECK(read_all(pair.b, got).what == (goes_on ? moved::state::would_block : moved::state::ended));
    CHECK(got == (goes_on ? frame(frame_kind::credit, 50) : bytes{}));
}

// What docs/security.md says of plain data: the content of messages is not protected, their length and order are.
TEST_CASE("A changed byte of payload changes the content of that message, and no length and no order", "[counted]") {
    attacked pair;
    auto stolen = pair.send(frame_kind::eager, '1');
    append(stolen, pair.send(frame_kind::data, '2'));
    stolen[head + 10] ^= std::byte{1};
    pair.pass_on(stolen);
    bytes expected = frame(frame_kind::eager, 50, '1');
    expected[wire::header_bytes + 10] ^= std::byte{1};
    append(expected, frame(frame_kind::data, 50, '2'));
    bytes got;
    CHECK(read_all(pair.b, got).what == moved::state::would_block);
    CHECK(got == expected);
}

TEST_CASE("Bytes put into or cut out of payload are detected at the next header", "[counted]") {
    const bool cut = GENERATE(true, false);
    attacked pair;
    auto stolen = pair.send(frame_kind::eager, '1');
    const auto place = stolen.begin() + head + 10;
    cut ? void(stolen.erase(place)) : void(stolen.insert(place, std::byte{'1'}));
    append(stolen, pair.send(frame_kind::credit));
    append(stolen, pair.send(frame_kind::credit));
    pair.pass_on(stolen);
    bytes got;
    CHECK(read_all(pair.b, got).what == moved::state::forged);
    CHECK(got.size() == wire::header_bytes + 50);
}

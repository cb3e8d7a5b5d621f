// Counted frames between two sockets of one process: frames in order whatever the room, and every change of a header,
// of the order or of the number of frames found out.
#include "libnet/transport/socket/counted_session.hpp"

#include <poll.h>

#include "tests/libnet/transport/session_testing.hpp"
#include "tests/libnet/wire/documented_bytes.hpp"

namespace counted_session_test {

using namespace banyan::net;
using namespace banyan::net::detail;
using namespace banyan::testing;
using wire::frame_kind;

namespace {

struct keys {
    secret_key of_a = make_secret();
    secret_key of_b = make_secret();
};

struct connected : keys {
    socket_pair wire{little_room_bytes};
    counted_session a{wire.ends[0], of_a, of_b};
    counted_session b{wire.ends[1], of_b, of_a};
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

}  // namespace

TEST_CASE("Frames arrive once and in order, with any regions and little room", "[counted]") {
    const auto seed = GENERATE(range(1u, 17u));
    std::mt19937 random(seed);
    connected pair;
    auto sent = random_frames(random, 400'000);
    auto [written, got] = send_in_pieces(pair.a, pair.b, sent, random, seed % 2 ? 300 : 40'000);
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
    const socket_pair wire(100'000);
    counted_session a(wire.ends[0], key, key);
    auto sent = documented_bytes("Worked example");
    REQUIRE(write(a, sent).bytes == sent.size());
    CHECK(take<bytes>(wire.ends[1]) == documented);
}

namespace {

constexpr std::size_t head = counted_header_bytes;

/// Two sessions with an attacker between them.
struct attacked : keys, attacked_sockets {
    counted_session a{left.ends[0], of_a, of_b};
    counted_session b{right.ends[1], of_b, of_a};

    /// What a frame that A sends looks like in transit.
    bytes send(frame_kind kind, char content = 'x', std::size_t payload_bytes = 50) {
        bytes made = frame(kind, payload_bytes, content);
        REQUIRE(write(a, made).bytes == made.size());
        return from_left();
    }
};

}  // namespace

TEST_CASE("A changed bit anywhere in a header or code of any kind is detected, and nothing is delivered", "[counted]") {
    for (int kind = 1; kind <= 10; ++kind)
        for (std::size_t at = 0; at < head; ++at) {
            attacked pair;
            auto stolen = pair.send(static_cast<frame_kind>(kind));
            stolen[at] ^= static_cast<std::byte>(1 << at % 8);
            pair.to_right(stolen);
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
            pair.to_right(stolen);
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
        pair.to_right(first);
        if (attack == 0) {  // left out
            pair.to_right(third);
        } else if (attack == 1) {  // repeated
            append(expected, frame(static_cast<frame_kind>(kind), 50, '2'));
            pair.to_right(second);
            pair.to_right(second);
        } else if (attack == 2) {  // swapped
            pair.to_right(third);
            pair.to_right(second);
        } else if (attack == 3) {  // made up
            bytes made = frame(static_cast<frame_kind>(kind), 50);
            made.insert(made.begin() + wire::header_bytes, code_bytes, std::byte{0});
            pair.to_right(made);
        } else if (attack == 4) {  // of another connection
            attacked other;
            (void)other.send(frame_kind::eager, '1');
            pair.to_right(other.send(static_cast<frame_kind>(kind), '2'));
        } else {  // the reader's own, of the same number
            bytes own = frame(frame_kind::eager, 50, '1');
            append(own, frame(static_cast<frame_kind>(kind), 50, '2'));
            REQUIRE(write(pair.b, own).bytes == own.size());
            const bytes reflected = pair.from_right();
            pair.to_right({reflected.begin() + static_cast<std::ptrdiff_t>(first.size()), reflected.end()});
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
        pair.to_right({one});
        REQUIRE(read_all(pair.b, got).what == moved::state::would_block);
        REQUIRE_FALSE(pair.b.holds_bytes());
    }
    if (goes_on)
        pair.to_right({sent.back()});
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
    pair.to_right(stolen);
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
    pair.to_right(stolen);
    bytes got;
    CHECK(read_all(pair.b, got).what == moved::state::forged);
    CHECK(got.size() == wire::header_bytes + 50);
}

}  // namespace counted_session_test

// The handshake as a state machine: honest pairs agree, every dishonest one fails.
#include "libnet/wire/handshake.hpp"
#include "tests/common/error_of.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <functional>
#include <string>

namespace handshake_test {

using namespace banyan::net;
using banyan::testing::error_of;

namespace {

constexpr auto initiator = handshake_role::initiator;
constexpr auto responder = handshake_role::responder;
constexpr auto data = handshake_purpose::data;
constexpr auto control = handshake_purpose::control;
const task_id left = task_id::make(1, 7);
const task_id right = task_id::make(2, 9);

using bytes = std::vector<std::byte>;

bytes take_output(handshake& from) {
    const auto out = from.output();
    bytes copy(out.begin(), out.end());
    from.consumed_output(copy.size());
    return copy;
}

/// Gives `to` what it wants of `stream`, `step` bytes at a time at most; returns what is left over.
bytes feed(handshake& to, bytes stream, std::size_t step = 1000) {
    while (!stream.empty() && to.wanted_bytes() > 0) {
        const std::size_t n = std::min({step, to.wanted_bytes(), stream.size()});
        to.input(std::span(stream).first(n));
        stream.erase(stream.begin(), stream.begin() + static_cast<std::ptrdiff_t>(n));
    }
    return stream;
}

void run(handshake& a, handshake& b, std::size_t step = 1000) {
    for (int turn = 0; turn < 4; ++turn) {
        CHECK(feed(b, take_output(a), step).empty());
        CHECK(feed(a, take_output(b), step).empty());
    }
}

struct honest_pair {
    secret_key secret = make_secret();
    handshake a{initiator, secret, data, left, right};
    handshake b{responder, secret, data, right};
};

}  // namespace

TEST_CASE("Two sides that know the secret learn each other's id and parameter") {
    const auto step = GENERATE(std::size_t{1}, std::size_t{3}, std::size_t{1000});
    honest_pair p;
    p.a.set_parameter(0x0123456789abcdefULL);
    p.b.set_parameter(~std::uint64_t{0});
    run(p.a, p.b, step);
    REQUIRE(p.a.done());
    REQUIRE(p.b.done());
    CHECK(p.a.peer() == right);
    CHECK(p.b.peer() == left);
    CHECK(p.a.peer_parameter() == ~std::uint64_t{0});
    CHECK(p.b.peer_parameter() == 0x0123456789abcdefULL);
    CHECK(p.a.wanted_bytes() == 0);
    CHECK(p.b.wanted_bytes() == 0);
}

TEST_CASE("A side never wants bytes that belong to what follows the handshake") {
    honest_pair p;
    bytes first = take_output(p.a);
    CHECK(feed(p.b, first).empty());
    bytes answer = take_output(p.b);
    answer.resize(answer.size() + 5);  // the next frame came along
    CHECK(feed(p.a, answer).size() == 5);
    bytes last = take_output(p.a);
    last.resize(last.size() + 11);
    CHECK(feed(p.b, last).size() == 11);
    CHECK(p.b.done());
    CHECK(first.size() + answer.size() + last.size() < 4096);
}

TEST_CASE("A side that knows another secret is refused by both") {
    honest_pair p;
    handshake stranger{responder, make_secret(), data, right};
    CHECK(feed(stranger, take_output(p.a)).empty());
    CHECK(error_of([&] { feed(p.a, take_output(stranger)); }) == errc::authentication_failed);
    CHECK_FALSE(p.a.done());
    CHECK(p.a.output().empty());  // no proof for an unproven peer

    handshake intruder{initiator, make_secret(), data, left, right};
    CHECK(feed(p.b, take_output(intruder)).empty());
    take_output(p.b);
    CHECK(error_of([&] { feed(p.b, bytes(handshake::proof_bytes)); }) == errc::authentication_failed);
    CHECK_FALSE(p.b.done());
}

TEST_CASE("What a side sent is refused when it comes back") {
    honest_pair p;
    const bytes hello = take_output(p.a);
    CHECK(error_of([&] { feed(p.a, hello); }) == errc::protocol_violation);

    SECTION("a reflected hello with the role changed, and the responder's own proof sent back to it") {
        honest_pair q;
        bytes forged = take_output(q.a);
        feed(q.b, forged);
        const bytes answer = take_output(q.b);
        const bytes own_proof(answer.end() - handshake::proof_bytes, answer.end());
        CHECK(error_of([&] { feed(q.b, own_proof); }) == errc::authentication_failed);
    }
    SECTION("a proof recorded on another connection of the same two") {
        honest_pair first;
        feed(first.b, take_output(first.a));
        feed(first.a, take_output(first.b));
        const bytes recorded = take_output(first.a);
        handshake later{responder, first.secret, data, right};
        handshake replayed{initiator, first.secret, data, left, right};
        feed(later, take_output(replayed));
        take_output(later);
        CHECK(error_of([&] { feed(later, recorded); }) == errc::authentication_failed);
    }
}

TEST_CASE("A stream cut anywhere leaves the handshake undone and without error") {
    honest_pair sample;
    const std::size_t answer_size = handshake::hello_bytes + handshake::proof_bytes;
    for (std::size_t cut = 0; cut < answer_size; ++cut) {
        honest_pair p;
        bytes hello = take_output(p.a);
        if (cut < hello.size()) {
            honest_pair q;
            bytes part = take_output(q.a);
            part.resize(cut);
            feed(q.b, part);
            REQUIRE(q.b.wanted_bytes() > 0);
            REQUIRE(q.b.output().empty());
            REQUIRE_FALSE(q.b.done());
        }
        feed(p.b, hello);
        bytes answer = take_output(p.b);
        REQUIRE(answer.size() == answer_size);
        answer.resize(cut);
        feed(p.a, answer);
        REQUIRE(p.a.wanted_bytes() > 0);
        REQUIRE_FALSE(p.a.done());
    }
}

TEST_CASE("Any changed byte of any message is refused") {
    const std::size_t answer_size = handshake::hello_bytes + handshake::proof_bytes;
    for (std::size_t at = 0; at < handshake::hello_bytes; ++at) {
        honest_pair p;
        bytes hello = take_output(p.a);
        hello[at] ^= std::byte{0x40};
        CHECK(error_of([&] {
                  feed(p.b, hello);
                  feed(p.a, take_output(p.b));
              }) != errc{});
        CHECK_FALSE(p.a.done());
    }
    for (std::size_t at = 0; at < answer_size; ++at) {
        honest_pair p;
        feed(p.b, take_output(p.a));
        bytes answer = take_output(p.b);
        answer[at] ^= std::byte{0x01};
        CHECK(error_of([&] { feed(p.a, answer); }) != errc{});
        CHECK_FALSE(p.a.done());
    }
}

TEST_CASE("Version, purpose and ids must agree") {
    honest_pair p;
    SECTION("another version is named, and the responder still sends its own") {
        bytes hello = take_output(p.a);
        hello[4] = std::byte{9};
        CHECK(error_of([&] { feed(p.b, hello); }) == errc::version_mismatch);
        CHECK(p.b.output().size() == handshake::hello_bytes);
        CHECK_FALSE(p.b.done());
    }
    SECTION("a data connection is not a control connection") {
        handshake other{responder, p.secret, control, right};
        CHECK(error_of([&] { feed(other, take_output(p.a)); }) == errc::protocol_violation);
    }
    SECTION("the task looked for is another one") {
        handshake other{responder, p.secret, data, task_id::make(3, 3)};
        CHECK(error_of([&] { feed(other, take_output(p.a)); }) == errc::authentication_failed);
    }
    SECTION("a responder may expect a certain task") {
        handshake other{responder, p.secret, data, right, task_id::make(3, 3)};
        CHECK(error_of([&] { feed(other, take_output(p.a)); }) == errc::authentication_failed);
    }
    SECTION("two initiators") {
        handshake other{initiator, p.secret, data, right, left};
        take_output(other);
        CHECK(error_of([&] { feed(other, take_output(p.a)); }) == errc::protocol_violation);
    }
}

TEST_CASE("An error about a wrong task names both tasks in hexadecimal, as banyan ps does") {
    honest_pair p;
    handshake other{responder, p.secret, data, task_id::make(2, 10)};
    CHECK_THROWS_WITH(feed(other, take_output(p.a)),
                      Catch::Contains("the peer expects task 80009, this is task 8000a"));
}

TEST_CASE("A responder of data takes the initiator's protection of data, and no side another's") {
    const auto asked =
        GENERATE(handshake_purpose::data, handshake_purpose::encrypted_data, handshake_purpose::counted_data);
    const auto secret = make_secret();
    handshake a{initiator, secret, asked, left, right};
    handshake b{responder, secret, data, right};
    run(a, b);
    REQUIRE(a.done());
    REQUIRE(b.done());
    CHECK(b.purpose() == asked);

    handshake other{initiator, secret, asked == data ? handshake_purpose::counted_data : data, left, right};
    handshake strict{responder, secret, asked == data ? handshake_purpose::encrypted_data : asked, right};
    CHECK(error_of([&] { feed(strict, take_output(other)); }) == errc::protocol_violation);
}

TEST_CASE("The keys of frames are those of one connection, one direction and one use") {
    honest_pair p, again{.secret = p.secret};
    run(p.a, p.b);
    run(again.a, again.b);
    const auto key = p.a.frame_key(initiator);
    CHECK(key == p.b.frame_key(initiator));
    CHECK(p.a.frame_key(responder) == p.b.frame_key(responder));
    CHECK(key != p.a.frame_key(responder));
    CHECK(key != p.a.connection_key());
    CHECK(key != again.a.frame_key(initiator));
}

TEST_CASE("Garbage is a protocol violation from its first eight bytes") {
    for (int seed = 0; seed < 200; ++seed) {
        honest_pair p;
        bytes garbage(200);
        fill_random(garbage);
        CHECK(error_of([&] { feed(p.b, garbage); }) == errc::protocol_violation);
        CHECK(p.b.output().empty());
        CHECK(p.b.wanted_bytes() == 0);
    }
}

TEST_CASE("The code is HMAC-SHA256") {
    // RFC 4231 wants other key lengths; this is `openssl dgst -sha256 -mac HMAC` of "abc" under 32 bytes of 0x0b.
    secret_key key;
    key.fill(std::byte{0x0b});
    const std::string text = "abc";
    const auto code = authentication_code(key, std::as_bytes(std::span(text)));
    CHECK(equal_constant_time(code, authentication_code(key, std::as_bytes(std::span(text)))));
    std::string hex;
    for (std::byte b : code) {
        hex += "0123456789abcdef"[std::to_integer<int>(b) >> 4];
        hex += "0123456789abcdef"[std::to_integer<int>(b) & 15];
    }
    CHECK(hex == "cc2b6e43b092526c09f6b2db76c7dc2867ebfdf7d1b170f2d8f73a3894792e12");
}

TEST_CASE("A notice that the peer has no descriptor is resource_limit, at any step width, and names the limit") {
    honest_pair p;
    take_output(p.a);
    const auto notice = no_room_notice(data);
    const std::size_t step = GENERATE(1u, 8u);
    std::string text;
    try {
        feed(p.a, bytes(notice.begin(), notice.end()), step);
    } catch (const error& told) {
        CHECK(told.which() == errc::resource_limit);
        text = told.what();
    }
    CHECK(text.find("ulimit -n") != std::string::npos);
}

TEST_CASE("Such a notice means nothing to the side that accepts") {
    honest_pair p;
    const auto notice = no_room_notice(data);
    CHECK(error_of([&] { feed(p.b, bytes(notice.begin(), notice.end())); }) == errc::protocol_violation);
}

}  // namespace handshake_test

#include "libnet/wire/frame.hpp"

#include <catch2/catch.hpp>
#include <cstring>
#include <iterator>
#include <random>

#include "banyan/net/error.hpp"
#include "tests/libnet/wire/documented_bytes.hpp"

namespace frame_test {

using namespace banyan::net;
using namespace banyan::net::wire;

namespace {

constexpr frame_kind in_streams[] = {frame_kind::eager,         frame_kind::rendezvous_request,
                                     frame_kind::clear_to_send, frame_kind::data,
                                     frame_kind::credit,        frame_kind::goodbye,
                                     frame_kind::welcome,       frame_kind::retract,
                                     frame_kind::last_sent,     frame_kind::revoke};

frame_header random_header(std::mt19937_64& random) {
    return {.kind = in_streams[random() % std::size(in_streams)],
            .context = context_id{static_cast<std::uint32_t>(random())},
            .source = task_id{static_cast<std::uint32_t>(random())},
            .destination = task_id{static_cast<std::uint32_t>(random())},
            .tag = banyan::net::tag{static_cast<std::int32_t>(random())},
            .credit_bytes = static_cast<std::uint32_t>(random()),
            .length_bytes = random() & max_length_bytes,
            .token = random()};
}

bool refused(header_buffer bytes) {
    try {
        decode(bytes);
    } catch (const error& e) {
        return e.which() == errc::protocol_violation;
    }
    return false;
}

}  // namespace

TEST_CASE("the documented example is what the code writes and reads", "[frame]") {
    const auto bytes = documented_bytes("Worked example");
    REQUIRE(bytes.size() == header_bytes + 5);
    const frame_header header{.kind = frame_kind::eager,
                              .context = context_id{1},
                              .source = task_id::make(1, 1),
                              .destination = task_id::make(1, 2),
                              .tag = banyan::net::tag{7},
                              .credit_bytes = 96,
                              .length_bytes = 5};
    const auto written = encode(header);
    CHECK(std::equal(written.begin(), written.end(), bytes.begin()));
    CHECK(decode(std::span(bytes).first<header_bytes>()) == header);
    CHECK(std::memcmp(bytes.data() + header_bytes, "hello", 5) == 0);
}

TEST_CASE("every header survives the trip", "[frame]") {
    std::mt19937_64 random(7);
    for (int i = 0; i < 1000; ++i) {
        const auto header = random_header(random);
        REQUIRE(decode(encode(header)) == header);
    }
}

TEST_CASE("bytes that the format does not allow are refused", "[frame]") {
    const auto good = encode({.kind = frame_kind::credit});
    for (const int kind : {0, 10, 12, 255}) {
        auto bad = good;
        bad[0] = static_cast<std::byte>(kind);
        CHECK(refused(bad));
    }
    for (const std::size_t at : {1u, 2u, 3u}) {
        auto bad = good;
        bad[at] = std::byte{1};
        CHECK(refused(bad));
    }
    for (const std::uint64_t length : {max_length_bytes + 1, std::uint64_t{1} << 63, ~std::uint64_t{0}})
        CHECK(refused(encode({.kind = frame_kind::data, .length_bytes = length})));
    CHECK_FALSE(refused(encode({.kind = frame_kind::data, .length_bytes = max_length_bytes})));
}

TEST_CASE("only eager and data frames have payload", "[frame]") {
    for (const frame_kind kind : in_streams) {
        const frame_header header{.kind = kind, .length_bytes = 9};
        const bool carries = header.kind == frame_kind::eager || header.kind == frame_kind::data;
        CHECK(header.payload_bytes() == (carries ? 9u : 0u));
    }
}

}  // namespace frame_test

// Streams that no correct peer writes: wrong lengths in every field, and every kind of frame truncated after every
// byte.
#include <catch2/catch.hpp>
#include <cstring>

#include "libnet/protocol/protocol.hpp"
#include "tests/common/error_of.hpp"

namespace hostile_stream_test {

using namespace banyan::net;
using namespace banyan::net::detail;
using banyan::testing::error_of;
using wire::frame_header;
using wire::frame_kind;

namespace {

constexpr task_id left{1}, right{2};
constexpr protocol_limits small{
    .unexpected_cap_bytes = 64 << 10, .send_buffer_bytes = 1 << 10, .eager_limit_bytes = 4 << 10, .expected_peers = 1};
constexpr std::uint64_t zero = 0, one = 1, most = wire::max_length_bytes;

// A protocol with two sends under way (10 bytes that are written, and 20,000 bytes with a rendezvous request of token
// 1) and one posted receive.
struct receiver {
    std::vector<std::byte> payload = std::vector<std::byte>(20'000), buffer = std::vector<std::byte>(100);
    operation sent, rendezvous, receive;
    protocol receiving{right, small};

    receiver() {
        receiving.peer_up(left, receiving.credit_window_bytes());
        sent.to = rendezvous.to = {left, tag{1}};
        sent.payload = std::as_bytes(std::span(payload)).first(10);
        rendezvous.payload = std::as_bytes(std::span(payload));
        receive.what = operation::kind::receive;
        receive.buffer = std::span(buffer);
        for (auto* op : {&sent, &rendezvous, &receive})
            receiving.start(*op);
        std::array<iovec, 8> regions;
        for (std::size_t used; (used = receiving.stream(left).write_regions(regions)) > 0;)
            receiving.stream(left).bytes_written(regions[0].iov_len);
    }

    void feed(std::span<const std::byte> bytes, std::size_t piece) {
        frame_stream& stream = receiving.stream(left);
        while (!bytes.empty()) {
            std::array<iovec, 2> regions;
            REQUIRE(stream.read_regions(regions) >= 1);
            const std::size_t now = std::min({piece, bytes.size(), regions[0].iov_len});
            std::memcpy(regions[0].iov_base, bytes.data(), now);
            stream.bytes_read(now);
            bytes = bytes.subspan(now);
        }
    }
};

std::vector<std::byte> frame(frame_header header, std::size_t payload_bytes = 0) {
    header.source = left;
    header.destination = right;
    const auto head = wire::encode(header);
    std::vector<std::byte> bytes(head.size() + payload_bytes, std::byte{7});
    std::copy(head.begin(), head.end(), bytes.begin());
    return bytes;
}

// A frame of each kind in a state in which it is allowed, and the frames that must come before it.
struct allowed_frame {
    std::vector<std::byte> before, itself;
};
std::vector<allowed_frame> every_kind() {
    return {{{}, frame({.kind = frame_kind::eager, .length_bytes = 60}, 60)},
            {{}, frame({.kind = frame_kind::eager, .length_bytes = 0})},
            {{}, frame({.kind = frame_kind::rendezvous_request, .length_bytes = 90, .token = 5})},
            {{}, frame({.kind = frame_kind::clear_to_send, .length_bytes = 20'000, .token = 1})},
            {frame({.kind = frame_kind::rendezvous_request, .length_bytes = 90, .token = 5}),
             frame({.kind = frame_kind::data, .length_bytes = 90, .token = 5}, 90)},
            {frame({.kind = frame_kind::rendezvous_request, .length_bytes = 90, .token = 5}),
             frame({.kind = frame_kind::retract, .token = 5})},
            {{}, frame({.kind = frame_kind::retract, .token = 6})},
            {{}, frame({.kind = frame_kind::credit, .credit_bytes = 64})},
            {{}, frame({.kind = frame_kind::goodbye})},
            {{}, frame({.kind = frame_kind::last_sent})},
            {{}, frame({.kind = frame_kind::revoke, .token = 2})}};
}

}  // namespace

TEST_CASE("every length of every frame is taken or refused before memory is", "[protocol][hostile]") {
    const std::uint64_t length = GENERATE(values<std::uint64_t>(
        {zero, one, most - 1, most, most + 1, one << 31, (one << 32) - 1, one << 32, one << 63, ~zero}));
    const auto kind =
        GENERATE(frame_kind::eager, frame_kind::rendezvous_request, frame_kind::clear_to_send, frame_kind::data);
    const bool fits = kind == frame_kind::rendezvous_request ? length <= most : kind != frame_kind::data && length <= 1;
    CAPTURE(static_cast<int>(kind), length);
    receiver r;
    const auto bytes = frame({.kind = kind, .length_bytes = length, .token = 1});
    CHECK(error_of([&] { r.feed(bytes, bytes.size()); }) == (fits ? errc{} : errc::protocol_violation));
    CHECK(r.receiving.unexpected_bytes() <= small.unexpected_cap_bytes);
    if (kind == frame_kind::rendezvous_request && length <= most)
        CHECK((length <= 100) != (r.receive.failure.has_value()));
}

TEST_CASE("a frame of every kind, byte by byte, has the same effect as at once", "[protocol][hostile]") {
    for (const auto& [before, itself] : every_kind()) {
        receiver at_once, slowly;
        at_once.feed(before, 1000);
        at_once.feed(itself, 1000);
        slowly.feed(before, 1);
        slowly.feed(itself, 1);
        CAPTURE(static_cast<int>(itself[0]));
        CHECK(at_once.receive.done == slowly.receive.done);
        CHECK(at_once.buffer == slowly.buffer);
        CHECK(at_once.rendezvous.failure.has_value() == slowly.rendezvous.failure.has_value());
        CHECK(slowly.receiving.stream(left).between_frames());
    }
}

TEST_CASE("a frame of every kind cut at every byte ends in the named loss", "[protocol][hostile]") {
    for (const auto& [before, itself] : every_kind())
        for (std::size_t size = 0; size < itself.size(); ++size) {
            receiver r;
            r.feed(before, 1000);
            r.feed(std::span(itself).first(size), 1 + size % 7);
            CAPTURE(static_cast<int>(itself[0]), size);
            REQUIRE(r.receiving.stream(left).between_frames() == (size == 0));
            REQUIRE_FALSE(r.receive.done);
            r.receiving.peer_lost(left, errc::peer_lost, "left is gone");
            REQUIRE(r.receive.failure->which() == errc::peer_lost);
            REQUIRE(r.rendezvous.failure->which() == errc::peer_lost);
            REQUIRE_FALSE(r.sent.failure);
            REQUIRE(r.receiving.unexpected_bytes() == 0);
        }
}

#if !defined(__SANITIZE_ADDRESS__)  // the sanitizer ends the process if an allocation fails
TEST_CASE("a message that does not fit in memory ends its receive with a named error", "[protocol][hostile]") {
    protocol receiving(right, small);
    receiving.peer_up(left, receiving.credit_window_bytes());
    std::vector<std::byte> payload;
    operation op;
    op.what = operation::kind::receive;
    op.owner = &payload;
    receiving.start(op);
    std::array<iovec, 2> regions;
    receiving.stream(left).read_regions(regions);
    const auto bytes =
        frame({.kind = frame_kind::rendezvous_request, .length_bytes = wire::max_length_bytes, .token = 5});
    std::memcpy(regions[0].iov_base, bytes.data(), bytes.size());
    receiving.stream(left).bytes_read(bytes.size());
    REQUIRE(op.done);
    CHECK(op.failure->which() == errc::resource_limit);
    CHECK(receiving.stream(left).wants_write());  // a clear to send of 0 bytes, so that the sender continues
}
#endif

TEST_CASE("a revoke frame of a context for collectives is refused", "[protocol][hostile]") {
    receiver r;
    const auto bytes = frame({.kind = frame_kind::revoke, .context = context_id{world_context.value + 1}, .token = 1});
    CHECK(error_of([&] { r.feed(bytes, bytes.size()); }) == errc::protocol_violation);
}

TEST_CASE("nothing follows a peer's last message", "[protocol][hostile]") {
    const auto kind = GENERATE(frame_kind::eager, frame_kind::rendezvous_request, frame_kind::last_sent);
    receiver r;
    const auto last = frame({.kind = frame_kind::last_sent}), more = frame({.kind = kind, .token = 1});
    r.feed(last, last.size());
    CHECK(error_of([&] { r.feed(more, more.size()); }) == errc::protocol_violation);
}

}  // namespace hostile_stream_test

// A message to oneself is copied to its receive, stored while there is room, or waits in the memory of its sender.
#include "libnet/protocol/self_messages.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <vector>

#include "tests/libnet/protocol/unused_handler.hpp"

namespace self_messages_test {

using namespace banyan::net;
using namespace banyan::net::detail;

namespace {

constexpr task_id self{1};
constexpr selector any{any_source, any_tag, context_id{}};
constexpr protocol_limits limits{
    .unexpected_cap_bytes = 8 << 10, .send_buffer_bytes = 1 << 10, .eager_limit_bytes = 4 << 10, .expected_peers = 0};

struct fixture {
    banyan::testing::unused_handler handler;
    protocol_parts parts{handler, self, limits, number_of};
    receives all{parts};
    self_messages own{parts, all};
    std::vector<std::byte> payload = std::vector<std::byte>(20'000, std::byte{9});
    std::vector<std::byte> buffer = std::vector<std::byte>(payload.size());

    [[nodiscard]] operation send(std::size_t size, int tag_value = 1) const {
        operation op;
        op.what = operation::kind::send;
        op.to = {self, tag{tag_value}};
        op.payload = std::span<const std::byte>(payload).first(size);
        return op;
    }
    [[nodiscard]] operation receive() {
        operation op;
        op.what = operation::kind::receive;
        op.from = any;
        op.buffer = std::span<std::byte>(buffer);
        return op;
    }
    [[nodiscard]] bool has_received(std::size_t size) const {
        return std::equal(payload.begin(), payload.begin() + static_cast<std::ptrdiff_t>(size), buffer.begin());
    }
};

}  // namespace

TEST_CASE("a message to oneself of any length goes to the receive that is posted", "[protocol][self]") {
    fixture f;
    const std::size_t size = GENERATE(0u, 100u, 20'000u);
    operation receive = f.receive(), send = f.send(size);
    f.all.start(receive);
    CHECK(f.own.has_room(send));
    f.own.start(send);
    CHECK(send.done);
    REQUIRE((receive.done && !receive.failure));
    CHECK(receive.info.source == self);
    CHECK(receive.info.size_bytes == size);
    CHECK(f.has_received(size));
    CHECK(f.parts.unexpected.used_bytes() == 0);
}

TEST_CASE("a stored message to oneself ends its send, and its room is free again after its receive",
          "[protocol][self]") {
    fixture f;
    operation stored = f.send(5000, 1), next = f.send(5000, 2), receive = f.receive();
    CHECK(f.own.has_room(stored));
    f.own.start(stored);
    CHECK(stored.done);
    CHECK_FALSE(f.own.has_room(next));
    f.all.start(receive);
    CHECK(receive.info.tag == tag{1});
    CHECK(f.has_received(5000));
    CHECK(f.own.has_room(next));
}

TEST_CASE("a message to oneself without room waits in its place for its receive", "[protocol][self]") {
    fixture f;
    operation first = f.send(20'000, 1), second = f.send(10, 2), receive = f.receive(), other = f.receive();
    CHECK_FALSE(f.own.has_room(first));
    f.own.start(first);
    f.own.start(second);
    CHECK_FALSE(first.done);
    CHECK(second.done);
    SECTION("received") {
        f.all.start(receive);
        CHECK(receive.info.tag == tag{1});
        CHECK(f.has_received(20'000));
        CHECK(first.done);
    }
    SECTION("withdrawn") {
        REQUIRE(first.sending);
        f.own.take_back(*first.sending);
        f.all.start(receive);
        CHECK(receive.info.tag == tag{2});
        CHECK_FALSE(first.done);
        f.all.start(other);
        CHECK_FALSE(other.done);
    }
}

}  // namespace self_messages_test

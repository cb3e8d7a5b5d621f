// Messages of a task to itself: of any length, in order, and with bounded memory.
#include "tests/libnet/protocol/protocol_pair.hpp"

namespace self_send_test {

using namespace banyan::testing;

namespace {

constexpr selector any_of_one{any_source, tag{1}};

operation to_self(std::span<const std::byte> payload, int tag_value = 1) {
    auto op = make_send(left, payload, tag_value);
    op.held = true;
    return op;
}

}  // namespace

TEST_CASE("a message to oneself without room waits for its receive, in its place in order", "[protocol][self]") {
    protocol alone{left, small};
    const auto big = bytes_of(200'000, 1), little = bytes_of(10, 2);
    auto first = to_self(big), second = to_self(little);
    alone.start(first);
    CHECK_FALSE(first.done);
    alone.start(second);
    CHECK(second.done);  // there is room for it
    CHECK(alone.find(any_of_one)->info.size_bytes == big.size());
    std::vector<std::byte> buffer(big.size());
    auto receive = make_receive(buffer), next = make_receive(buffer);
    alone.start(receive);
    REQUIRE(receive.done);
    CHECK_FALSE(receive.failure);
    CHECK(buffer == big);
    CHECK(first.done);
    CHECK_FALSE(first.failure);
    alone.start(next);
    REQUIRE(next.done);
    CHECK(next.info.size_bytes == little.size());
    CHECK(alone.unexpected_bytes() == 0);
}

TEST_CASE("a waiting message to oneself is claimed, truncated, owned and withdrawn like any other",
          "[protocol][self]") {
    protocol alone{left, small};
    const auto big = bytes_of(200'000, 1);
    auto send = to_self(big);
    alone.start(send);
    std::vector<std::byte> buffer(big.size());
    SECTION("claimed") {
        incoming* claimed = alone.claim(any_of_one);
        CHECK_FALSE(alone.find(any_of_one));
        alone.put_back(*claimed);
        claimed = alone.claim(any_of_one);
        auto receive = make_receive(buffer);
        alone.start(receive, *claimed);
        CHECK(receive.done);
        CHECK(buffer == big);
        CHECK(send.done);
    }
    SECTION("too long") {
        auto receive = make_receive(std::span(buffer).first(10));
        alone.start(receive);
        CHECK(receive.failure->which() == errc::truncated);
        CHECK(send.done);
    }
    SECTION("of unknown length") {
        std::vector<std::byte> owned;
        auto receive = make_receive({});
        receive.owner = &owned;
        alone.start(receive);
        CHECK(owned == big);
        CHECK(send.done);
    }
    SECTION("given up") {
        CHECK(alone.cancel(send));
        CHECK_FALSE(alone.find(any_of_one));
    }
    SECTION("given up while it is claimed") {
        incoming* claimed = alone.claim(any_of_one);
        CHECK(alone.cancel(send));
        auto receive = make_receive(buffer);
        alone.start(receive, *claimed);
        CHECK(receive.failure->which() == errc::cancelled);
    }
    SECTION("completed from a copy") {
        REQUIRE(alone.detach(send));
        CHECK(send.done);
        CHECK_FALSE(alone.has_buffered_sends());  // a background thread could not complete it
        auto second = to_self(big);
        alone.start(second);
        CHECK_FALSE(alone.detach(second));
        alone.withdraw(second);
        auto receive = make_receive(buffer);
        alone.start(receive);
        CHECK(buffer == big);
    }
    CHECK(alone.unexpected_bytes() == 0);
    CHECK(alone.send_buffer_used() == 0);
}

TEST_CASE("try_send to oneself has room where a receive waits or the message can be stored", "[protocol][self]") {
    protocol alone{left, small};
    const auto big = bytes_of(200'000, 1), little = bytes_of(10, 2);
    CHECK_FALSE(alone.has_room(to_self(big)));
    CHECK(alone.has_room(to_self(little)));
    std::vector<std::byte> buffer(big.size());
    auto receive = make_receive(buffer);
    alone.start(receive);
    CHECK(alone.has_room(to_self(big)));
    CHECK_FALSE(alone.has_room(to_self(big, 2)));
    alone.withdraw(receive);
}

}  // namespace self_send_test

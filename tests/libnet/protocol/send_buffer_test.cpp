// The send buffer keeps copies within its limit and counts each of them once. A failed allocation changes nothing.
#include "libnet/protocol/send_buffer.hpp"

#include <array>
#include <catch2/catch.hpp>
#include <limits>

#include "libnet/protocol/operation.hpp"

namespace send_buffer_test {

using namespace banyan::net;
using namespace banyan::net::detail;

namespace {

constexpr std::size_t limit = 1024, overhead = message_overhead_bytes;

struct sent {
    std::vector<std::byte> memory;
    operation op;
    outgoing message;

    explicit sent(std::size_t size) : memory(size, std::byte{7}) {
        op.payload = std::span<const std::byte>(memory);
        message.payload = op.payload;
        message.op = &op;
    }
    sent(const sent&) = delete;
    sent& operator=(const sent&) = delete;
};

}  // namespace

TEST_CASE("an empty send buffer has room for one message of any length", "[protocol][send_buffer]") {
    send_buffer buffer(limit);
    CHECK(buffer.has_room(100 * limit));
    sent first(0);
    buffer.keep(first.message);
    CHECK_FALSE(buffer.has_room(100 * limit));
}

TEST_CASE("a send buffer has room up to its limit", "[protocol][send_buffer]") {
    send_buffer buffer(limit);
    sent first(100);
    buffer.keep(first.message);
    CHECK(buffer.used_bytes() == 100 + overhead);
    const std::size_t rest = limit - buffer.used_bytes() - overhead;
    CHECK(buffer.has_room(rest));
    CHECK_FALSE(buffer.has_room(rest + 1));
    sent second(rest);
    buffer.keep(second.message);
    CHECK(buffer.used_bytes() == limit);
    CHECK_FALSE(buffer.has_room(0));
    buffer.release(second.message);
    CHECK(buffer.has_room(rest));
    buffer.release(first.message);
    CHECK(buffer.used_bytes() == 0);
}

TEST_CASE("a buffered send leaves the memory of its program", "[protocol][send_buffer]") {
    send_buffer buffer(limit);
    sent it(10);
    const std::vector<std::byte> before = it.memory;
    buffer.keep(it.message);
    CHECK(it.message.op == nullptr);
    it.memory.assign(it.memory.size(), std::byte{0});
    CHECK(it.message.copy == before);
    REQUIRE(it.message.payload.count() == 1);
    CHECK(it.message.payload[0].data() == it.message.copy.data());
    CHECK(it.message.payload.size_bytes() == before.size());
}

TEST_CASE("the copy of a buffered send from scatter-gather buffers is one region", "[protocol][send_buffer]") {
    send_buffer buffer(limit);
    sent it(10);
    const std::array<std::span<const std::byte>, 3> pieces{
        std::span<const std::byte>(it.memory).first(4), {}, std::span<const std::byte>(it.memory).last(6)};
    it.message.payload = const_regions(pieces);
    buffer.keep(it.message);
    CHECK(it.message.payload.count() == 1);
    CHECK(it.message.copy == it.memory);
}

TEST_CASE("a copy is made in memory that is given for it", "[protocol][send_buffer]") {
    send_buffer buffer(limit);
    sent it(100);
    std::vector<std::byte> memory;
    memory.reserve(100);
    const auto* place = memory.data();
    buffer.keep(it.message, std::move(memory));
    CHECK(it.message.copy.data() == place);
}

TEST_CASE("a message that cannot be copied stays as it was", "[protocol][send_buffer]") {
    send_buffer buffer(limit);
    sent it(1);
    const std::size_t most = std::numeric_limits<std::size_t>::max();
    it.message.payload = std::span<const std::byte>(it.memory.data(), most);  // is never read
    CHECK_FALSE(buffer.try_keep(it.message));
    CHECK(it.message.op == &it.op);
    CHECK(it.message.payload.size_bytes() == most);
    CHECK(it.message.copy.empty());
    CHECK(buffer.used_bytes() == 0);
    CHECK_FALSE(buffer.has_messages_to_others());
}

TEST_CASE("messages to oneself take room and do not count as messages to others", "[protocol][send_buffer]") {
    send_buffer buffer(limit);
    sent own(10), other(20);
    own.message.where = outgoing::stage::own;
    REQUIRE(buffer.try_keep(own.message));
    CHECK_FALSE(buffer.has_messages_to_others());
    REQUIRE(buffer.try_keep(other.message));
    CHECK(buffer.has_messages_to_others());
    CHECK(buffer.used_bytes() == 30 + 2 * overhead);
    other.message.where = outgoing::stage::leaving;
    buffer.release(other.message);
    CHECK_FALSE(buffer.has_messages_to_others());
    buffer.release(own.message);
    CHECK(buffer.used_bytes() == 0);
}

TEST_CASE("a message without a copy takes the room of its record", "[protocol][send_buffer]") {
    send_buffer buffer(limit);
    sent it(10);
    buffer.adopt(it.message);
    CHECK(it.message.op == nullptr);
    CHECK(buffer.used_bytes() == overhead);
    CHECK(buffer.has_messages_to_others());
    buffer.release(it.message);
    CHECK(buffer.used_bytes() == 0);
    CHECK_FALSE(buffer.has_messages_to_others());
}

}  // namespace send_buffer_test

// A message belongs to its operation until it is a buffered send. Its channel counts it once, and its end is reported
// once.
#include "libnet/protocol/outgoing_messages.hpp"

#include <array>
#include <catch2/catch.hpp>
#include <vector>

#include "tests/libnet/protocol/unused_handler.hpp"

namespace outgoing_messages_test {

using namespace banyan::net;
using namespace banyan::net::detail;

namespace {

constexpr task_id self{1}, peer{2};
constexpr std::size_t limit = 1024;

struct fixture {
    banyan::testing::unused_handler handler;
    completions ends{self};
    channel_table channels{handler, 8192};
    outgoing_messages messages{ends, channels, limit};
    std::vector<std::byte> payload = std::vector<std::byte>(100, std::byte{7});

    operation send() {
        operation op;
        op.what = operation::kind::send;
        op.to = {peer, tag{3}};
        op.payload = std::span<const std::byte>(payload);
        return op;
    }
    // The message of a send, in the given stage.
    outgoing& make(operation& op, outgoing::stage where) {
        outgoing& message = messages.make(op);
        message.where = where;
        op.sending = &message;
        return message;
    }
};

}  // namespace

TEST_CASE("the end of a message ends its operation", "[protocol]") {
    fixture f;
    operation left = f.send(), dropped = f.send(), withdrawn = f.send();
    f.messages.complete(f.make(left, outgoing::stage::leaving));
    f.messages.drop(f.make(dropped, outgoing::stage::waiting), error(errc::peer_lost, "gone", peer));
    f.messages.forget(f.make(withdrawn, outgoing::stage::waiting));
    CHECK((left.done && !left.failure));
    CHECK(left.info.size_bytes == f.payload.size());
    REQUIRE((dropped.done && dropped.failure));
    CHECK(dropped.failure->which() == errc::peer_lost);
    CHECK_FALSE(withdrawn.done);
    CHECK(f.ends.failed() == 1);
    CHECK(f.messages.buffer().used_bytes() == 0);
}

TEST_CASE("a buffered send has a copy, and its end is not reported to its operation", "[protocol][send_buffer]") {
    fixture f;
    operation op = f.send();
    outgoing& message = f.make(op, outgoing::stage::waiting);
    REQUIRE(f.messages.try_keep(message));
    CHECK(message.op == nullptr);
    CHECK(message.copy == f.payload);
    CHECK(message.payload[0].data() == message.copy.data());
    CHECK(f.messages.buffer().used_bytes() == f.payload.size() + message_overhead_bytes);
    CHECK(f.messages.buffer().has_messages_to_others());
    f.messages.complete(message);
    CHECK_FALSE(op.done);
    CHECK(f.messages.buffer().used_bytes() == 0);
    CHECK_FALSE(f.messages.buffer().has_messages_to_others());
}

TEST_CASE("the channel counts a message that becomes a buffered send", "[protocol][send_buffer]") {
    fixture f;
    channel& to = f.channels.of(peer);
    operation op = f.send();
    SECTION("waiting, and held by the program") {
        outgoing& message = f.make(op, outgoing::stage::waiting);
        message.held = true;
        to.held_waiting = 2;
        f.messages.keep(message);
        CHECK(to.held_waiting == 1);
        CHECK_FALSE(message.held);
        CHECK(to.rendezvous_buffered == 0);
    }
    SECTION("waiting, and not held") {
        to.held_waiting = 2;
        f.messages.keep(f.make(op, outgoing::stage::waiting));
        CHECK(to.held_waiting == 2);
    }
    SECTION("its rendezvous request has been sent") {
        f.messages.keep(f.make(op, outgoing::stage::rendezvous));
        CHECK(to.rendezvous_buffered == 1);
        CHECK(to.held_waiting == 0);
    }
    SECTION("leaving: the frame takes its bytes from the copy") {
        outgoing& message = f.make(op, outgoing::stage::leaving);
        const wire::frame_header header{.kind = wire::frame_kind::eager, .length_bytes = f.payload.size()};
        to.stream.push(header, message, f.payload.size());
        f.messages.keep(message);
        std::array<iovec, 2> slots{};
        REQUIRE(to.stream.write_regions(slots) == 2);
        CHECK(slots[1].iov_base == message.copy.data());
        CHECK(slots[1].iov_len == f.payload.size());
    }
    SECTION("to the task itself: no channel is made") {
        op.to.task = self;
        f.messages.keep(f.make(op, outgoing::stage::own));
        CHECK(f.channels.find(self) == nullptr);
        CHECK_FALSE(f.messages.buffer().has_messages_to_others());
    }
}

TEST_CASE("an abandoned message has no copy and counts as a buffered send until it ends", "[protocol][send_buffer]") {
    fixture f;
    operation op = f.send();
    outgoing& message = f.make(op, outgoing::stage::leaving);
    f.messages.abandon(message);
    CHECK(message.copy.empty());
    CHECK(f.messages.buffer().used_bytes() == message_overhead_bytes);
    f.messages.drop(message, error(errc::peer_lost, "gone", peer));
    CHECK_FALSE(op.done);
    CHECK(f.ends.failed() == 0);
    CHECK(f.messages.buffer().used_bytes() == 0);
}

}  // namespace outgoing_messages_test

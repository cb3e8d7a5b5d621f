// Which message a receive gets, without any stream: messages are made and completed by the test.
#include "libnet/protocol/receives.hpp"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cstdint>
#include <cstring>
#include <new>
#include <string>
#include <vector>

#include "banyan/net/item_range.hpp"
#include "tests/libnet/protocol/unused_handler.hpp"

namespace receives_test {

using namespace banyan::net;
using namespace banyan::net::detail;

namespace {

constexpr task_id self{1}, peer{2};
constexpr selector any{any_source, any_tag, context_id{}};
constexpr protocol_limits limits{
    .unexpected_cap_bytes = 64 << 10, .send_buffer_bytes = 1 << 10, .eager_limit_bytes = 4 << 10, .expected_peers = 1};

struct posted {
    std::array<std::byte, 16> buffer{};
    operation op;

    posted() {
        op.what = operation::kind::receive;
        op.from = any;
        op.buffer = std::span<std::byte>(buffer);
    }
    posted(const posted&) = delete;
    posted& operator=(const posted&) = delete;
    [[nodiscard]] int tag_value() const { return op.info.tag.value; }
};

struct fixture {
    banyan::testing::unused_handler handler;
    protocol_parts parts{handler, self, limits, number_of};
    receives all{parts};
    channel& from = parts.channels.of(peer);

    fixture() { from.where = channel::state::up; }

    incoming& make(int tag_value, std::size_t size = 1) {
        incoming& message = parts.incoming.make({peer, tag{tag_value}, size}, {});
        message.from = &from;
        return message;
    }
    // A complete message that waits for a receive.
    incoming& arrived(int tag_value, std::size_t size = 1) {
        incoming& message = make(tag_value, size);
        parts.incoming.store_whole(message, std::vector<std::byte>(size, std::byte{9}));
        return message;
    }
    // A rendezvous message that waits for a receive.
    incoming& requested(int tag_value, std::size_t size) {
        incoming& message = make(tag_value, size);
        message.token = static_cast<std::uint64_t>(tag_value);
        message.where = incoming::stage::rendezvous;
        from.coming.emplace(message.token, &message);
        parts.incoming.keep_waiting(message);
        return message;
    }
};

}  // namespace

TEST_CASE("a receive takes the first message that waits, else it is posted", "[protocol]") {
    fixture f;
    f.arrived(1);
    f.arrived(2);
    std::array<posted, 3> three;
    for (posted& one : three)
        f.all.start(one.op);
    CHECK((three[0].op.done && three[1].op.done && !three[2].op.done));
    CHECK(three[0].tag_value() == 1);
    CHECK(three[1].tag_value() == 2);
    CHECK(three[0].buffer[0] == std::byte{9});
    CHECK(three[0].op.order < three[1].op.order);
    CHECK(f.parts.unexpected.used_bytes() == 0);
    CHECK(f.parts.matching.take_posted({peer, tag{3}, 1}, {}) == &three[2].op);
}

TEST_CASE("a message that is too long fails its receive and is consumed", "[protocol]") {
    fixture f;
    const bool rendezvous = GENERATE(false, true);
    posted receive;
    rendezvous ? f.requested(1, 17) : f.arrived(1, 17);
    f.all.start(receive.op);
    REQUIRE(receive.op.failure);
    CHECK(receive.op.failure->which() == errc::truncated);
    CHECK(std::string(receive.op.failure->what()) ==
          "a message of 17 bytes from task 2, tag 1; the buffer holds 16 bytes");
    CHECK(receive.op.info.size_bytes == 17);
    CHECK_FALSE(f.parts.matching.find_waiting(any));
    CHECK(f.from.coming.empty());
    CHECK(f.parts.channels.has_output() == rendezvous);  // the sender is told that no bytes are wanted
}

TEST_CASE("a receive of unknown length gets memory of the length of its message", "[protocol]") {
    fixture f;
    std::vector<std::byte> owned;
    posted receive;
    receive.op.owner = &owned;
    f.arrived(1, 100);
    f.all.start(receive.op);
    CHECK((receive.op.done && !receive.op.failure));
    CHECK(owned == std::vector<std::byte>(100, std::byte{9}));
}

TEST_CASE("a container of the program gets the length of its message", "[protocol]") {
    using numbers = std::vector<std::uint32_t>;
    const std::size_t items_before = GENERATE(0, 3, 70);
    fixture f;
    numbers items(items_before, 7);
    const growing_buffer room{&items, &resize_for<numbers>};
    posted receive;
    receive.op.growing = &room;
    f.arrived(1, 102);
    f.all.start(receive.op);
    REQUIRE((receive.op.done && !receive.op.failure));
    CHECK(receive.op.info.size_bytes == 102);
    REQUIRE(items.size() == 26);  // the last one has only two bytes of the message
    CHECK(std::all_of(items.begin(), items.begin() + 25, [](std::uint32_t item) { return item == 0x09090909; }));
}

TEST_CASE("a container of the program that gets no memory fails its receive, and the message is consumed",
          "[protocol]") {
    fixture f;
    const growing_buffer room{nullptr, [](void*, std::size_t) -> std::span<std::byte> { throw std::bad_alloc(); }};
    const bool rendezvous = GENERATE(false, true);
    posted receive;
    receive.op.growing = &room;
    rendezvous ? f.requested(1, 100) : f.arrived(1, 100);
    f.all.start(receive.op);
    REQUIRE(receive.op.failure);
    CHECK(receive.op.failure->which() == errc::resource_limit);
    CHECK_FALSE(f.parts.matching.find_waiting(any));
    CHECK(f.from.coming.empty());
}

TEST_CASE("a claimed message is put back in its place, or goes to a receive posted meanwhile", "[protocol]") {
    fixture f;
    incoming& first = f.arrived(1);
    incoming* claimed = f.all.claim(any);
    REQUIRE(claimed == &first);
    posted receive;
    if (GENERATE(false, true)) {
        f.all.start(receive.op);
        CHECK_FALSE(receive.op.done);
        f.arrived(2);  // the test does not match it to the posted receive
        f.all.put_back(*claimed);
        CHECK(receive.tag_value() == 1);
        CHECK(f.parts.matching.find_waiting(any)->info.tag == tag{2});
    } else {
        f.arrived(2);
        f.all.put_back(*claimed);
        CHECK(f.parts.matching.find_waiting(any) == claimed);
        f.all.start(receive.op);
        CHECK(receive.tag_value() == 1);
    }
    CHECK(receive.op.done);
    CHECK(f.parts.unexpected.used_bytes() == 1 + message_overhead_bytes);
}

TEST_CASE("a withdrawn message leaves its receive to the next message", "[protocol][retract]") {
    fixture f;
    incoming& withdrawn = f.requested(1, 10);
    posted receive, later;
    f.all.start(receive.op);
    f.all.start(later.op);
    REQUIRE(receive.op.arriving == &withdrawn);
    f.from.coming.clear();  // as the handler of the frame does
    const bool another = GENERATE(false, true);
    if (another) f.arrived(2);
    f.all.remove(withdrawn);
    CHECK(receive.op.done == another);
    CHECK(receive.op.arriving == nullptr);
    if (another) return;
    CHECK(f.parts.matching.take_posted({peer, tag{3}, 1}, {}) == &receive.op);  // before `later`
}

TEST_CASE("the holder of a claimed message is told that its sender has withdrawn it", "[protocol][retract]") {
    fixture f;
    f.requested(1, 10);
    incoming* claimed = f.all.claim(any);
    REQUIRE(claimed);
    f.from.coming.clear();
    f.all.remove(*claimed);
    posted receive;
    f.all.start(receive.op, *claimed);
    REQUIRE(receive.op.failure);
    CHECK(receive.op.failure->which() == errc::cancelled);
    CHECK(f.parts.unexpected.used_bytes() == 0);
}

TEST_CASE("a withdrawn receive leaves its message in its place", "[protocol]") {
    fixture f;
    incoming& message = f.make(1, 10);
    posted receive;
    std::memset(receive.buffer.data(), 5, receive.buffer.size());
    f.all.bind(message, receive.op);
    f.all.withdraw(receive.op);
    CHECK_FALSE(receive.op.done);
    CHECK(receive.op.arriving == nullptr);
    CHECK(f.parts.matching.find_waiting(any) == &message);
    CHECK(message.stored == std::vector<std::byte>(10, std::byte{5}));  // what has arrived, and space for the rest
    CHECK_FALSE(message.in_place);
}

TEST_CASE("an ended sender fails the receives that only it could match", "[protocol][end]") {
    fixture f;
    posted from_self, from_any, later;
    from_self.op.from.source = self;
    f.all.start(from_self.op);
    f.all.start(from_any.op);
    CHECK_FALSE(f.all.why_unmatchable(any));
    f.from.why = error(errc::peer_lost, "gone", peer);
    f.all.end_sender(f.from);
    CHECK_FALSE(from_self.op.done);
    REQUIRE(from_any.op.failure);
    CHECK(from_any.op.failure->which() == errc::peer_lost);
    CHECK(f.all.why_unmatchable(any).value().which() == errc::peer_lost);
    f.all.start(later.op);
    CHECK(later.op.failure);
    f.all.withdraw(from_self.op);
}

}  // namespace receives_test

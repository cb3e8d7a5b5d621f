// Withdrawn sends. They are kept within the limit of the send buffer. Otherwise they are retracted from their receiver.
#include <deque>

#include "tests/libnet/protocol/protocol_pair.hpp"

namespace retract_test {

using namespace banyan::testing;

namespace {

// The send buffer is full of a copy that is not received. So nothing else is kept.
struct full_pair : pair {
    std::vector<std::byte> kept = bytes_of(50'000, 9);
    full_pair() {
        auto op = make_send(right, kept, 99);
        a.start(op);
        settle();
        REQUIRE(a.detach(op));
    }
    void one_way() { pair::move(a.stream(right), b.stream(left), 1 << 20); }
    void other_way() { pair::move(b.stream(left), a.stream(right), 1 << 20); }
    [[nodiscard]] const channel& to_right() { return *a.channels().find(right); }
};

}  // namespace

TEST_CASE("withdrawn sends stay within the send buffer", "[protocol][retract]") {
    protocol_limits limits = small;
    limits.send_buffer_bytes = 500'000;
    pair world(limits);
    const auto payload = bytes_of(100'000, 1);
    for (int i = 0; i < 400; ++i) {
        auto op = make_send(right, payload);
        world.a.start(op);
        world.settle();
        world.a.withdraw(op);
    }
    world.settle();
    CHECK(world.a.send_buffer_used() <= limits.send_buffer_bytes);
    CHECK(world.b.unexpected_bytes() <= 5 * message_overhead_bytes);
    int received = 0;
    while (world.b.find({any_source, tag{1}})) {
        std::vector<std::byte> buffer(payload.size());
        auto op = make_receive(buffer);
        world.b.start(op);
        world.settle();
        REQUIRE(op.done);
        CHECK(buffer == payload);
        ++received;
    }
    CHECK(received == 4);
    CHECK(world.a.send_buffer_used() == 0);
    CHECK(world.a.all_sent());
}

TEST_CASE("the receive of a retracted message takes the next one, in its place", "[protocol][retract]") {
    full_pair world;
    const auto first = bytes_of(20'000, 1), second = bytes_of(100, 2), third = bytes_of(200, 3);
    std::vector<std::byte> buffer(20'000), other(20'000);
    auto receive = make_receive(buffer), later = make_receive(other);
    world.b.start(receive);
    world.b.start(later);
    auto given_up = make_send(right, first), next = make_send(right, second), last = make_send(right, third);
    world.a.start(given_up);
    world.one_way();
    REQUIRE(receive.arriving != nullptr);
    if (GENERATE(true, false)) world.other_way();  // the clear to send has arrived, the data has not begun
    REQUIRE(world.a.cancel(given_up));
    CHECK(given_up.failure->which() == errc::cancelled);
    world.settle();
    CHECK_FALSE(receive.done);
    CHECK(world.to_right().retracted.empty());
    world.a.start(next);
    world.a.start(last);
    world.settle();
    REQUIRE(receive.done);
    CHECK(receive.info.size_bytes == 100);
    REQUIRE(later.done);
    CHECK(later.info.size_bytes == 200);
}

TEST_CASE("a message that waits, is claimed, or was pulled is retracted too", "[protocol][retract]") {
    full_pair world;
    const auto payload = bytes_of(20'000, 1);
    auto op = make_send(right, payload);
    world.a.start(op);
    world.settle();
    const selector from{any_source, tag{1}};
    const auto before = world.b.unexpected_bytes();
    REQUIRE(world.b.find(from));
    std::vector<std::byte> buffer(20'000);
    SECTION("waiting") {
        world.a.withdraw(op);
        world.settle();
    }
    SECTION("pulled") {
        world.b.pull(from);
        world.a.withdraw(op);
        world.settle();
    }
    SECTION("claimed and received") {
        incoming* claimed = world.b.claim(from);
        world.a.withdraw(op);
        world.settle();
        auto receive = make_receive(buffer);
        world.b.start(receive, *claimed);
        REQUIRE(receive.done);
        CHECK(receive.failure->which() == errc::cancelled);
    }
    SECTION("claimed, its receive under way") {
        incoming* claimed = world.b.claim(from);
        auto receive = make_receive(buffer);
        world.b.start(receive, *claimed);
        world.a.withdraw(op);
        world.settle();
        REQUIRE(receive.done);
        CHECK(receive.failure->which() == errc::cancelled);
    }
    SECTION("claimed and put back") {
        incoming* claimed = world.b.claim(from);
        world.a.withdraw(op);
        world.settle();
        world.b.put_back(*claimed);
    }
    CHECK_FALSE(world.b.find(from));
    CHECK(world.b.unexpected_bytes() == before - message_overhead_bytes);
    CHECK(world.to_right().retracted.empty());
}

TEST_CASE("a send that a receiver has refused meanwhile is finished once", "[protocol][retract]") {
    full_pair world;
    const auto payload = bytes_of(20'000, 1);
    auto op = make_send(right, payload);
    std::vector<std::byte> buffer(10);
    auto receive = make_receive(buffer);
    world.b.start(receive);
    world.a.start(op);
    world.one_way();
    REQUIRE(receive.failure->which() == errc::truncated);  // the clear to send of 0 bytes is in transit
    world.a.withdraw(op);
    world.settle();
    CHECK(world.to_right().retracted.empty());
    CHECK(world.b.unexpected_bytes() == message_overhead_bytes);
}

TEST_CASE("a send of which a part is written continues from a copy", "[protocol][retract]") {
    full_pair world;
    const auto first = bytes_of(20'000, 1);
    auto payload = first;
    std::vector<std::byte> buffer(20'000);
    auto receive = make_receive(buffer);
    world.b.start(receive);
    auto op = make_send(right, payload), queued = make_send(right, first, 2);
    world.a.start(op);
    world.a.start(queued);
    world.one_way();
    world.other_way();
    pair::move(world.a.stream(right), world.b.stream(left), 1000);
    REQUIRE_FALSE(world.a.cancel(op));
    std::fill(payload.begin(), payload.end(), std::byte{0});
    world.settle();
    REQUIRE(receive.done);
    CHECK(buffer == first);
    world.a.withdraw(queued);
}

TEST_CASE("an eager message that is not written yet returns its credit", "[protocol][retract]") {
    full_pair world;
    const auto payload = bytes_of(1000, 1);
    std::deque<operation> sends;
    const auto credit = world.to_right().credit.left_bytes();
    for (int i = 0; i < 5; ++i)
        world.a.start(sends.emplace_back(make_send(right, payload)));
    CHECK(world.to_right().credit.left_bytes() < credit);
    for (auto& op : sends)
        CHECK(world.a.cancel(op));
    CHECK(world.to_right().credit.left_bytes() == credit);
    world.settle();
    CHECK_FALSE(world.b.find({any_source, tag{1}}));
}

TEST_CASE("credit that the peer gets back is not lost with a frame that is taken out", "[protocol][retract]") {
    full_pair world;
    const auto payload = bytes_of(1000, 1);
    const auto& to_left = *world.b.channels().find(left);
    auto there = make_send(right, payload);
    world.a.start(there);
    world.settle();
    std::vector<std::byte> buffer(1000);
    auto receive = make_receive(buffer);
    world.b.start(receive);
    auto kept = make_send(left, world.kept, 5), back = make_send(left, payload);
    world.b.start(kept);
    world.settle();
    REQUIRE(world.b.detach(kept));
    const auto due = to_left.credit.charged_bytes();
    world.b.start(back);
    CHECK(world.b.cancel(back));
    CHECK(to_left.credit.charged_bytes() == due);
}

}  // namespace retract_test

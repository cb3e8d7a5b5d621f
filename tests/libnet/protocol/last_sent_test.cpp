// A task that ends reports when its last message is in transit. Then receives that match none of its messages fail,
// even while the task waits for the others to be received.
#include <deque>

#include "tests/libnet/protocol/protocol_pair.hpp"

namespace last_sent_test {

using namespace banyan::testing;

namespace {

operation receive_from(std::optional<task_id> source, std::span<std::byte> buffer, int tag_value) {
    operation op = make_receive(buffer, tag_value);
    op.from.source = source;
    return op;
}

void end(protocol& task) {
    task.close();
    task.end_sending();
}

void expect_end(const operation& op, const std::string& note) {
    REQUIRE(op.done);
    REQUIRE(op.failure);
    CHECK(op.failure->which() == errc::peer_lost);
    CHECK(op.failure->peer() == left);
    CHECK(op.failure->what() == "task 1 has ended" + note);
}

}  // namespace

TEST_CASE("a receive that no message of an ended task matches fails while others wait", "[protocol][end]") {
    const bool posted_before = GENERATE(true, false);
    const std::size_t size = GENERATE(10u, 50'000u);
    const auto source = GENERATE(std::optional(left), std::optional<task_id>());
    pair world;
    const auto payload = bytes_of(size, 1);
    std::vector<std::byte> buffer(size), other(10);
    operation wrong = receive_from(source, other, 2), right_one = receive_from(source, buffer, 1);
    if (posted_before) world.b.start(wrong);
    operation send = make_send(right, payload, 1);
    world.a.start(send);
    world.settle();
    CHECK_FALSE(wrong.done);
    end(world.a);
    world.settle();
    if (!posted_before) world.b.start(wrong);
    expect_end(wrong, "; 1 message with tag 1 is waiting, but the receive asks for tag 2");
    CHECK(world.a.all_sent() == (size == 10));
    world.b.start(right_one);
    world.settle();
    REQUIRE(right_one.done);
    CHECK_FALSE(right_one.failure);
    CHECK(buffer == payload);
    CHECK(send.done);
    CHECK(world.a.all_sent());
}

TEST_CASE("an ended task may have messages left that lack credit: they come before its last_sent frame",
          "[protocol][end]") {
    pair world;
    const auto payload = bytes_of(4000, 1), last = bytes_of(10, 2);
    std::deque<operation> sends;
    for (int i = 0; i < 50; ++i)
        world.a.start(sends.emplace_back(make_send(right, payload, 1)));
    world.a.start(sends.emplace_back(make_send(right, last, 2)));
    end(world.a);
    world.settle();
    std::vector<std::byte> buffer(4000), third(10);
    operation receive = receive_from(left, third, 2), wrong = receive_from(left, buffer, 3);
    world.b.start(receive);
    world.b.start(wrong);
    CHECK_FALSE(receive.done);
    CHECK_FALSE(wrong.done);
    for (int call = 0; call < 2; ++call)
        world.a.send_rendezvous_requests();
    world.settle();
    REQUIRE(receive.done);
    CHECK_FALSE(receive.failure);
    CHECK(third == last);
    expect_end(wrong, "; 50 messages with tag 1 are waiting, but the receive asks for tag 3");
    for (int i = 0; i < 50; ++i) {
        operation next = receive_from(any_source, buffer, 1);
        world.b.start(next);
        world.settle();
        REQUIRE(next.done);
        REQUIRE_FALSE(next.failure);
    }
    CHECK(world.a.all_sent());
}

TEST_CASE("a task that connects to one that ends learns that no message comes from it", "[protocol][end]") {
    protocol a(left, small), b(right, small);
    end(a);
    std::vector<std::byte> buffer(10);
    operation receive = receive_from(left, buffer, 1);
    b.start(receive);
    a.peer_up(right, b.credit_window_bytes());
    b.peer_up(left, a.credit_window_bytes());
    pair::move(a.stream(right), b.stream(left), 1 << 20);
    expect_end(receive, "");
}

TEST_CASE("the end of a link after a last_sent frame is not a second end", "[protocol][end]") {
    pair world;
    end(world.a);
    world.settle();
    world.b.peer_lost(left, errc::peer_lost, "task 1 has gone");
    std::vector<std::byte> buffer(10);
    operation receive = receive_from(any_source, buffer, 1);
    world.b.start(receive);
    REQUIRE(receive.done);
    CHECK(receive.failure->what() == std::string("task 1 has gone"));
}

}  // namespace last_sent_test

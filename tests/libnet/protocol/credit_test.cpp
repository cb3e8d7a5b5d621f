// Messages that lack credit do not block others, and memory stays bounded.
#include <algorithm>
#include <deque>

#include "tests/libnet/protocol/protocol_pair.hpp"

namespace credit_test {

using namespace banyan::testing;

namespace {

// Starts `count` sends of the program. If `held`, the program keeps a request for each.
std::deque<operation> start_sends(protocol& from, std::span<const std::byte> payload, int count, int tag_value,
                                  bool held) {
    std::deque<operation> sends;
    for (int i = 0; i < count; ++i) {
        auto& op = sends.emplace_back(make_send(right, payload, tag_value));
        op.held = held;
        from.start(op);
    }
    return sends;
}

// Like a task whose credit is not returned for some time.
void end_credit_wait(pair& world) {
    world.settle();
    for (int call = 0; call < 2; ++call)  // the first call notices that the messages are new
        world.a.send_rendezvous_requests();
    world.settle();
}

bool receives(pair& world, std::size_t size, int tag_value) {
    std::vector<std::byte> buffer(size);
    auto op = make_receive(buffer, tag_value);
    world.b.start(op);
    world.settle();
    const bool done = op.done && !op.failure;
    world.b.withdraw(op);
    return done;
}

bool all_done(const std::deque<operation>& sends) {
    return std::all_of(sends.begin(), sends.end(), [](const operation& op) { return op.done && !op.failure; });
}

}  // namespace

TEST_CASE("a request behind any number of others that lack credit is received first", "[protocol][credit]") {
    pair world;
    const auto payload = bytes_of(GENERATE(0u, 1000u, 50'000u), 1), last = bytes_of(10, 2);
    const int count = GENERATE(50, 5000);
    auto first = start_sends(world.a, payload, count, 1, true);
    auto second = start_sends(world.a, last, 1, 2, true);
    end_credit_wait(world);
    CHECK_FALSE(world.a.lacks_credit());
    REQUIRE(receives(world, last.size(), 2));
    for (int i = 0; i < count; ++i)
        REQUIRE(receives(world, payload.size(), 1));
    CHECK(all_done(first));
    CHECK(all_done(second));
    CHECK(world.b.unexpected_bytes() == 0);
    CHECK(world.a.all_sent());
}

TEST_CASE("messages keep their order where some lack credit and wait for a clear to send", "[protocol][credit]") {
    pair world;
    std::vector<std::vector<std::byte>> payloads;
    for (int i = 0; i < 120; ++i)
        payloads.push_back(bytes_of(i % 3 == 0 ? 10 : 1000, i));
    std::deque<operation> sends;
    for (int i = 0; i < 120; ++i) {
        world.a.start(sends.emplace_back(make_send(right, payloads[static_cast<std::size_t>(i)])));
        if (i % 40 == 39) end_credit_wait(world);
    }
    for (const auto& sent : payloads) {
        std::vector<std::byte> buffer(1000);
        auto op = make_receive(buffer);
        world.b.start(op);
        world.settle();
        REQUIRE(op.done);
        buffer.resize(op.info.size_bytes);
        REQUIRE(buffer == sent);
    }
}

TEST_CASE("credit that is returned in time costs no rendezvous request", "[protocol][credit]") {
    pair world;
    const auto payload = bytes_of(1000, 1);
    auto sends = start_sends(world.a, payload, 100, 1, true);
    world.settle();
    CHECK(world.a.lacks_credit());
    for (int i = 0; i < 100; ++i)
        REQUIRE(receives(world, payload.size(), 1));
    CHECK_FALSE(world.a.lacks_credit());
    CHECK(all_done(sends));
    CHECK(std::none_of(sends.begin(), sends.end(), [](const operation& op) { return op.sending != nullptr; }));
}

TEST_CASE("rendezvous messages leave all credit to eager ones", "[protocol][credit]") {
    pair world;
    const auto big = bytes_of(20'000, 1), little = bytes_of(100, 2);
    auto rendezvous = start_sends(world.a, big, 2000, 1, true);
    auto eager = start_sends(world.a, little, 1, 2, false);
    world.settle();
    CHECK(all_done(eager));
    CHECK(receives(world, little.size(), 2));
    for (auto& op : rendezvous)
        world.a.withdraw(op);
}

TEST_CASE("of buffered sends only a bounded number waits for clear to send", "[protocol][credit]") {
    protocol_limits limits = small;
    limits.send_buffer_bytes = 1 << 20;
    pair world(limits);
    const auto payload = bytes_of(GENERATE(8u, 1000u), 1);
    const auto copies = [&](int count) {
        for (int i = 0; i < count; ++i) {
            auto op = make_send(right, payload);
            world.a.start(op);
            REQUIRE(world.a.detach(op));
            end_credit_wait(world);
        }
    };
    copies(900);
    CHECK(world.a.lacks_credit());
    CHECK(world.b.unexpected_bytes() <=
          world.b.credit_window_bytes() + most_rendezvous_of(limits) * message_overhead_bytes);
    auto last =
        make_send(right, payload, 2);  // all messages in front of a request get a rendezvous request together with it
    last.held = true;
    world.a.start(last);
    end_credit_wait(world);
    CHECK_FALSE(world.a.lacks_credit());
    CHECK(receives(world, payload.size(), 2));
    CHECK(last.done);
    for (int i = 0; i < 900; ++i)
        REQUIRE(receives(world, payload.size(), 1));
    CHECK(world.a.send_buffer_used() == 0);
}

TEST_CASE("a send that is withdrawn from the queue lets those behind it leave at once", "[protocol][credit]") {
    pair world;
    const auto big = bytes_of(4000, 1), little = bytes_of(100, 2);
    auto before = start_sends(world.a, big, 9, 1, true);
    auto behind = start_sends(world.a, little, 1, 2, true);
    world.settle();
    REQUIRE_FALSE(before.back().done);
    REQUIRE_FALSE(behind.back().done);
    if (GENERATE(true, false))
        CHECK(world.a.cancel(before.back()));
    else
        world.a.withdraw(before.back());
    world.settle();
    CHECK(behind.back().done);
    CHECK_FALSE(world.a.lacks_credit());
}

TEST_CASE("the end of a peer with many rendezvous messages takes one pass", "[protocol][credit]") {
    pair world;
    const auto payload = bytes_of(20'000, 1), little = bytes_of(10, 2);
    auto rendezvous = start_sends(world.a, payload, 100'000, 1, true);  // takes minutes if each searches all others
    auto eager = start_sends(world.a, little, 1, 3, true);
    world.settle();
    world.b.peer_lost(left, errc::peer_lost, "left is gone");
    world.a.peer_lost(right, errc::peer_lost, "right is gone");
    for (const auto& op : rendezvous)
        REQUIRE(op.failure->which() == errc::peer_lost);
    std::vector<std::byte> buffer(20'000);
    auto lost = make_receive(buffer);
    world.b.start(lost);
    REQUIRE(lost.done);
    CHECK(lost.failure->which() == errc::peer_lost);
}

TEST_CASE("what the receiver has cleared to send is not copied", "[protocol][credit]") {
    protocol_limits limits = small;
    limits.send_buffer_bytes = 1 << 20;
    pair world(limits);
    const auto payload = bytes_of(200'000, 1), little = bytes_of(3000, 2);
    std::vector<std::byte> buffer(payload.size());
    auto receive = make_receive(buffer);
    world.b.start(receive);
    auto send = make_send(right, payload), behind = make_send(right, little, 2);
    world.a.start(send);
    world.settle(100);  // the request and the clear to send have arrived, and the data has begun
    world.a.start(behind);
    CHECK(world.a.detach(behind));  // a short message can be detached while it is leaving
    world.settle();
    CHECK(receive.done);
    auto second = make_send(right, payload), taken = make_receive(buffer);
    world.b.start(taken);
    world.a.start(second);
    pair::move(world.a.stream(right), world.b.stream(left), 1 << 20);
    pair::move(world.b.stream(left), world.a.stream(right), 1 << 20);
    CHECK_FALSE(world.a.detach(second));
    CHECK(world.a.send_buffer_used() == 0);
    world.settle();
    CHECK(second.done);
    CHECK(taken.done);
}

}  // namespace credit_test

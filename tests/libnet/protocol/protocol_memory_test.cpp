// No memory at some step of a message: every operation with the peer ends when the link is ended, and nothing is left.
#include "tests/libnet/messaging/thread_memory.hpp"
#include "tests/libnet/protocol/protocol_pair.hpp"

namespace protocol_memory_test {

using namespace banyan::testing;

namespace {

constexpr std::size_t long_size = 5000, eager_size = 3000;
constexpr selector any_of_one{any_source, tag{1}};

// Moves bytes while the receiver has no memory. Returns true if it needed some: then its link must be ended.
bool runs_out(frame_stream& from, frame_stream& to, std::size_t most = 1 << 20) {
    bool out = false;
    without_memory([&] {
        try {
            pair::move(from, to, most);
        } catch (const std::exception&) {
            out = true;
        }
    });
    return out;
}

void lose(protocol& one, task_id peer) {
    one.peer_lost(peer, errc::resource_limit, "out of memory");
}

// True if f() has no memory.
template <class F>
bool fails_without_memory(F f) {
    bool failed = false;
    without_memory([&] {
        try {
            f();
        } catch (const std::bad_alloc&) {
            failed = true;
        }
    });
    return failed;
}

operation held_send(std::span<const std::byte> payload) {
    auto op = make_send(right, payload);
    op.held = true;
    return op;
}

}  // namespace

TEST_CASE("no memory for the frame of a cleared message: its send ends with the link", "[protocol][memory]") {
    pair world;
    const auto payload = bytes_of(long_size, 1);
    std::vector<std::byte> buffer(payload.size());
    std::vector<operation> sends(5, held_send(payload)), receives(sends.size(), make_receive(buffer));
    for (operation& send : sends) {
        world.a.start(send);
        world.settle();
    }
    for (operation& receive : receives)
        world.b.start(receive);
    REQUIRE(runs_out(world.b.stream(left), world.a.stream(right)));  // the queue of frames has room for 4
    lose(world.a, right);
    for (const operation& send : sends)
        CHECK((send.done && send.failure));
    lose(world.b, left);
}

TEST_CASE("no memory for the record of an eager message: its receive fails", "[protocol][memory]") {
    pair world;
    const auto payload = bytes_of(eager_size, 1);
    std::vector<std::byte> buffer(payload.size());
    auto receive = make_receive(buffer);
    auto send = make_send(right, payload);
    world.b.start(receive);
    world.a.start(send);
    REQUIRE(runs_out(world.a.stream(right), world.b.stream(left), payload.size() / 2));
    lose(world.b, left);
    CHECK((receive.done && receive.failure));
    CHECK(world.b.unexpected_bytes() == 0);
    lose(world.a, right);
}

TEST_CASE("no memory for the record of a message to oneself: its receive fails", "[protocol][memory]") {
    protocol alone{left, small};
    std::byte sent{1}, received{};
    auto receive = make_receive(std::span(&received, 1));
    auto send = make_send(left, std::span<const std::byte>(&sent, 1));
    alone.start(receive);
    REQUIRE(fails_without_memory([&] { alone.start(send); }));
    CHECK((receive.done && receive.failure));
}

TEST_CASE("no memory to keep an unexpected message: it is not counted", "[protocol][memory]") {
    const bool whole = GENERATE(true, false);
    pair world;
    const auto little = bytes_of(8, 1), payload = bytes_of(eager_size, 2);
    std::vector<std::byte> buffer(payload.size());
    auto first = make_send(right, little), second = make_send(right, payload);
    auto receive = make_receive(buffer);
    world.a.start(first);
    world.settle();
    world.b.start(receive);  // from now on b has a record to use again
    REQUIRE(receive.done);
    world.a.start(second);
    REQUIRE(runs_out(world.a.stream(right), world.b.stream(left), whole ? 1 << 20 : payload.size() / 2));
    lose(world.b, left);
    CHECK(world.b.unexpected_bytes() == 0);
    CHECK(world.b.find(any_of_one) == nullptr);
    lose(world.a, right);
}

TEST_CASE("no memory to retract a cleared message: nothing is left after the link has ended", "[protocol][memory]") {
    pair world;
    const auto payload = bytes_of(long_size, 1);
    std::vector<std::byte> buffer(payload.size());
    auto send = held_send(payload);
    auto receive = make_receive(buffer);
    world.a.start(send);
    world.settle();
    world.b.start(receive);
    pair::move(world.b.stream(left), world.a.stream(right), 1 << 20);  // the clear to send
    REQUIRE(fails_without_memory([&] { world.a.withdraw(send); }));
    world.a.abandon(send);
    lose(world.a, right);
    CHECK_FALSE(world.a.has_buffered_sends());
    CHECK(world.a.send_buffer_used() == 0);
    CHECK(world.a.all_sent());
    lose(world.b, left);
}

TEST_CASE("no memory for a part of the first send to a task: the end is orderly", "[protocol][memory]") {
    const auto payload = bytes_of(8, 1);
    bool failed = true;
    for (std::size_t most = 0; failed; ++most) {
        protocol one(left, small);
        auto send = make_send(right, payload);
        failed = false;
        with_memory({.allocations = most}, [&] {
            try {
                one.start(send);
            } catch (const std::bad_alloc&) {
                failed = true;
            }
        });
        if (failed) one.withdraw(send);
        (void)one.has_room(send);
        one.close();
        one.end_sending();
        CHECK(one.all_sent() == failed);
        lose(one, right);
        CHECK(one.all_sent());
    }
}

TEST_CASE("no memory to answer the requests of claimed messages of a revoked group: their receives end",
          "[protocol][memory][revoke]") {
    constexpr context_id doomed{10};
    pair world;
    for (protocol* task : {&world.a, &world.b})
        task->contexts()->add(doomed, {left, right});
    const auto payload = bytes_of(long_size, 1);
    std::vector<std::byte> buffer(payload.size());
    std::vector<operation> sends(20, held_send(payload)), receives(sends.size(), make_receive(buffer));
    std::vector<incoming*> claimed;
    for (operation& send : sends) {
        send.to.context = doomed;
        world.a.start(send);
        world.settle();
        claimed.push_back(world.b.claim({left, tag{1}, doomed}));
        REQUIRE(claimed.back());
    }
    world.b.revoke(doomed);
    CHECK_FALSE(fails_without_memory([&] {
        for (std::size_t i = 0; i < receives.size(); ++i)
            world.b.start(receives[i], *claimed[i]);
    }));
    world.settle();
    for (const std::vector<operation>* ended : {&sends, &receives})
        for (const operation& op : *ended) {
            REQUIRE((op.done && op.failure));
            CHECK(op.failure->which() == errc::revoked);
        }
    CHECK(world.a.all_sent());
    CHECK(world.b.unexpected_bytes() == 0);
}

}  // namespace protocol_memory_test

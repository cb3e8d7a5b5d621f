// The protocol without a transport: two instances whose bytes the test moves.
#include "tests/libnet/protocol/protocol_pair.hpp"

#include <random>

#include "banyan/net/item_range.hpp"

namespace protocol_test {

using namespace banyan::testing;

TEST_CASE("any cutting of the byte stream gives the same messages", "[protocol]") {
    const std::size_t piece = GENERATE(1, 3, 39, 40, 41, 4096);
    pair world;
    std::mt19937 random(static_cast<unsigned>(piece));
    std::vector<std::vector<std::byte>> sent;
    std::vector<operation> sends;
    for (int i = 0; i < 12; ++i)
        sent.push_back(bytes_of(random() % 9000, i));
    for (const auto& payload : sent)
        sends.push_back(make_send(right, payload));
    for (auto& op : sends)
        world.a.start(op);
    world.settle(piece);
    for (const auto& payload : sent) {
        std::vector<std::byte> buffer(9000);
        auto op = make_receive(buffer);
        world.b.start(op);
        world.settle(piece);
        REQUIRE(op.done);
        REQUIRE_FALSE(op.failure);
        buffer.resize(op.info.size_bytes);
        REQUIRE(buffer == payload);
    }
    for (const auto& op : sends)
        CHECK(op.done);
    CHECK(world.b.unexpected_bytes() == 0);
    CHECK(world.a.all_sent());
}

TEST_CASE("a sender without credit waits, and unexpected data stays within the credit window", "[protocol]") {
    pair world;
    const auto payload = bytes_of(1000, 1);
    std::vector<operation> sends(200, make_send(right, payload));
    for (auto& op : sends)
        world.a.start(op);
    world.settle();
    CHECK(world.b.unexpected_bytes() <= world.b.credit_window_bytes());
    CHECK(world.b.unexpected_bytes() > world.b.credit_window_bytes() / 2);
    CHECK_FALSE(sends.back().done);
    for (int i = 0; i < 200; ++i) {
        std::vector<std::byte> buffer(1000);
        auto op = make_receive(buffer);
        world.b.start(op);
        world.settle();
        REQUIRE(op.done);
    }
    CHECK(sends.back().done);
}

TEST_CASE("pulled messages and messages to oneself stay within the cap when all credit is used", "[protocol]") {
    pair world;
    const auto eager = bytes_of(1000, 1), rendezvous = bytes_of(14'000, 2), own = bytes_of(10'000, 3);
    std::vector<operation> longer(3, make_send(right, rendezvous, 2)), floods(200, make_send(right, eager));
    for (auto& op : longer)
        world.a.start(op);
    world.settle();
    const auto to_self = [&] {
        auto op = make_send(right, own, 3);
        world.b.start(op);
        REQUIRE_FALSE(op.failure);
        const bool stored = op.done;
        world.b.withdraw(op);
        return stored;
    };
    CHECK(to_self());
    const selector from{any_source, tag{2}};
    for (int i = 0; i < 3; ++i) {  // one pulled message and the message to itself fill the memory
        world.b.pull(from);
        world.settle();
        CHECK_FALSE(to_self());
    }
    CHECK(longer[0].done);
    for (auto& op : floods)
        world.a.start(op);
    world.settle();
    CHECK_FALSE(floods.back().done);
    CHECK(world.b.unexpected_bytes() > small.unexpected_cap_bytes * 3 / 4);
    CHECK(world.b.unexpected_bytes() <= small.unexpected_cap_bytes);
    for (int i = 0; i < 204; ++i) {
        std::vector<std::byte> buffer(14'000);
        auto op = make_receive(buffer, i < 3 ? 2 : i < 203 ? 1 : 3);
        world.b.start(op);
        world.settle();
        REQUIRE(op.done);
        world.b.pull(from);
        world.settle();
        CHECK(world.b.unexpected_bytes() <= small.unexpected_cap_bytes);
    }
    CHECK(world.b.unexpected_bytes() == 0);
    CHECK(to_self());
}

TEST_CASE("a detached send is complete and still arrives", "[protocol]") {
    pair world;
    auto payload = bytes_of(50'000, 3);
    auto op = make_send(right, payload);
    world.a.start(op);
    world.settle();
    REQUIRE_FALSE(op.done);
    REQUIRE(world.a.detach(op));
    CHECK(op.done);
    std::fill(payload.begin(), payload.end(), std::byte{9});  // the program may reuse its memory
    auto second_payload = bytes_of(50'000, 4);
    auto second = make_send(right, second_payload);
    world.a.start(second);
    CHECK_FALSE(world.a.detach(second));  // only one message above the send buffer at a time
    std::vector<std::byte> buffer(50'000);
    auto receive = make_receive(buffer);
    world.b.start(receive);
    world.settle();
    REQUIRE(receive.done);
    CHECK(buffer == bytes_of(50'000, 3));
    CHECK(world.a.detach(second));
}

TEST_CASE("the loss of a peer ends everything under way with it, and nothing else", "[protocol]") {
    pair world;
    const auto small_payload = bytes_of(10, 1), long_payload = bytes_of(50'000, 2);
    auto early = make_send(right, small_payload, 5), rendezvous = make_send(right, long_payload);
    world.a.start(early);
    world.a.start(rendezvous);
    std::vector<std::byte> buffer(50'000), other(10);
    auto arriving = make_receive(buffer);
    world.b.start(arriving);
    pair::move(world.a.stream(right), world.b.stream(left), 1 << 20);
    pair::move(world.b.stream(left), world.a.stream(right), 1 << 20);
    pair::move(world.a.stream(right), world.b.stream(left), 1000);  // in the middle of the data
    auto posted = make_receive(other, 77);
    posted.from.source = left;
    world.b.start(posted);
    world.a.peer_lost(right, errc::peer_lost, "right is gone");
    world.b.peer_lost(left, errc::peer_lost, "left is gone");
    for (const auto* op : {&rendezvous, &arriving, &posted}) {
        REQUIRE(op->done);
        CHECK(op->failure->which() == errc::peer_lost);
    }
    auto kept = make_receive(other, 5);  // it had arrived completely before the loss
    world.b.start(kept);
    REQUIRE(kept.done);
    CHECK_FALSE(kept.failure);
    auto late = make_send(right, small_payload);
    world.a.start(late);
    CHECK(late.failure->which() == errc::peer_lost);
}

// Found by the simulator (tests/libnet/simulator).
TEST_CASE("a message too long for its buffer is finished for both ends, also if the receiver leaves at once",
          "[protocol]") {
    const bool posted = GENERATE(true, false), leaves = GENERATE(true, false);
    pair world;
    const auto payload = bytes_of(20'000, 1);
    for (int i = 0; i < 1000; ++i) {  // more than the credit allows
        std::array<std::byte, 10> buffer;
        auto send = make_send(right, payload), receive = make_receive(buffer);
        if (posted) world.b.start(receive);
        world.a.start(send);
        pair::move(world.a.stream(right), world.b.stream(left), 1 << 20);
        if (!posted) world.b.start(receive);
        REQUIRE(receive.done);
        REQUIRE(receive.failure->which() == errc::truncated);
        if (leaves && i == 999) world.b.close();
        pair::move(world.b.stream(left), world.a.stream(right), 1 << 20);
        if (leaves && i == 999) world.a.peer_lost(right, errc::peer_lost, "it has ended");
        REQUIRE(send.done);
        REQUIRE_FALSE(send.failure);
        REQUIRE(world.a.all_sent());
    }
    CHECK(world.b.unexpected_bytes() == 0);
}

TEST_CASE("a rendezvous message of no bytes needs no data", "[protocol]") {
    protocol a{left, small}, b{right, small};
    a.peer_up(right, 100);  // half of it is less than the cost of one message
    b.peer_up(left, a.credit_window_bytes());
    const bool pulled = GENERATE(true, false);
    auto send = make_send(right, {}), receive = make_receive({});
    a.start(send);
    pair::move(a.stream(right), b.stream(left), 1000);
    CHECK_FALSE(send.done);
    if (pulled) b.pull(receive.from);
    b.start(receive);
    CHECK(receive.done);
    pair::move(b.stream(left), a.stream(right), 1000);
    CHECK(send.done);
    CHECK_FALSE(receive.failure);
    CHECK_FALSE(send.failure);
}

TEST_CASE("a message whose receive is withdrawn goes to the next receive posted for it", "[protocol]") {
    const std::size_t size = GENERATE(100, 50'000);
    pair world;
    const auto first = bytes_of(size, 1), second = bytes_of(10, 2);
    std::vector<std::byte> buffer(size), other(size);
    auto taken_back = make_receive(buffer), next = make_receive(other);
    world.b.start(taken_back);
    world.b.start(next);
    auto early = make_send(right, first), late = make_send(right, second);
    world.a.start(early);
    pair::move(world.a.stream(right), world.b.stream(left), 60);  // the header has arrived, but not the payload
    REQUIRE(taken_back.arriving != nullptr);
    world.b.withdraw(taken_back);
    world.a.start(late);
    world.settle();
    REQUIRE(next.done);
    CHECK(next.info.size_bytes == size);
    CHECK(other == first);
    auto last = make_receive(buffer);
    world.b.start(last);
    REQUIRE(last.done);
    CHECK(last.info.size_bytes == 10);
    CHECK(world.b.unexpected_bytes() == 0);
}

// Found by the simulator.
TEST_CASE("no bytes come into a container of the program after its receive has ended early", "[protocol]") {
    enum class ending { withdrawn, revoked, lost };
    const ending how = GENERATE(ending::withdrawn, ending::revoked, ending::lost);
    const std::size_t size = GENERATE(3000u, 50'000u);
    pair world;
    const auto payload = bytes_of(size, 5);
    std::vector<std::byte> items(10), buffer(size);
    const growing_buffer room{&items, &resize_for<std::vector<std::byte>>};
    operation send = make_send(right, payload), receive = make_receive({}), next = make_receive(buffer);
    receive.growing = &room;
    world.b.start(receive);
    world.a.start(send);
    if (size == 50'000) {  // the rendezvous request and its answer
        pair::move(world.a.stream(right), world.b.stream(left), 1 << 20);
        pair::move(world.b.stream(left), world.a.stream(right), 1 << 20);
    }
    pair::move(world.a.stream(right), world.b.stream(left), size / 2);
    REQUIRE(receive.arriving);
    REQUIRE(items.size() == size);
    if (how == ending::withdrawn) world.b.withdraw(receive);
    if (how == ending::revoked) world.b.revoke(receive.from.context);
    if (how == ending::lost) world.b.peer_lost(left, errc::peer_lost, "left is gone");
    CHECK(receive.done == (how != ending::withdrawn));
    const auto before = items;
    if (how != ending::lost) world.settle();
    CHECK(items == before);
    if (how == ending::withdrawn) {
        world.b.start(next);
        CHECK((next.done && !next.failure));
        CHECK(buffer == payload);
    }
    CHECK(world.b.unexpected_bytes() == 0);
    if (how == ending::lost) world.a.peer_lost(right, errc::peer_lost, "right is gone");
    CHECK(send.done);
}

TEST_CASE("no receive gets a later message in place of one that was lost", "[protocol]") {
    pair world;
    const auto long_payload = bytes_of(50'000, 1), small_payload = bytes_of(10, 2);
    auto rendezvous = make_send(right, long_payload), late = make_send(right, small_payload);
    world.a.start(rendezvous);
    world.a.start(late);
    world.settle();
    world.b.peer_lost(left, errc::peer_lost, "left is gone");
    CHECK(world.b.find({any_source, tag{1}})->where == incoming::stage::lost);
    std::vector<std::byte> buffer(50'000);
    auto first = make_receive(buffer), second = make_receive(buffer), third = make_receive(buffer);
    for (auto* op : {&first, &second, &third}) {
        world.b.start(*op);
        REQUIRE(op->done);
    }
    CHECK(first.failure->which() == errc::peer_lost);
    CHECK_FALSE(second.failure);
    CHECK(second.info.size_bytes == 10);
    CHECK(third.failure->which() == errc::peer_lost);
    CHECK(world.b.unexpected_bytes() == 0);
}

TEST_CASE("a claimed message that was lost still blocks a later one that is claimed too", "[protocol]") {
    pair world;
    const auto big = bytes_of(50'000, 1), little = bytes_of(10, 2);
    auto rendezvous = make_send(right, big), eager = make_send(right, little);
    world.a.start(rendezvous);
    world.a.start(eager);
    world.settle();
    const selector any{any_source, tag{1}};
    incoming* first = world.b.claim(any);
    incoming* second = world.b.claim(any);
    const bool claimed_at_the_loss = GENERATE(true, false);
    if (!claimed_at_the_loss) world.b.put_back(*first);
    world.b.peer_lost(left, errc::peer_lost, "left is gone");
    if (claimed_at_the_loss) world.b.put_back(*first);
    world.b.put_back(*second);

    std::vector<std::byte> buffer(100);
    auto fails = make_receive(buffer), gets = make_receive(buffer);
    world.b.start(fails);
    REQUIRE(fails.done);
    REQUIRE(fails.failure);
    CHECK(fails.failure->which() == errc::peer_lost);
    world.b.start(gets);
    REQUIRE(gets.done);
    CHECK_FALSE(gets.failure);
    CHECK(gets.info.size_bytes == little.size());
    CHECK(world.b.unexpected_bytes() == 0);
    world.a.withdraw(rendezvous);
}

TEST_CASE("the messages of collectives have an eager limit of their own", "[protocol]") {
    constexpr context_id of_collectives{first_reserved_context + 1}, of_users{first_reserved_context}, chosen{7};
    const auto is_eager = [](const protocol_limits& limits, context_id context, std::size_t size) {
        pair world(limits);
        const auto payload = bytes_of(size, 1);
        std::vector<std::byte> buffer(size);
        auto send = make_send(right, payload), receive = make_receive(buffer);
        send.to.context = receive.from.context = context;
        world.a.start(send);
        world.settle();
        const bool has_arrived = world.b.unexpected_bytes() >= size;
        world.b.start(receive);
        world.settle();
        CHECK(send.done);
        CHECK(receive.done);
        CHECK(buffer == payload);
        return has_arrived;
    };
    constexpr protocol_limits roomy{.unexpected_cap_bytes = 64 << 20,
                                    .send_buffer_bytes = 1 << 20,
                                    .eager_limit_bytes = 1 << 20,
                                    .expected_peers = 1};
    constexpr std::size_t limit_bytes = 256 << 10;
    CHECK(is_eager(roomy, of_collectives, limit_bytes));
    CHECK_FALSE(is_eager(roomy, of_collectives, limit_bytes + 1));
    for (const context_id context : {of_users, chosen}) {
        CHECK(is_eager(roomy, context, limit_bytes + 1));
        CHECK(is_eager(roomy, context, roomy.eager_limit_bytes));
        CHECK_FALSE(is_eager(roomy, context, roomy.eager_limit_bytes + 1));
    }
    CHECK(is_eager(small, of_collectives, small.eager_limit_bytes));
    CHECK_FALSE(is_eager(small, of_collectives, small.eager_limit_bytes + 1));
}

TEST_CASE("frames that do not fit the state are violations", "[protocol]") {
    using wire::frame_header;
    using wire::frame_kind;
    const auto refused = [](const frame_header& header) {
        protocol receiver(right, small);
        receiver.peer_up(left, receiver.credit_window_bytes());
        const auto bytes = wire::encode(header);
        std::array<iovec, 2> in;
        receiver.stream(left).read_regions(in);
        std::memcpy(in[0].iov_base, bytes.data(), bytes.size());
        try {
            receiver.stream(left).bytes_read(bytes.size());
        } catch (const error& e) {
            return e.which() == errc::protocol_violation;
        }
        return false;
    };
    const frame_header good{.kind = frame_kind::eager, .source = left, .destination = right, .length_bytes = 8};
    const auto with = [&](auto change) {
        frame_header header = good;
        change(header);
        return header;
    };
    CHECK_FALSE(refused(good));
    CHECK(refused(with([](auto& h) { h.source = task_id{9}; })));
    CHECK(refused(with([](auto& h) { h.destination = task_id{9}; })));
    CHECK(refused(with([](auto& h) { h.length_bytes = 1 << 30; })));
    CHECK(refused(with([](auto& h) { h.credit_bytes = 1; })));
    CHECK(refused(with([](auto& h) { h.kind = frame_kind::clear_to_send; })));
    CHECK(refused(with([](auto& h) { h.kind = frame_kind::data; })));
    CHECK(refused(with([](auto& h) { h.kind = frame_kind::welcome; })));
}

TEST_CASE("closing drops messages that no receive will take and delivers sent ones", "[protocol]") {
    pair world;
    const auto payload = bytes_of(100, 1), long_payload = bytes_of(50'000, 2);
    auto last_words = make_send(right, payload), too_late = make_send(left, long_payload);
    world.a.start(last_words);
    world.a.close();
    world.b.start(too_late);
    world.settle();
    CHECK(world.a.all_sent());
    REQUIRE(too_late.done);
    CHECK(too_late.failure->which() == errc::peer_lost);
    std::vector<std::byte> buffer(100);
    auto receive = make_receive(buffer);
    world.b.start(receive);
    CHECK(receive.done);
    CHECK(buffer == payload);
}

}  // namespace protocol_test

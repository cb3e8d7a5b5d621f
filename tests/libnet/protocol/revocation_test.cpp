// A revoked group: all its sends and receives end at every member, its messages are dropped, and nothing else changes.
#include "libnet/protocol/revocation.hpp"

#include <algorithm>
#include <deque>
#include <random>

#include "tests/libnet/protocol/protocol_pair.hpp"

namespace revocation_test {

using namespace banyan::testing;

namespace {

constexpr context_id doomed{10}, its_collectives{11}, other_group{20};
constexpr protocol_limits roomy{
    .unexpected_cap_bytes = 64 << 10, .send_buffer_bytes = 64 << 10, .eager_limit_bytes = 4 << 10, .expected_peers = 1};

struct two_members : pair {
    explicit two_members(const protocol_limits& limits = small) : pair(limits) {
        for (protocol* task : {&a, &b})
            for (const context_id first : {doomed, other_group})
                task->contexts()->add(first, {left, right});
    }
};

operation send_in(context_id context, task_id to, std::span<const std::byte> payload, int tag_value = 1) {
    operation op = make_send(to, payload, tag_value);
    op.to.context = context;
    return op;
}

operation receive_in(context_id context, std::span<std::byte> buffer, int tag_value = 1) {
    operation op = make_receive(buffer, tag_value);
    op.from.context = context;
    return op;
}

bool is_revoked_by(const operation& op, task_id caller) {
    return op.done && op.failure && op.failure->which() == errc::revoked && op.failure->peer() == caller;
}

// A message of the other group goes through in both directions.
void expect_other_group_works(pair& world) {
    for (const std::size_t size : {10u, 3000u, 50'000u}) {
        const auto payload = bytes_of(size, 7);
        std::vector<std::byte> to_left(size), to_right(size);
        operation receives[] = {receive_in(other_group, to_left, 3), receive_in(other_group, to_right, 3)};
        operation sends[] = {send_in(other_group, left, payload, 3), send_in(other_group, right, payload, 3)};
        world.a.start(receives[0]);
        world.b.start(sends[0]);
        world.a.start(sends[1]);
        world.b.start(receives[1]);
        world.settle();
        for (const operation* op : {&receives[0], &receives[1], &sends[0], &sends[1]}) {
            REQUIRE(op->done);
            REQUIRE_FALSE(op->failure);
        }
        CHECK(to_left == payload);
        CHECK(to_right == payload);
    }
}

void expect_nothing_left(const pair& world) {
    for (const protocol* task : {&world.a, &world.b}) {
        CHECK(task->unexpected_bytes() == 0);
        CHECK(task->send_buffer_used() == 0);
        CHECK_FALSE(task->lacks_credit());
        CHECK(task->all_sent());
    }
}

}  // namespace

TEST_CASE("revoke ends the posted receives of the group at all members, and later ones", "[protocol][revoke]") {
    const context_id context = GENERATE(doomed, its_collectives);
    two_members world;
    std::vector<std::byte> memory(40);
    operation at_a = receive_in(context, std::span(memory).first(10)),
              at_b = receive_in(context, std::span(memory).subspan(10, 10)),
              other = receive_in(other_group, std::span(memory).subspan(20, 10));
    world.a.start(at_a);
    world.b.start(at_b);
    world.b.start(other);
    world.a.revoke(doomed);
    CHECK(is_revoked_by(at_a, left));
    CHECK_FALSE(at_b.done);
    world.settle();
    CHECK(is_revoked_by(at_b, left));
    CHECK_FALSE(other.done);
    operation later = receive_in(context, std::span(memory).last(10)),
              later_send = send_in(context, left, std::span(memory).last(10)),
              to_itself = send_in(context, right, std::span(memory).last(10));
    for (operation* op : {&later, &later_send, &to_itself}) {
        if (op->what == operation::kind::send) CHECK(world.b.has_room(*op));  // try_send does not report "no room"
        world.b.start(*op);
        CHECK(is_revoked_by(*op, left));
    }
    CHECK(world.b.is_unmatchable(later.from));
    REQUIRE(world.b.why_unmatchable(later.from));
    CHECK(world.b.why_unmatchable(later.from)->which() == errc::revoked);
    const auto payload = bytes_of(10, 1);
    operation send = send_in(other_group, right, payload);
    world.a.start(send);
    world.settle();
    CHECK(other.done);
    CHECK_FALSE(other.failure);
    expect_other_group_works(world);
    expect_nothing_left(world);
}

TEST_CASE("a send of a revoked group to a lost member reports the revocation", "[protocol][revoke]") {
    two_members world;
    const auto payload = bytes_of(10, 1);
    operation before = send_in(doomed, right, payload), after = send_in(doomed, right, payload),
              elsewhere = send_in(other_group, right, payload);
    world.a.peer_lost(right, errc::peer_lost, "right is gone");
    world.a.start(before);
    REQUIRE(before.failure);
    CHECK(before.failure->which() == errc::peer_lost);
    world.a.revoke(doomed);
    world.a.start(after);
    CHECK(is_revoked_by(after, left));
    world.a.start(elsewhere);
    REQUIRE(elsewhere.failure);
    CHECK(elsewhere.failure->which() == errc::peer_lost);
}

TEST_CASE("a full send buffer does not hide the revocation from try_send to a member without a channel",
          "[protocol][revoke]") {
    constexpr task_id far{6};  // `right` does not tell it: its distance is 3 of 6
    pair world;
    for (protocol* task : {&world.a, &world.b})
        task->contexts()->add(doomed, {right, left, task_id{4}, far, task_id{5}, task_id{3}});
    const auto payload = bytes_of(5000, 1);
    operation fills_the_buffer = send_in(other_group, left, payload);
    world.b.start(fills_the_buffer);
    world.b.keep(fills_the_buffer, {});
    world.a.revoke(doomed);
    world.settle();
    const auto few = bytes_of(10, 1);
    operation send = send_in(doomed, far, few);
    REQUIRE_FALSE(world.b.channels().find(far));
    REQUIRE_FALSE(world.b.has_room(send_in(other_group, far, few)));
    REQUIRE(world.b.has_room(send));
    world.b.start(send);
    CHECK(is_revoked_by(send, left));
}

TEST_CASE("revoke drops the messages that wait, and returns their credit", "[protocol][revoke]") {
    const bool at_the_receiver = GENERATE(false, true);
    two_members world;
    const auto payload = bytes_of(1000, 1);
    std::deque<operation> sends;
    for (int i = 0; i < 40; ++i)  // more than the credit window
        world.a.start(sends.emplace_back(send_in(doomed, right, payload)));
    world.settle();
    REQUIRE(world.b.unexpected_bytes() > 0);
    REQUIRE(world.a.lacks_credit());
    (at_the_receiver ? world.b : world.a).revoke(doomed);
    world.settle();
    CHECK(std::all_of(sends.begin(), sends.end(), [](const operation& op) { return op.done; }));
    CHECK(is_revoked_by(sends.back(), at_the_receiver ? right : left));
    CHECK_FALSE(sends.front().failure);  // it had left before
    expect_nothing_left(world);
    expect_other_group_works(world);
}

TEST_CASE("a rendezvous send of a revoked group fails and never succeeds", "[protocol][revoke]") {
    const bool at_the_receiver = GENERATE(false, true), before_the_request = GENERATE(false, true);
    two_members world;
    const auto payload = bytes_of(50'000, 1);
    operation send = send_in(doomed, right, payload);
    if (before_the_request && at_the_receiver) world.b.revoke(doomed);  // both frames are in transit
    world.a.start(send);
    if (!before_the_request) world.settle();
    if (!send.done) (at_the_receiver ? world.b : world.a).revoke(doomed);
    world.settle();
    CHECK(is_revoked_by(send, at_the_receiver ? right : left));
    expect_nothing_left(world);
    expect_other_group_works(world);
}

TEST_CASE("the messages of shrink outlive the revocation of their group", "[protocol][revoke]") {
    const tag of_shrink{(18 << 26) + 5};
    const std::size_t size = GENERATE(10u, 50'000u);
    two_members world;
    const auto payload = bytes_of(size, 4);
    std::vector<std::byte> early(size), late(size);
    operation first = receive_in(its_collectives, early, of_shrink.value),
              send = send_in(its_collectives, right, payload, of_shrink.value),
              second = receive_in(its_collectives, late, of_shrink.value),
              again = send_in(its_collectives, right, payload, of_shrink.value);
    world.b.start(first);
    world.a.revoke(doomed);
    world.a.start(send);
    world.a.start(again);
    world.settle();
    world.b.start(second);
    world.settle();
    for (const operation* op : {&first, &send, &second, &again}) {
        REQUIRE(op->done);
        CHECK_FALSE(op->failure);
    }
    CHECK(early == payload);
    CHECK(late == payload);
    operation of_program = receive_in(doomed, early, of_shrink.value);  // the tag means nothing in the other context
    world.b.start(of_program);
    CHECK(is_revoked_by(of_program, left));
}

TEST_CASE("a revocation may come before the group is made and after it is destroyed", "[protocol][revoke]") {
    const bool destroyed = GENERATE(false, true);
    pair world;
    world.a.contexts()->add(doomed, {left, right});
    if (destroyed) {
        world.b.contexts()->add(doomed, {left, right});
        world.b.contexts()->remove(doomed);
    }
    world.a.revoke(doomed);
    world.a.contexts()->remove(doomed);
    world.settle();
    world.b.contexts()->add(doomed, {left, right});
    std::vector<std::byte> buffer(10);
    operation receive = receive_in(doomed, buffer);
    world.b.start(receive);
    CHECK(is_revoked_by(receive, left));
    world.b.revoke(doomed);
    world.settle();
    expect_nothing_left(world);
}

TEST_CASE("a member that has said goodbye does not answer the requests of a revoked group", "[protocol][revoke]") {
    two_members world(roomy);
    const auto payload = bytes_of(50'000, 1);
    operation send = send_in(doomed, right, payload);
    world.a.start(send);
    world.settle();
    REQUIRE_FALSE(send.done);
    world.b.close();
    world.b.revoke(doomed);
    CHECK_NOTHROW(world.settle());  // the sender has dropped the message at the goodbye
    CHECK(send.done);
    CHECK(send.failure);
}

TEST_CASE("a later group does not get the contexts of a revoked group that only other members have made",
          "[protocol][revoke]") {
    const std::uint32_t distance = GENERATE(2u, 100u);
    const context_id made_elsewhere{first_reserved_context + distance};
    pair world;
    world.a.contexts()->use(made_elsewhere);
    world.a.contexts()->add(made_elsewhere, {left, right});
    REQUIRE(world.b.contexts()->next_free() <= made_elsewhere.value);
    world.a.revoke(made_elsewhere);
    world.settle();
    const context_id next{world.b.contexts()->next_free()};
    CHECK(next.value == made_elsewhere.value + contexts_per_group);
    world.b.contexts()->add(next, {left, right});
    std::vector<std::byte> buffer(10);
    operation receive = receive_in(next, buffer);
    world.b.start(receive);
    CHECK_FALSE(receive.done);
    world.b.withdraw(receive);
}

TEST_CASE("revocations that cross, and repeated ones, have the effect of one", "[protocol][revoke]") {
    two_members world;
    std::vector<std::byte> buffer(10);
    operation receive = receive_in(doomed, buffer);
    world.b.start(receive);
    world.a.revoke(doomed);
    world.b.revoke(doomed);
    CHECK(is_revoked_by(receive, right));
    world.settle();
    world.a.revoke(doomed);
    CHECK_FALSE(world.a.stream(right).wants_write());
    world.b.revoke(doomed);
    CHECK_FALSE(world.b.stream(left).wants_write());
    expect_other_group_works(world);
    expect_nothing_left(world);
}

TEST_CASE("a revocation from a task that is not a member is ignored", "[protocol][revoke]") {
    pair world;
    world.a.contexts()->add(doomed, {left, right});
    world.b.contexts()->add(doomed, {right, task_id{3}});  // another group with the same context
    world.a.revoke(doomed);
    world.settle();
    std::vector<std::byte> buffer(10);
    operation receive = receive_in(doomed, buffer);
    world.b.start(receive);
    CHECK_FALSE(receive.done);
    world.b.withdraw(receive);
}

TEST_CASE("a member that is not connected is told when it is", "[protocol][revoke]") {
    const bool lost = GENERATE(false, true);
    protocol a(left, small);
    a.contexts()->add(doomed, {left, right});
    a.revoke(doomed);
    CHECK_FALSE(a.all_sent());
    std::vector<task_id> asked;
    a.connect_wanted([&](task_id peer) { asked.push_back(peer); });
    CHECK(asked == std::vector{right});
    if (lost)
        a.peer_lost(right, errc::peer_lost, "right is gone");
    else
        a.peer_up(right, a.credit_window_bytes());
    CHECK(a.has_output() == !lost);
    CHECK(a.all_sent() == lost);
}

TEST_CASE("a member that learns of a revocation tells a member that is not connected", "[protocol][revoke]") {
    constexpr task_id third{3};
    pair world;
    for (protocol* task : {&world.a, &world.b})
        task->contexts()->add(doomed, {left, right, third});
    world.a.revoke(doomed);
    world.settle();
    std::vector<task_id> asked;
    world.b.connect_wanted([&](task_id peer) { asked.push_back(peer); });
    CHECK(asked == std::vector{third});
    world.b.peer_up(third, world.b.credit_window_bytes());
    CHECK(world.b.stream(third).wants_write());
}

TEST_CASE("a claimed message of a revoked group cannot be received", "[protocol][revoke]") {
    const std::size_t size = GENERATE(10u, 50'000u);
    const bool put_back = GENERATE(false, true), at_the_receiver = GENERATE(false, true);
    two_members world;
    const auto payload = bytes_of(size, 1);
    std::vector<std::byte> buffer(size);
    operation send = send_in(doomed, right, payload), receive;
    receive.what = operation::kind::receive;
    receive.buffer = std::span(buffer);
    world.a.start(send);
    world.settle();
    incoming* claimed = world.b.claim({left, tag{1}, doomed});
    REQUIRE(claimed);
    (at_the_receiver ? world.b : world.a).revoke(doomed);
    world.settle();
    CHECK(send.done);
    if (put_back) {
        world.b.put_back(*claimed);
    } else {
        world.b.start(receive, *claimed);
        CHECK(is_revoked_by(receive, at_the_receiver ? right : left));
        CHECK(buffer == std::vector<std::byte>(size));
    }
    world.settle();
    expect_other_group_works(world);
    expect_nothing_left(world);
}

TEST_CASE("revoke at any moment of random traffic ends the group and leaves the other one unharmed",
          "[protocol][revoke]") {
    std::mt19937 random(GENERATE(range(1u, 201u)));
    const auto below = [&](unsigned end) { return static_cast<unsigned>(random() % end); };
    two_members world(below(2) ? small : roomy);
    std::deque<std::vector<std::byte>> memory;
    std::deque<operation> in_group, elsewhere;
    constexpr std::size_t sizes[] = {0, 10, 3000, 9000, 50'000};
    const unsigned moment = below(60);
    for (unsigned step = 0; step < 60; ++step) {
        const bool from_left = below(2) == 0, in_other = below(3) == 0;
        protocol& sender = from_left ? world.a : world.b;
        protocol& receiver = from_left ? world.b : world.a;
        const context_id context = in_other ? other_group : below(2) ? doomed : its_collectives;
        auto& list = in_other ? elsewhere : in_group;
        const std::size_t size = sizes[below(5)];
        if (below(2) || in_other) {
            auto& payload = memory.emplace_back(bytes_of(size, 9));
            operation& send = list.emplace_back(send_in(context, from_left ? right : left, payload));
            send.may_copy = below(2) == 0;
            send.held = true;
            sender.start(send);
        }
        if (below(2) || in_other) {
            auto& buffer = memory.emplace_back(in_other ? size : sizes[4]);
            receiver.start(list.emplace_back(receive_in(context, buffer)));
        }
        if (step == moment) (below(2) ? world.a : world.b).revoke(doomed);
        if (below(3) == 0) pair::move(world.a.stream(right), world.b.stream(left), 1 + below(20'000));
        if (below(3) == 0) pair::move(world.b.stream(left), world.a.stream(right), 1 + below(20'000));
    }
    for (int round = 0; round < 6; ++round) {  // requests for messages without credit
        world.settle(1 + below(30'000));
        world.a.send_rendezvous_requests();
        world.b.send_rendezvous_requests();
    }
    world.settle();
    for (const operation& op : in_group) {
        REQUIRE(op.done);
        REQUIRE((!op.failure || op.failure->which() == errc::revoked));
    }
    for (const operation& op : elsewhere) {
        REQUIRE(op.done);
        REQUIRE_FALSE(op.failure);
        if (op.what == operation::kind::receive) REQUIRE(op.buffer[0].size() == op.info.size_bytes);
    }
    expect_nothing_left(world);
    expect_other_group_works(world);
}

}  // namespace revocation_test

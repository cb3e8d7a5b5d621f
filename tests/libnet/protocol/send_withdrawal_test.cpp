// A withdrawn send leaves no message behind, or its message continues from a copy.
#include "libnet/protocol/send_withdrawal.hpp"

#include <catch2/catch.hpp>
#include <vector>

#include "tests/libnet/protocol/unused_handler.hpp"

namespace send_withdrawal_test {

using namespace banyan::net;
using namespace banyan::net::detail;

namespace {

constexpr task_id self{1}, peer{2};
constexpr std::uint64_t window = 8192;
constexpr protocol_limits limits{
    .unexpected_cap_bytes = 64 << 10, .send_buffer_bytes = 1 << 10, .eager_limit_bytes = 2000, .expected_peers = 1};

// The send buffer is full of a message that waits for a clear to send.
struct fixture {
    banyan::testing::unused_handler handler;
    protocol_parts parts{handler, self, limits, number_of};
    receives all{parts};
    sends to_others{parts, limits};
    self_messages own{parts, all};
    send_withdrawal withdrawal{parts, to_others, own};
    channel& to = parts.channels.of(peer);
    std::vector<std::byte> payload = std::vector<std::byte>(5000, std::byte{9});
    operation kept = send(5000);

    fixture() {
        to.where = channel::state::up;
        to.credit.open(window);
        to_others.start(kept);
        REQUIRE(to_others.detach(kept));
    }
    [[nodiscard]] operation send(std::size_t size, task_id receiver = peer) const {
        operation op;
        op.what = operation::kind::send;
        op.to = {receiver, tag{1}};
        op.payload = std::span<const std::byte>(payload).first(size);
        return op;
    }
    void empty_send_buffer() {
        to_others.on_clear_to_send(to, {.kind = wire::frame_kind::clear_to_send, .token = 1});
        REQUIRE(parts.outgoing.buffer().used_bytes() == 0);
    }
};

}  // namespace

TEST_CASE("an eager message that has not been written is removed and costs no credit", "[protocol][retract]") {
    fixture f;
    const auto credit = f.to.credit.left_bytes();
    operation op = f.send(1000);
    f.to_others.start(op);
    REQUIRE(op.sending->where == outgoing::stage::leaving);
    CHECK(f.withdrawal.withdraw(op, GENERATE(false, true)));
    CHECK(op.sending == nullptr);
    CHECK_FALSE(op.done);
    CHECK(f.to.credit.left_bytes() == credit);
}

TEST_CASE("the messages after a withdrawn one leave if they have credit now", "[protocol][retract]") {
    fixture f;
    std::vector<operation> eager(4, f.send(1900));  // the credit suffices for 4 of them
    for (operation& op : eager)
        f.to_others.start(op);
    operation waiting = f.send(1900), after = f.send(100);
    f.to_others.start(waiting);
    f.to_others.start(after);
    REQUIRE(waiting.sending->where == outgoing::stage::waiting);
    REQUIRE(after.sending->where == outgoing::stage::waiting);
    SECTION("the first of the waiting messages is withdrawn") {
        CHECK(f.withdrawal.withdraw(waiting, true));
        CHECK(f.to.credit.suffices_for(100));
    }
    SECTION("a message with credit is withdrawn") {
        CHECK(f.withdrawal.withdraw(eager.back(), true));
        CHECK(waiting.sending->where == outgoing::stage::leaving);
    }
    CHECK(after.sending->where == outgoing::stage::leaving);
    CHECK(f.to.waiting.empty());
}

TEST_CASE("a rendezvous message without room for a copy is retracted", "[protocol][retract]") {
    fixture f;
    operation op = f.send(3000);
    f.to_others.start(op);
    const bool cleared = GENERATE(false, true);
    const auto token = op.sending->token;
    if (cleared)
        f.to_others.on_clear_to_send(f.to,
                                     {.kind = wire::frame_kind::clear_to_send, .length_bytes = 3000, .token = token});
    CHECK(f.withdrawal.withdraw(op, false));
    CHECK_FALSE(f.to.rendezvous.contains(token));
    CHECK(f.to.retracted.contains(token));
    f.to_others.on_clear_to_send(f.to, {.kind = wire::frame_kind::clear_to_send, .token = token});  // the answer
    CHECK(f.to.retracted.empty());
}

TEST_CASE("a message of which a part may be known to its receiver continues from a copy", "[protocol][retract]") {
    fixture f;
    f.empty_send_buffer();
    operation op = f.send(GENERATE(100u, 3000u));  // eager, rendezvous
    f.to_others.start(op);
    CHECK_FALSE(f.withdrawal.withdraw(op, true));
    CHECK(op.sending == nullptr);
    CHECK(f.parts.outgoing.buffer().used_bytes() == op.payload.size_bytes() + message_overhead_bytes);
    CHECK(f.to.retracted.empty());
}

TEST_CASE("a withdrawn message to oneself does not wait for a receive any more", "[protocol][retract][self]") {
    fixture f;
    f.payload.resize(100'000);
    operation op = f.send(100'000, self);
    f.own.start(op);
    REQUIRE(op.sending);
    CHECK(f.withdrawal.withdraw(op, true));
    CHECK_FALSE(f.parts.matching.find_waiting({self, any_tag, {}}));
    CHECK(f.parts.unexpected.used_bytes() == 0);
    CHECK(f.parts.channels.find(self) == nullptr);
}

}  // namespace send_withdrawal_test

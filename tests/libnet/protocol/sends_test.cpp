// How the messages to a peer leave, without any stream: the test reads the state of the channel.
#include "libnet/protocol/sends.hpp"

#include <catch2/catch.hpp>
#include <deque>
#include <vector>

#include "tests/common/error_of.hpp"
#include "tests/libnet/protocol/unused_handler.hpp"

namespace sends_test {

using namespace banyan::net;
using namespace banyan::net::detail;
using banyan::testing::error_of;

namespace {

constexpr task_id self{1}, peer{2};
constexpr std::uint64_t window = 8192;
constexpr std::size_t eager_limit = 2000, buffer_limit = 1 << 10;
constexpr protocol_limits limits{.unexpected_cap_bytes = 64 << 10,
                                 .send_buffer_bytes = buffer_limit,
                                 .eager_limit_bytes = eager_limit,
                                 .expected_peers = 1};

struct fixture {
    banyan::testing::unused_handler handler;
    protocol_parts parts{handler, self, limits, number_of};
    sends all{parts, limits};
    channel& to = parts.channels.of(peer);
    std::vector<std::byte> payload = std::vector<std::byte>(5000, std::byte{9});
    std::deque<operation> started;

    void connect() {
        to.where = channel::state::up;
        to.credit.open(window);
        all.queue_waiting(to);
    }
    operation& start(std::size_t size, bool may_copy = false, bool held = false) {
        operation& op = started.emplace_back();
        op.what = operation::kind::send;
        op.to = {peer, tag{static_cast<int>(started.size())}};
        op.payload = std::span<const std::byte>(payload).first(size);
        op.may_copy = may_copy;
        op.held = held;
        all.start(op);
        return op;
    }
    // As many messages that need no clear to send as the credit suffices for.
    void use_all_credit() {
        while (to.credit.suffices_for(eager_limit))
            start(eager_limit);
    }
};

wire::frame_header clear_to_send(const operation& send, std::uint64_t bytes) {
    return {.kind = wire::frame_kind::clear_to_send, .length_bytes = bytes, .token = send.sending->token};
}

}  // namespace

TEST_CASE("messages wait for the connection and then leave in order", "[protocol]") {
    fixture f;
    const operation& first = f.start(10);
    const operation& second = f.start(20, true);
    CHECK(f.parts.channels.wants_connection());
    CHECK(f.to.waiting.size() == 2);
    CHECK(f.to.waiting.front() == first.sending);
    f.connect();
    CHECK(f.to.waiting.empty());
    CHECK(first.sending->where == outgoing::stage::leaving);
    CHECK_FALSE(second.done);  // it waited, so it leaves from the memory of the program
    CHECK(f.to.credit.left_bytes() == window - credit_account::cost_of(10) - credit_account::cost_of(20));
}

TEST_CASE("a send that may be copied is done at once if nothing waits and credit suffices", "[protocol][credit]") {
    fixture f;
    f.connect();
    CHECK(f.start(10, true).done);
    CHECK(f.to.credit.left_bytes() == window - credit_account::cost_of(10));
    f.use_all_credit();
    const operation& waiting = f.start(eager_limit);
    CHECK(waiting.sending->where == outgoing::stage::waiting);
    CHECK(f.parts.channels.any_lacks_credit());
    CHECK_FALSE(f.start(10, true).done);  // its credit suffices, but it may not overtake
}

TEST_CASE("a message longer than the eager limit leaves after a clear to send, and uses no credit", "[protocol]") {
    fixture f;
    f.connect();
    const operation& send = f.start(eager_limit + 1);
    REQUIRE(f.to.rendezvous.size() == 1);
    CHECK(f.to.credit.left_bytes() == window);
    const auto answer = clear_to_send(send, eager_limit + 1);
    auto too_much = answer;
    ++too_much.length_bytes;
    CHECK(error_of([&] { f.all.on_clear_to_send(f.to, too_much); }) == errc::protocol_violation);
    f.all.on_clear_to_send(f.to, answer);
    CHECK(f.to.rendezvous.empty());
    CHECK(send.sending->where == outgoing::stage::leaving);
    CHECK(error_of([&] { f.all.on_clear_to_send(f.to, answer); }) == errc::protocol_violation);
}

TEST_CASE("a clear to send of 0 bytes completes the send", "[protocol]") {
    fixture f;
    f.connect();
    const operation& send = f.start(eager_limit + 1);
    f.all.on_clear_to_send(f.to, clear_to_send(send, 0));
    CHECK((send.done && !send.failure));
    CHECK(f.to.rendezvous.empty());
}

TEST_CASE("rendezvous requests are sent for messages that lack credit, but not at once", "[protocol][credit]") {
    fixture f;
    f.connect();
    f.use_all_credit();
    const operation& waiting = f.start(eager_limit, false, true);
    REQUIRE(f.to.held_waiting == 1);
    f.all.send_rendezvous_requests();  // notices that the message is new
    CHECK(waiting.sending->where == outgoing::stage::waiting);
    f.all.send_rendezvous_requests();
    CHECK(waiting.sending->where == outgoing::stage::rendezvous);
    CHECK(f.to.held_waiting == 0);
    CHECK(f.to.waiting.empty());
}

TEST_CASE("a send is detached from its message if the send buffer has room", "[protocol][send_buffer]") {
    fixture f;
    operation& first = f.start(3000);
    operation& second = f.start(100);
    CHECK(f.all.detach(first));  // of any length, because the buffer is empty
    CHECK((first.done && !first.failure));
    CHECK_FALSE(f.all.detach(second));
    CHECK_FALSE(second.done);
    CHECK(f.all.is_behind_buffered_sends(second));
    f.connect();
    f.all.on_clear_to_send(f.to, {.kind = wire::frame_kind::clear_to_send, .token = 1});
    CHECK(f.parts.outgoing.buffer().used_bytes() == 0);
    CHECK(f.all.detach(second));
    CHECK(second.done);
}

TEST_CASE("a send has room if it can leave, be copied or fail at once", "[protocol][send_buffer]") {
    fixture f;
    operation& kept = f.start(buffer_limit);
    operation next = kept;
    next.payload = std::span<const std::byte>(f.payload).first(100);
    CHECK(f.all.has_room(next));
    f.all.keep(kept, {});
    CHECK(kept.done);
    CHECK_FALSE(f.all.has_room(next));
    SECTION("it can leave") {
        f.connect();
        CHECK(f.all.has_room(next));
    }
    SECTION("it fails") {
        f.connect();  // the copy is leaving, so it still fills the send buffer
        next.payload = std::span<const std::byte>(f.payload).first(eager_limit + 1);
        CHECK_FALSE(f.all.has_room(next));
        f.all.on_goodbye(f.to);
        CHECK(f.all.has_room(next));
        CHECK(f.start(10).failure);
    }
}

TEST_CASE("a goodbye ends the messages that have not left", "[protocol][end]") {
    fixture f;
    f.connect();
    const operation& leaving = f.start(10);
    const operation& requested = f.start(eager_limit + 1);
    f.use_all_credit();
    const operation& waiting = f.start(eager_limit);
    f.all.on_goodbye(f.to);
    CHECK_FALSE(leaving.done);
    CHECK(requested.failure);
    CHECK(waiting.failure);
    CHECK((f.to.waiting.empty() && f.to.rendezvous.empty()));
}

TEST_CASE("the loss of a peer ends all messages to it", "[protocol][end]") {
    fixture f;
    f.connect();
    f.start(10);
    f.start(eager_limit + 1);
    f.use_all_credit();
    f.start(eager_limit);
    f.to.where = channel::state::lost;
    f.to.why = error(errc::peer_lost, "gone", peer);
    f.all.drop_all(f.to, *f.to.why);
    for (const operation& op : f.started)
        CHECK((op.done && op.failure));
    CHECK_FALSE(f.parts.channels.any_lacks_credit());
    CHECK_FALSE(f.to.stream.wants_write());
    CHECK(f.start(10).failure);
}

TEST_CASE("the end of sending is reported when no message waits", "[protocol][end]") {
    fixture f;
    f.connect();
    f.use_all_credit();
    f.start(eager_limit);
    f.all.end_sending();
    CHECK_FALSE(f.to.sent_last_sent);
    f.all.send_rendezvous_requests();
    CHECK_FALSE(f.to.sent_last_sent);
    f.all.send_rendezvous_requests();
    CHECK(f.to.sent_last_sent);
}

}  // namespace sends_test

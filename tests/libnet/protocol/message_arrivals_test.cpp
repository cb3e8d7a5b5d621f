// What the frames of a peer do to its messages, without any stream: the test passes the headers.
#include "libnet/protocol/message_arrivals.hpp"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <vector>

#include "tests/common/error_of.hpp"
#include "tests/libnet/protocol/unused_handler.hpp"

namespace message_arrivals_test {

using namespace banyan::net;
using namespace banyan::net::detail;
using banyan::testing::error_of;

namespace {

constexpr task_id self{1}, peer{2};
constexpr selector any{any_source, any_tag, context_id{}};
constexpr protocol_limits limits{
    .unexpected_cap_bytes = 64 << 10, .send_buffer_bytes = 1 << 10, .eager_limit_bytes = 4 << 10, .expected_peers = 1};
constexpr std::size_t size = 100, cost = size + message_overhead_bytes;

wire::frame_header header(wire::frame_kind kind, std::uint64_t length = size, std::uint64_t token = 0) {
    return {.kind = kind, .tag = tag{1}, .length_bytes = length, .token = token};
}

struct fixture {
    banyan::testing::unused_handler handler;
    protocol_parts parts{handler, self, limits, number_of};
    receives all{parts};
    message_arrivals arrivals{parts, all, credit_window_of(limits)};
    channel& from = parts.channels.of(peer);
    std::vector<std::byte> payload = std::vector<std::byte>(size, std::byte{9});
    std::array<std::byte, 2 * size> buffer{};
    operation receive;

    fixture() {
        from.where = channel::state::up;
        receive.what = operation::kind::receive;
        receive.from = any;
        receive.buffer = std::span<std::byte>(buffer);
    }
};

}  // namespace

TEST_CASE("an eager message that is complete goes to its receive at once", "[protocol]") {
    fixture f;
    f.all.start(f.receive);
    const auto plan = f.arrivals.on_eager(f.from, header(wire::frame_kind::eager), std::span(f.payload));
    CHECK(plan.what == payload_plan::action::delivered);
    REQUIRE((f.receive.done && !f.receive.failure));
    CHECK(f.receive.info.size_bytes == size);
    CHECK(std::equal(f.payload.begin(), f.payload.end(), f.buffer.begin()));
    CHECK(f.from.credit.due_bytes() == cost);
    CHECK(f.parts.matching.kept_messages() == 0);
}

TEST_CASE("the bytes of an eager message arrive in the buffer of its receive, or are stored", "[protocol]") {
    fixture f;
    const bool posted = GENERATE(false, true);
    if (posted) f.all.start(f.receive);
    const auto plan = f.arrivals.on_eager(f.from, header(wire::frame_kind::eager), {});
    REQUIRE(plan.what == payload_plan::action::place);
    REQUIRE(f.from.current);
    CHECK((plan.where->here().data() == f.buffer.data()) == posted);
    CHECK_FALSE(f.receive.done);
    CHECK(f.from.credit.due_bytes() == 0);
    f.arrivals.on_payload_complete(f.from);
    CHECK(f.from.current == nullptr);
    CHECK(f.receive.done == posted);
    if (!posted) f.all.start(f.receive);
    CHECK(f.receive.done);
    CHECK(f.from.credit.due_bytes() == cost);
}

TEST_CASE("a rendezvous request is answered when a receive takes the message", "[protocol]") {
    fixture f;
    const bool posted = GENERATE(false, true);
    if (posted) f.all.start(f.receive);
    f.arrivals.on_rendezvous_request(f.from, header(wire::frame_kind::rendezvous_request, size, 7));
    CHECK(f.parts.channels.has_output() == posted);
    CHECK(f.from.credit.charged_bytes() == 0);
    const auto data = header(wire::frame_kind::data, size, 7);
    if (!posted) {
        CHECK(error_of([&] { f.arrivals.on_data(f.from, data); }) == errc::protocol_violation);  // not cleared to send
        f.all.start(f.receive);
    }
    CHECK(f.parts.channels.has_output());
    const auto plan = f.arrivals.on_data(f.from, data);
    CHECK(plan.where->here().data() == f.buffer.data());
    f.arrivals.on_payload_complete(f.from);
    CHECK(f.receive.done);
    CHECK(f.from.coming.empty());
    CHECK(error_of([&] { f.arrivals.on_data(f.from, data); }) == errc::protocol_violation);
}

TEST_CASE("a rendezvous message can be withdrawn by its sender until its data arrive", "[protocol][retract]") {
    fixture f;
    f.arrivals.on_rendezvous_request(f.from, header(wire::frame_kind::rendezvous_request, size, 7));
    f.arrivals.on_retract(f.from, header(wire::frame_kind::retract, 0, 7));
    CHECK(f.parts.channels.has_output());  // the answer
    CHECK_FALSE(f.parts.matching.find_waiting(any));
    CHECK(f.from.coming.empty());
    f.arrivals.on_retract(f.from, header(wire::frame_kind::retract, 0, 7));  // of a message that is not known any more
}

TEST_CASE("a task that refuses messages discards eager bytes, returns their credit and ignores requests",
          "[protocol][end]") {
    fixture f;
    f.arrivals.refuse_messages();
    const auto plan = f.arrivals.on_eager(f.from, header(wire::frame_kind::eager), std::span(f.payload));
    CHECK(plan.what == payload_plan::action::discard);
    f.arrivals.on_payload_complete(f.from);
    CHECK(f.from.credit.due_bytes() == cost);
    f.arrivals.on_rendezvous_request(f.from, header(wire::frame_kind::rendezvous_request, size, 7));
    CHECK(f.from.coming.empty());
    CHECK(f.parts.unexpected.used_bytes() == 0);
}

TEST_CASE("the next payload is expected in the buffer of the first receive that accepts its source", "[protocol]") {
    fixture f;
    CHECK(f.arrivals.expected_place(f.from).at_end());
    f.all.start(f.receive);
    CHECK(f.parts.matching.has_posted({peer, tag{1}, size}, {}));  // its context is now the one that was used last
    CHECK(f.arrivals.expected_place(f.from).here().data() == f.buffer.data());
    std::vector<std::byte> owned;
    f.receive.owner = &owned;  // its buffer is made when the length is known
    CHECK(f.arrivals.expected_place(f.from).at_end());
    const growing_buffer room{};
    f.receive.owner = nullptr;
    f.receive.growing = &room;
    CHECK(f.arrivals.expected_place(f.from).at_end());
}

}  // namespace message_arrivals_test

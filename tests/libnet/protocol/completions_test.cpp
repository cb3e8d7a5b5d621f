// Operations end with a result and a number, and a trace records those that had an effect.
#include "libnet/protocol/completions.hpp"

#include <array>
#include <catch2/catch.hpp>
#include <new>

namespace completions_test {

using namespace banyan::net;
using namespace banyan::net::detail;

namespace {

constexpr task_id self{1}, peer{2};
constexpr context_id context{5};

operation send_of(std::span<const std::byte> payload) {
    operation op;
    op.what = operation::kind::send;
    op.to = {peer, tag{3}, context};
    op.payload = payload;
    return op;
}

operation receive_of_any() {
    operation op;
    op.what = operation::kind::receive;
    op.from = {any_source, any_tag, context};
    return op;
}

}  // namespace

TEST_CASE("operations are numbered in the order of their ends, and failures are counted", "[protocol]") {
    completions ends(self);
    const std::array<std::byte, 7> payload{};
    operation send = send_of(payload), receive = receive_of_any(), failing = receive_of_any();
    ends.fail(failing, errc::peer_lost, "gone", peer);
    CHECK(ends.failed() == 1);
    ends.succeed(receive, {peer, tag{4}, 9});
    ends.succeed(send);
    CHECK((failing.done && receive.done && send.done));
    CHECK(failing.ended_as < receive.ended_as);
    CHECK(receive.ended_as < send.ended_as);
    REQUIRE(failing.failure);
    CHECK(failing.failure->which() == errc::peer_lost);
    CHECK(failing.failure->peer() == peer);
    CHECK_FALSE(receive.failure);
    CHECK(receive.info.size_bytes == 9);
    CHECK(send.info.source == self);
    CHECK(send.info.tag == tag{3});
    CHECK(send.info.size_bytes == payload.size());
    CHECK(ends.failed() == 1);
}

TEST_CASE("a receive whose next step throws fails, unless the step has ended it", "[protocol]") {
    completions ends(self);
    operation waiting = receive_of_any(), ended = receive_of_any();
    CHECK_THROWS_AS(ends.or_fail(waiting, [] { throw std::bad_alloc(); }), std::bad_alloc);
    REQUIRE(waiting.failure);
    CHECK(waiting.failure->which() == errc::resource_limit);
    CHECK_THROWS_AS(ends.or_fail(ended,
                                 [&] {
                                     ends.succeed(ended, {peer, tag{4}, 1});
                                     throw std::bad_alloc();
                                 }),
                    std::bad_alloc);
    CHECK_FALSE(ended.failure);
    operation untouched = receive_of_any();
    ends.or_fail(untouched, [] {});
    CHECK_FALSE(untouched.done);
    CHECK(ends.failed() == 1);
}

TEST_CASE("a trace contains the operations that start during tracing, and marks sends without effect", "[protocol]") {
    completions ends(self);
    tracing::recorder recorder(1 << 20);
    const std::array<std::byte, 7> payload{};
    operation before = receive_of_any();
    ends.note_start(before);
    ends.use_trace(&recorder);
    operation sent = send_of(payload), withdrawn = send_of(payload), failed = send_of(payload);
    operation received = receive_of_any(), unmatched = receive_of_any();
    for (operation* op : {&sent, &withdrawn, &failed, &received, &unmatched})
        ends.note_start(*op);
    received.order = 8;
    ends.succeed(before, {peer, tag{4}, 1});
    ends.succeed(sent);
    ends.note_withdrawal(withdrawn);
    ends.fail(failed, errc::peer_lost, "gone", peer);
    ends.succeed(received, {peer, tag{4}, 2});
    ends.fail(unmatched, errc::peer_lost, "gone", peer);
    ends.use_trace(nullptr);
    operation after = send_of(payload);
    ends.note_start(after);
    ends.succeed(after);
    const auto trace = recorder.take();
    REQUIRE(trace.sent.size() == 3);
    CHECK_FALSE(trace.sent[0].withdrawn);
    CHECK(trace.sent[1].withdrawn);
    CHECK(trace.sent[2].withdrawn);
    CHECK(trace.sent[0].to == peer);
    CHECK(trace.sent[0].bytes == payload.size());
    REQUIRE(trace.received.size() == 1);
    CHECK(trace.received[0].order == 8);
    CHECK(trace.received[0].from == peer);
    CHECK(trace.received[0].bytes == 2);
    CHECK(trace.received[0].context == context);
}

}  // namespace completions_test

// The recorder by itself: the limit of its memory, waits in several steps, and threads.
#include "libnet/tracing/recorder.hpp"

#include <catch2/catch.hpp>

#include <thread>

namespace recorder_test {

using namespace banyan::net;
using namespace banyan::net::tracing;

namespace {

constexpr task_id peer{77};

std::int64_t send(recorder& r, int t = 0) {
    return r.send_started(peer, context_id{1}, tag{t}, 8);
}

void receive(recorder& r, std::uint64_t order) {
    r.receive_ended({.issued = r.receive_started(), .order = order, .from = peer});
}

}  // namespace

TEST_CASE("a recorder keeps what fits, counts the rest, and stays full") {
    recorder r(sizeof(sent_message) * 2 + sizeof(received_message));
    CHECK(send(r) == 1);
    receive(r, 1);
    CHECK(send(r) == 2);
    CHECK_FALSE(r.is_full());
    receive(r, 5);
    CHECK(r.is_full());
    receive(r, 4);
    CHECK(send(r) == 0);
    r.blocked({.begin = now()});
    const nanoseconds after = now();
    const task_trace t = r.take();
    CHECK(t.sent.size() == 2);
    CHECK(t.received.size() == 1);
    CHECK(t.blocked.empty());
    CHECK(t.dropped == 4);
    CHECK(t.first_dropped_receive == 4);
    CHECK(t.begin <= t.end);
    CHECK(t.end <= after);
}

TEST_CASE("after a large event that does not fit no small one is kept") {
    recorder r(sizeof(sent_message));
    receive(r, 1);
    CHECK(send(r) == 0);
    CHECK(r.take().dropped == 2);
}

TEST_CASE("a recorder without room keeps nothing") {
    recorder r(0);
    CHECK(send(r) == 0);
    r.send_withdrawn(0);
    receive(r, 1);
    const task_trace t = r.take();
    CHECK(t.sent.empty());
    CHECK(t.received.empty());
    CHECK(t.dropped == 2);
}

TEST_CASE("a withdrawn send is marked, a number of no send is ignored") {
    recorder r(1 << 16);
    (void)send(r);
    const auto second = send(r);
    r.send_withdrawn(second);
    r.send_withdrawn(99);
    r.send_withdrawn(-1);
    const task_trace t = r.take();
    CHECK_FALSE(t.sent[0].withdrawn);
    CHECK(t.sent[1].withdrawn);
}

TEST_CASE("steps of one wait become one interval") {
    recorder r(1 << 16);
    const nanoseconds begin = now();
    r.blocked({.begin = begin, .receive = 3, .kind = wait_kind::collective});
    const nanoseconds first_end = r.is_full() ? 0 : now();
    // The gap of this step is negative, so it is short whatever the scheduler does.
    r.blocked({.begin = begin, .receive = 4, .kind = wait_kind::collective});
    const task_trace t = r.take();
    REQUIRE(t.blocked.size() == 1);
    CHECK(t.blocked[0].begin == begin);
    CHECK(t.blocked[0].end >= first_end);
    CHECK(t.blocked[0].receive == 0);  // several
}

TEST_CASE("a wait after another operation, or a long time later, is an interval of its own") {
    recorder r(1 << 16);
    const nanoseconds begin = now();
    r.blocked({.begin = begin, .kind = wait_kind::receive});
    (void)send(r);
    r.blocked({.begin = begin, .kind = wait_kind::receive});
    r.blocked({.begin = now() + 1'000'000'000, .kind = wait_kind::receive});
    CHECK(r.take().blocked.size() == 3);
}

TEST_CASE("threads are numbered in the order of their first event") {
    recorder r(1 << 16);
    (void)send(r);
    std::thread([&] { (void)send(r); }).join();
    (void)send(r);
    const task_trace t = r.take();
    REQUIRE(t.sent.size() == 3);
    CHECK(t.sent[0].thread == 0);
    CHECK(t.sent[1].thread == 1);
    CHECK(t.sent[2].thread == 0);
}

}  // namespace recorder_test

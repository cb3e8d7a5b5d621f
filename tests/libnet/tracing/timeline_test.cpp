// Intervals, algorithmic blocking, and the clocks of several hosts.
#include "libnet/tracing/timeline.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>
#include <random>

namespace timeline_test {

using namespace banyan::net;
using namespace banyan::net::tracing;

namespace {

task_trace trace_of(int rank, nanoseconds begin, nanoseconds end) {
    task_trace t;
    t.task = task_id{static_cast<std::uint32_t>(1 + rank)};
    t.rank = rank;
    t.size = 8;
    t.host = host_id{1};
    t.begin = begin;
    t.end = end;
    return t;
}

blocked_interval wait_for(nanoseconds begin, nanoseconds end, std::uint64_t receive = 0, std::uint16_t thread = 0) {
    return {.begin = begin, .end = end, .receive = receive, .thread = thread, .kind = wait_kind::receive};
}

received_message received(int from, nanoseconds issued, nanoseconds ended, std::uint64_t order, int t = 0) {
    return {.issued = issued,
            .ended = ended,
            .order = order,
            .from = task_id{static_cast<std::uint32_t>(1 + from)},
            .tag = tag{t}};
}

sent_message sent(int to, nanoseconds at, int t = 0) {
    return {.at = at, .to = task_id{static_cast<std::uint32_t>(1 + to)}, .tag = tag{t}};
}

nanoseconds total(const std::vector<interval>& list, bool blocked) {
    return std::accumulate(list.begin(), list.end(), nanoseconds{0}, [&](nanoseconds sum, const interval& i) {
        return sum + (i.is_blocked == blocked ? i.length() : 0);
    });
}

/// The blocked interval of rank 1 from 100 to 200 that ends with a message which rank 0 sends at `at`.
interval blocked_by_send(nanoseconds at, std::uint64_t receive) {
    std::vector<task_trace> traces{trace_of(0, 0, 1000), trace_of(1, 0, 1000)};
    traces[0].sent.push_back(sent(1, at));
    traces[1].received.push_back(received(0, 90, 195, 1));
    traces[1].blocked.push_back(wait_for(100, 200, receive));
    const timeline result = make_timeline(traces);
    REQUIRE(result.tasks[1].intervals.size() == 3);
    return result.tasks[1].intervals[1];
}

}  // namespace

TEST_CASE("the level of a rank is its number of 1 bits, and level l of a cube has binomial(L, l) ranks") {
    const std::vector<int> expected{0, 1, 1, 2, 1, 2, 2, 3};
    for (int r = 0; r < 8; ++r)
        CHECK(tree_level(r) == expected[static_cast<std::size_t>(r)]);
    std::vector<int> count(7);
    for (int r = 0; r < 64; ++r)
        ++count[static_cast<std::size_t>(tree_level(r))];
    CHECK(count == std::vector<int>{1, 6, 15, 20, 15, 6, 1});
}

TEST_CASE("algorithmic blocking lasts until the send, at least 0 and at most the interval") {
    CHECK(algorithmic_part(100, 200, 50) == 0);
    CHECK(algorithmic_part(100, 200, 100) == 0);
    CHECK(algorithmic_part(100, 200, 170) == 70);
    CHECK(algorithmic_part(100, 200, 900) == 100);
    for (const std::uint64_t receive : {0u, 1u}) {
        CHECK(blocked_by_send(40, receive).algorithmic == 0);
        CHECK(blocked_by_send(170, receive).algorithmic == 70);
    }
    CHECK(blocked_by_send(170, 2).algorithmic == 0);  // a receive that is not known
}

TEST_CASE("an interval that waits for several messages waits for the last send") {
    std::vector<task_trace> traces{trace_of(0, 0, 1000), trace_of(1, 0, 1000), trace_of(2, 0, 1000)};
    traces[0].sent = {sent(1, 120), sent(1, 400)};
    traces[2].sent = {sent(1, 160)};
    traces[1].received = {received(2, 90, 180, 2), received(0, 90, 130, 1), received(0, 300, 450, 3)};
    traces[1].blocked = {wait_for(100, 200)};
    const timeline result = make_timeline(traces);
    CHECK(result.tasks[1].intervals[1].algorithmic == 60);
    CHECK(result.messages.size() == 3);
}

TEST_CASE("computing and blocked intervals of random traces fill the time without gaps") {
    std::mt19937_64 random(5);
    for (int world = 0; world < 200; ++world) {
        task_trace t = trace_of(0, 1000, 1000);
        nanoseconds blocked = 0;
        while (t.end < 20'000) {
            const auto compute = static_cast<nanoseconds>(random() % 300),
                       wait = static_cast<nanoseconds>(random() % 300);
            t.blocked.push_back(wait_for(t.end + compute, t.end + compute + wait));
            t.end += compute + wait;
            blocked += wait;
        }
        t.end += static_cast<nanoseconds>(random() % 100);
        std::shuffle(t.blocked.begin(), t.blocked.end(), random);
        const auto list = intervals_of(t);
        CHECK(total(list, true) == blocked);
        CHECK(total(list, false) == t.end - t.begin - blocked);
        nanoseconds at = t.begin;
        for (const interval& i : list) {
            CHECK(i.begin == at);
            at = i.end;
        }
        CHECK(at == t.end);
    }
}

TEST_CASE("a trace without blocked intervals is one computing interval, an empty one is none") {
    const auto list = intervals_of(trace_of(0, 5, 25));
    REQUIRE(list.size() == 1);
    CHECK_FALSE(list.front().is_blocked);
    CHECK(list.front().length() == 20);
    CHECK(intervals_of(trace_of(0, 5, 5)).empty());
}

TEST_CASE("each thread has intervals of its own") {
    task_trace t = trace_of(0, 0, 1000);
    t.blocked = {wait_for(100, 300), wait_for(150, 250, 0, 1), wait_for(400, 500, 0, 1)};
    const auto list = intervals_of(t);
    REQUIRE(list.size() == 6);
    CHECK(total({list.begin(), list.begin() + 3}, false) == 800);
    CHECK(list[3].begin == 150);
    CHECK(list[4].length() == 150);  // of thread 1, which computes from 250 to 400
    CHECK_FALSE(list[4].is_blocked);
    CHECK(list[5].end == 500);
}

TEST_CASE("the clocks of other hosts are converted, with drift, also for tasks without readings") {
    constexpr nanoseconds offset = 1'000'000;
    const auto own = [&](nanoseconds common) { return (common - offset) / 2; };  // the common clock runs twice as fast
    std::vector<task_trace> traces{trace_of(2, own(0), own(20'000)), trace_of(0, 0, 20'000),
                                   trace_of(1, own(0), own(20'000))};
    traces[0].host = traces[2].host = host_id{4};
    traces[2].clock = {{own(0), offset + own(0) * 1, 1}, {own(20'000), 20'000 - own(20'000), 1}};
    traces[2].clock[0].offset = 0 - own(0);
    traces[1].sent.push_back(sent(2, 5000));
    traces[0].received.push_back(received(0, own(4000), own(6000), 1));
    traces[0].blocked.push_back(wait_for(own(4000), own(6000), 1));
    const timeline result = make_timeline(traces);
    REQUIRE(result.tasks.size() == 3);
    CHECK(result.tasks[2].rank == 2);
    const interval& i = result.tasks[2].intervals[1];
    CHECK(i.begin == 4000);
    CHECK(i.end == 6000);
    CHECK(i.algorithmic == 1000);
    REQUIRE(result.messages.size() == 1);
    CHECK(result.messages.front().sent == 5000);
    CHECK(result.messages.front().received == 6000);
}

}  // namespace timeline_test

// The report of what a task waits for, as bytes and back.
#include "libnet/joining/wait_report_wire.hpp"

#include <catch2/catch.hpp>

#include "libnet/joining/control.pb.h"

namespace wait_report_wire_test {

using namespace banyan::net;
using namespace banyan::net::detail;

TEST_CASE("a report is unchanged after encoding and decoding") {
    wait_snapshot sent;
    blocked_call call{.what = blocked_call::kind::wait_any, .awaited = {}, .awaited_count = 20, .waited = {}};
    call.waited = std::chrono::milliseconds(2500);
    call.awaited.push_back(
        {.send = true, .peer = task_id{7}, .tag = tag{-3}, .context = context_id{1}, .size_bytes = 9});
    call.awaited.push_back({.peer = any_source, .tag = any_tag, .context = context_id{0}, .under_way = true});
    sent.calls = {call};
    sent.messages = {{task_id{8}, tag{4}, context_id{3}, 1ull << 40}};
    sent.message_count = 11;
    sent.idle = GENERATE(false, true);
    control::Report report;
    to_wire(sent, report);
    const auto got = from_wire(report);
    REQUIRE(got.calls.size() == 1);
    CHECK(got.calls[0].what == blocked_call::kind::wait_any);
    CHECK(got.calls[0].awaited_count == 20);
    CHECK(got.calls[0].waited.count() == 2.5);
    REQUIRE(got.calls[0].awaited.size() == 2);
    CHECK(got.calls[0].awaited[0].send);
    CHECK(got.calls[0].awaited[0].peer == task_id{7});
    CHECK(got.calls[0].awaited[0].tag == tag{-3});
    CHECK(got.calls[0].awaited[0].size_bytes == 9);
    CHECK_FALSE(got.calls[0].awaited[0].under_way);
    CHECK_FALSE(got.calls[0].awaited[1].peer);
    CHECK_FALSE(got.calls[0].awaited[1].tag);
    CHECK(got.calls[0].awaited[1].under_way);
    REQUIRE(got.messages.size() == 1);
    CHECK(got.messages[0].source == task_id{8});
    CHECK(got.messages[0].size_bytes == 1ull << 40);
    CHECK(got.message_count == 11);
    CHECK(got.idle == sent.idle);
}

TEST_CASE("a report of an unknown kind of call is read as some other call") {
    control::Report report;
    report.add_calls()->set_kind(99);
    CHECK(from_wire(report).calls.at(0).what == blocked_call::kind::other);
    CHECK_FALSE(from_wire(report).idle);  // a task of an earlier version does not say it
}

}  // namespace wait_report_wire_test

#include "libnet/joining/wait_report_wire.hpp"

#include "libnet/joining/control.pb.h"

namespace banyan::net::detail {

void to_wire(const wait_snapshot& seen, control::Report& report) {
    for (const auto& call : seen.calls) {
        auto& entry = *report.add_calls();
        entry.set_kind(static_cast<int>(call.what));
        entry.set_awaited_count(static_cast<std::uint32_t>(call.awaited_count));
        entry.set_seconds(call.waited.count());
        for (const auto& message : call.awaited) {
            auto& awaited = *entry.add_awaited();
            awaited.set_send(message.send);
            awaited.set_peer(message.peer.value_or(task_id{}).value);
            awaited.set_any_tag(!message.tag);
            awaited.set_tag(message.tag.value_or(net::tag{}).value);
            awaited.set_context(message.context.value);
            awaited.set_bytes(message.size_bytes);
            awaited.set_under_way(message.under_way);
        }
    }
    for (const auto& message : seen.messages) {
        auto& entry = *report.add_messages();
        entry.set_source(message.source.value);
        entry.set_tag(message.tag.value);
        entry.set_context(message.context.value);
        entry.set_bytes(message.size_bytes);
    }
    report.set_message_count(seen.message_count);
    report.set_idle(seen.idle);
}

wait_snapshot from_wire(const control::Report& report) {
    wait_snapshot seen;
    for (const auto& entry : report.calls()) {
        auto& call = seen.calls.emplace_back();
        if (entry.kind() >= 0 && entry.kind() <= static_cast<int>(blocked_call::kind::collective))
            call.what = static_cast<blocked_call::kind>(entry.kind());
        call.awaited_count = entry.awaited_count();
        call.waited = std::chrono::duration<double>(entry.seconds());
        for (const auto& awaited : entry.awaited()) {
            auto& message = call.awaited.emplace_back();
            message.send = awaited.send();
            if (awaited.peer() != 0) message.peer = task_id{awaited.peer()};
            if (!awaited.any_tag()) message.tag = net::tag{awaited.tag()};
            message.context = context_id{awaited.context()};
            message.size_bytes = awaited.bytes();
            message.under_way = awaited.under_way();
        }
    }
    for (const auto& entry : report.messages())
        seen.messages.push_back(
            {task_id{entry.source()}, net::tag{entry.tag()}, context_id{entry.context()}, entry.bytes()});
    seen.message_count = report.message_count();
    seen.idle = report.idle();
    return seen;
}

}  // namespace banyan::net::detail

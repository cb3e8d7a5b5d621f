#include "libnet/runtime/wait_report.hpp"

#include <algorithm>

#include "libnet/runtime/control.pb.h"
#include "libnet/runtime/postbox.hpp"

namespace banyan::net::detail {
namespace {

awaited_message awaited_of(const operation& op) {
    awaited_message awaited;
    awaited.send = op.what == operation::kind::send;
    if (awaited.send) {
        awaited.peer = op.to.task;
        awaited.tag = op.to.tag;
        awaited.context = op.to.context;
        awaited.size_bytes = op.payload.size_bytes();
        return awaited;
    }
    awaited.peer = op.from.source;
    awaited.tag = op.from.tag;
    awaited.context = op.from.context;
    awaited.under_way = op.arriving != nullptr;
    if (awaited.under_way) {
        awaited.peer = op.arriving->info.source;
        awaited.tag = op.arriving->info.tag;
        awaited.size_bytes = op.arriving->info.size_bytes;
    }
    return awaited;
}

void add(blocked_call& call, const awaited_message& awaited) {
    if (call.awaited_count++ < blocked_call::most_listed) call.awaited.push_back(awaited);
}

blocked_call call_of(const waiter& w, deadline::clock::time_point now) {
    using kind = blocked_call::kind;
    blocked_call call;
    call.what = w.about.what;
    if (w.since != deadline::clock::time_point{}) call.waited = now - w.since;
    if (call.what == kind::probe) {
        const auto& from = *static_cast<const selector*>(w.about.object);
        add(call, {.peer = from.source, .tag = from.tag, .context = from.context});
    } else if (call.what == kind::wait_any) {
        const auto& list = *static_cast<const operation_list*>(w.about.object);
        for (std::size_t i = 0; i < list.count; ++i)
            if (const operation* op = list.nth(list.first, i); op && !op->done) add(call, awaited_of(*op));
    } else if (call.what != kind::other) {
        const auto& op = *static_cast<const operation*>(w.about.object);
        if (!op.done) add(call, awaited_of(op));
    }
    return call;
}

}  // namespace

wait_snapshot postbox::waits_now() const {
    wait_snapshot seen;
    const auto now = deadline::clock::now();
    if (leader_) seen.calls.push_back(call_of(*leader_, now));
    for (const waiter* w : followers_)
        seen.calls.push_back(call_of(*w, now));
    std::vector<const incoming*> waiting;
    protocol_.for_each_waiting([&](const incoming& message) {
        if (message.where != incoming::stage::lost) waiting.push_back(&message);
    });
    seen.message_count = waiting.size();
    const auto listed = waiting.begin() + static_cast<std::ptrdiff_t>(std::min(waiting.size(), seen.most_listed));
    std::partial_sort(waiting.begin(), listed, waiting.end(),
                      [](const incoming* a, const incoming* b) { return a->sequence < b->sequence; });
    std::transform(waiting.begin(), listed, std::back_inserter(seen.messages), [](const incoming* m) {
        return unmatched_message{m->info.source, m->info.tag, m->context, m->info.size_bytes};
    });
    return seen;
}

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
    return seen;
}

}  // namespace banyan::net::detail

#include "libnet/messaging/wait_report.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "libnet/messaging/mailbox_impl.hpp"

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

// 0 if the system does not tell.
std::size_t threads_of_process() {
    std::error_code failed;
    std::size_t count = 0;
    std::filesystem::directory_iterator thread("/proc/self/task", failed);
    for (; !failed && thread != std::filesystem::directory_iterator(); thread.increment(failed))
        ++count;
    return failed ? 0 : count;
}

// False while a connection to the peer is being made or a part of a frame has been moved.
bool has_nothing_in_transit(const channel& peer) {
    if (peer.where == channel::state::lost) return true;
    return peer.where != channel::state::wanted && !peer.stream.wants_write() && peer.stream.between_frames();
}

}  // namespace

// The threads of the library that never wait for messages are not counted: that of the driver, which calls this, and
// that of the flusher.
bool mailbox_impl::is_idle() const {
    std::size_t blocked = 0;
    bool continues = !failures_.next_check().is_never();  // a failure of a peer will be reported
    progress_.for_each_waiter([&](const waiter& w) {
        ++blocked;
        continues |= !w.until.is_never() || w.done();
    });
    const std::size_t own_threads = flusher_.has_thread() ? 2 : 1;
    return !continues && protocol_.channels().all_of(has_nothing_in_transit) && links_.all_delivered() &&
           threads_of_process() == blocked + own_threads;
}

wait_snapshot mailbox_impl::waits_now() const {
    wait_snapshot seen;
    const auto now = deadline::clock::now();
    progress_.for_each_waiter([&](const waiter& w) {
        if (w.is_reported()) seen.calls.push_back(call_of(w, now));
    });
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
    seen.idle = is_idle();
    return seen;
}

}  // namespace banyan::net::detail

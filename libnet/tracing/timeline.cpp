#include "libnet/tracing/timeline.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <utility>

#include "libnet/tracing/message_pairs.hpp"

namespace banyan::net::tracing {
namespace {

/// For each trace and each receive in it: when its message was sent, on the common clock.
using send_times = std::vector<std::vector<std::optional<nanoseconds>>>;

// The alignment of each host's clock to that of rank 0's host.
std::map<host_id, clock_alignment> alignments_of(std::span<const task_trace> traces) {
    std::map<host_id, clock_alignment> found;
    for (const task_trace& t : traces)
        if (!t.clock.empty()) found.try_emplace(t.host, t.clock);
    return found;
}

void move_to_common_clock(task_trace& t, const clock_alignment& clock) {
    for (nanoseconds* time : {&t.begin, &t.end})
        *time = clock.to_other(*time);
    for (auto& m : t.sent)
        m.at = clock.to_other(m.at);
    for (auto& m : t.received) {
        m.issued = clock.to_other(m.issued);
        m.ended = clock.to_other(m.ended);
    }
    for (auto& b : t.blocked) {
        b.begin = clock.to_other(b.begin);
        b.end = clock.to_other(b.end);
    }
}

// Adds the time between two blocked intervals.
void add_computing(std::vector<interval>& list, nanoseconds begin, nanoseconds end, std::uint16_t thread) {
    if (end > begin) list.push_back({.begin = begin, .end = end, .thread = thread});
}

// The time of the last send that the blocked interval waited for, from its receives in the order of their ends.
class send_finder {
  public:
    send_finder(const task_trace& trace, const std::vector<std::optional<nanoseconds>>& sends)
        : trace_(trace), sends_(sends) {
        for (std::size_t i = 0; i < trace.received.size(); ++i) {
            by_order_[trace.received[i].order] = i;
            by_end_.push_back(i);
        }
        std::sort(by_end_.begin(), by_end_.end(), [&](std::size_t a, std::size_t b) { return ended(a) < ended(b); });
    }

    [[nodiscard]] std::optional<nanoseconds> last_send(const blocked_interval& b) const {
        if (b.receive != 0) {
            const auto found = by_order_.find(b.receive);
            return found == by_order_.end() ? std::nullopt : sends_[found->second];
        }
        std::optional<nanoseconds> last;
        const auto first = std::lower_bound(by_end_.begin(), by_end_.end(), b.begin,
                                            [&](std::size_t i, nanoseconds t) { return ended(i) < t; });
        for (auto i = first; i != by_end_.end() && ended(*i) <= b.end; ++i)
            if (sends_[*i]) last = std::max(last.value_or(*sends_[*i]), *sends_[*i]);
        return last;
    }

  private:
    [[nodiscard]] nanoseconds ended(std::size_t i) const { return trace_.received[i].ended; }

    const task_trace& trace_;
    const std::vector<std::optional<nanoseconds>>& sends_;
    std::map<std::uint64_t, std::size_t> by_order_;
    std::vector<std::size_t> by_end_;
};

interval blocked_part(const blocked_interval& b, nanoseconds begin) {
    return {.begin = begin,
            .end = std::max(begin, b.end),
            .thread = b.thread,
            .is_blocked = true,
            .kind = b.kind,
            .context = b.context,
            .tag = b.tag};
}

std::vector<interval> intervals_with(const task_trace& trace, const send_finder* sends) {
    std::vector<const blocked_interval*> sorted;
    for (const auto& b : trace.blocked)
        sorted.push_back(&b);
    std::stable_sort(sorted.begin(), sorted.end(), [](const auto* a, const auto* b) {
        return std::pair(a->thread, a->begin) < std::pair(b->thread, b->begin);
    });
    std::vector<interval> list;
    nanoseconds at = trace.begin;
    std::uint16_t thread = 0;
    for (const blocked_interval* b : sorted) {
        if (b->thread != thread) {
            if (thread == 0) add_computing(list, at, trace.end, 0);
            thread = b->thread;
            at = b->begin;
        }
        add_computing(list, at, b->begin, thread);
        list.push_back(blocked_part(*b, std::max(at, b->begin)));
        interval& added = list.back();
        const auto sent = sends ? sends->last_send(*b) : std::nullopt;
        if (sent) added.algorithmic = algorithmic_part(added.begin, added.end, *sent);
        at = added.end;
    }
    if (thread == 0) add_computing(list, at, trace.end, 0);
    return list;
}

void add_messages(timeline& result, std::span<const task_trace> traces, send_times& sends) {
    const pairing found = pair_messages(traces);
    result.unpaired_sends = found.unpaired_sends;
    result.unpaired_receives = found.unpaired_receives;
    for (const auto& [from, to] : found.pairs) {
        const sent_message& s = traces[from.trace].sent[from.index];
        const received_message& r = traces[to.trace].received[to.index];
        sends[to.trace][to.index] = s.at;
        result.messages.push_back({.sender = from.trace,
                                   .receiver = to.trace,
                                   .sending_thread = s.thread,
                                   .receiving_thread = r.thread,
                                   .sent = s.at,
                                   .received = r.ended,
                                   .bytes = s.bytes,
                                   .context = s.context,
                                   .tag = s.tag});
    }
}

}  // namespace

int tree_level(int rank) {
    return std::popcount(static_cast<unsigned>(rank));
}

nanoseconds algorithmic_part(nanoseconds begin, nanoseconds end, nanoseconds sent) {
    return std::clamp<nanoseconds>(sent - begin, 0, end - begin);
}

std::vector<interval> intervals_of(const task_trace& trace) {
    return intervals_with(trace, nullptr);
}

timeline make_timeline(std::vector<task_trace> traces) {
    std::sort(traces.begin(), traces.end(), [](const auto& a, const auto& b) { return a.rank < b.rank; });
    for (const auto& [host, clock] : alignments_of(traces))
        for (task_trace& t : traces)
            if (t.host == host) move_to_common_clock(t, clock);
    timeline result;
    send_times sends;
    for (const task_trace& t : traces)
        sends.emplace_back(t.received.size());
    add_messages(result, traces, sends);
    for (std::size_t i = 0; i < traces.size(); ++i) {
        const task_trace& t = traces[i];
        const send_finder finder(t, sends[i]);
        result.tasks.push_back(
            {t.rank, t.task, t.host, t.begin, t.end, intervals_with(t, &finder), t.dropped, t.clock});
    }
    return result;
}

}  // namespace banyan::net::tracing

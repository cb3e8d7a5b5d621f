#include "libnet/tracing/message_pairs.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace banyan::net::tracing {
namespace {

/// Sender, receiver, context and tag.
using stream_key = std::tuple<task_id, task_id, context_id, net::tag>;

struct stream {
    std::vector<event_place> sends;
    std::vector<event_place> receives;
};

using stream_map = std::map<stream_key, stream>;

void add_sends(stream_map& streams, std::span<const task_trace> traces, std::size_t at) {
    const task_trace& trace = traces[at];
    for (std::size_t i = 0; i < trace.sent.size(); ++i) {
        const sent_message& m = trace.sent[i];
        if (!m.withdrawn) streams[{trace.task, m.to, m.context, m.tag}].sends.push_back({at, i});
    }
}

// Returns the number of receives that cannot be paired, because an earlier one may be missing.
std::uint64_t add_receives(stream_map& streams, std::span<const task_trace> traces, std::size_t at) {
    const task_trace& trace = traces[at];
    std::uint64_t after_gap = 0;
    for (std::size_t i = 0; i < trace.received.size(); ++i) {
        const received_message& m = trace.received[i];
        if (m.order >= trace.first_dropped_receive)
            ++after_gap;
        else
            streams[{m.from, trace.task, m.context, m.tag}].receives.push_back({at, i});
    }
    return after_gap;
}

}  // namespace

pairing pair_messages(std::span<const task_trace> traces) {
    pairing found;
    stream_map streams;
    for (std::size_t at = 0; at < traces.size(); ++at) {
        add_sends(streams, traces, at);
        found.unpaired_receives += add_receives(streams, traces, at);
    }
    for (auto& [key, s] : streams) {
        std::stable_sort(s.receives.begin(), s.receives.end(), [&](const event_place& a, const event_place& b) {
            return traces[a.trace].received[a.index].order < traces[b.trace].received[b.index].order;
        });
        const std::size_t both = std::min(s.sends.size(), s.receives.size());
        for (std::size_t i = 0; i < both; ++i)
            found.pairs.push_back({s.sends[i], s.receives[i]});
        found.unpaired_sends += s.sends.size() - both;
        found.unpaired_receives += s.receives.size() - both;
    }
    std::sort(found.pairs.begin(), found.pairs.end(),
              [](const message_pair& a, const message_pair& b) { return a.receive < b.receive; });
    return found;
}

}  // namespace banyan::net::tracing

// Pairs the sends and receives of all tasks after a run. Pure functions.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "libnet/tracing/task_trace.hpp"

namespace banyan::net::tracing {

/// A place in the traces of a run: `index` in the list of sends or receives of trace `trace`.
struct event_place {
    std::size_t trace = 0;
    std::size_t index = 0;
    friend auto operator<=>(const event_place&, const event_place&) = default;
};

struct message_pair {
    event_place send;
    event_place receive;
    friend auto operator<=>(const message_pair&, const message_pair&) = default;
};

struct pairing {
    std::vector<message_pair> pairs;   ///< in the order of their receives
    std::uint64_t unpaired_sends = 0;  ///< without those that were withdrawn
    std::uint64_t unpaired_receives = 0;
};

/// Messages of a pair of tasks with the same context and tag are received in the order of sending. So the k-th send
/// that was not withdrawn belongs to the k-th receive, in the order in which the receives were started. A send that is
/// not paired was not received, or its receive was not recorded. There is one exception: if a receive is cancelled
/// while its message arrives, the message returns to the queue, and the pairs of later messages with the same context
/// and tag may be exchanged.
pairing pair_messages(std::span<const task_trace> traces);

}  // namespace banyan::net::tracing

// What one task records in a run with tracing. Plain values. Times are CLOCK_MONOTONIC of the task's host.
#pragma once

#include <cstdint>
#include <deque>
#include <limits>
#include <vector>

#include "banyan/net/ids.hpp"
#include "libnet/tracing/clock_alignment.hpp"

namespace banyan::net::tracing {

/// What a blocked call waits for, as in the wait reports of the messaging layer.
enum class wait_kind : unsigned char { other, receive, send, probe, wait_any, collective };
inline constexpr int wait_kinds = 6;

/// A send that a program has started.
struct sent_message {
    nanoseconds at = 0;
    std::uint64_t bytes = 0;
    task_id to{};
    context_id context{};
    net::tag tag{};
    std::uint16_t thread = 0;
    bool withdrawn = false;  ///< cancelled, timed out or failed before its receiver could take it
    friend bool operator==(const sent_message&, const sent_message&) = default;
};

/// A receive that has taken a message. Receives of one source, context and tag take its messages in the order of
/// sending if they are sorted by `order`.
struct received_message {
    nanoseconds issued = 0;
    nanoseconds ended = 0;
    std::uint64_t bytes = 0;
    std::uint64_t order = 0;  ///< a receive that starts later, or a later claim, has a higher number; from 1
    task_id from{};
    context_id context{};
    net::tag tag{};
    std::uint16_t thread = 0;  ///< that ended it
    friend bool operator==(const received_message&, const received_message&) = default;
};

/// The time from when a call began to block until it returned.
struct blocked_interval {
    nanoseconds begin = 0;
    nanoseconds end = 0;
    std::uint64_t receive = 0;  ///< `order` of the one receive that the call waited for; 0: none, or several operations
    context_id context{};
    net::tag tag{};
    std::uint16_t thread = 0;
    wait_kind kind = wait_kind::other;
    friend bool operator==(const blocked_interval&, const blocked_interval&) = default;
};

/// The trace of one task. Each list is in the order of recording.
struct task_trace {
    task_id task{};
    int rank = 0;
    int size = 1;
    host_id host{};
    nanoseconds begin = 0;
    nanoseconds end = 0;  ///< of recording: the end of the session, or the time when the memory was full
    std::deque<sent_message> sent;
    std::deque<received_message> received;
    std::deque<blocked_interval> blocked;
    std::vector<clock_reading> clock;  ///< readings of the clock of rank 0's host; empty on that host
    std::uint64_t dropped = 0;         ///< events that were not recorded because the memory was full
    /// Receives from this order on may be missing from the list.
    std::uint64_t first_dropped_receive = std::numeric_limits<std::uint64_t>::max();
};

}  // namespace banyan::net::tracing

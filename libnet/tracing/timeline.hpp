// The computing and blocked intervals of all tasks of a run, on one clock. Pure functions.
#pragma once

#include <span>
#include <vector>

#include "libnet/tracing/task_trace.hpp"

namespace banyan::net::tracing {

/// A part of the time of one thread of a task. Times are those of the clock of rank 0's host.
struct interval {
    nanoseconds begin = 0;
    nanoseconds end = 0;
    std::uint16_t thread = 0;
    bool is_blocked = false;  ///< otherwise the thread computes
    wait_kind kind = wait_kind::other;
    context_id context{};
    net::tag tag{};
    /// In a blocked interval, the time from its beginning until the message that it waited for was sent; 0 if the send
    /// came first. The rest of the interval is non-algorithmic blocking.
    nanoseconds algorithmic = 0;
    [[nodiscard]] nanoseconds length() const { return end - begin; }
};

/// A message whose send and receive are known. `sender` and `receiver` are places in timeline::tasks.
struct message_line {
    std::size_t sender = 0;
    std::size_t receiver = 0;
    std::uint16_t sending_thread = 0;
    std::uint16_t receiving_thread = 0;
    nanoseconds sent = 0;
    nanoseconds received = 0;
    std::uint64_t bytes = 0;
    context_id context{};
    net::tag tag{};
};

struct task_timeline {
    int rank = 0;
    task_id task{};
    host_id host{};
    nanoseconds begin = 0;
    nanoseconds end = 0;
    std::vector<interval> intervals;  ///< of each thread without gaps, in order of thread and time
    std::uint64_t dropped = 0;
    std::vector<clock_reading> clock;
};

struct timeline {
    std::vector<task_timeline> tasks;  ///< in order of rank
    std::vector<message_line> messages;
    std::uint64_t unpaired_sends = 0;
    std::uint64_t unpaired_receives = 0;
};

/// The level of a rank in the hypercube tree with root 0: the number of its 1 bits.
int tree_level(int rank);

/// The algorithmic part of a blocked interval that waited for messages sent at `sent`, on the same clock.
nanoseconds algorithmic_part(nanoseconds begin, nanoseconds end, nanoseconds sent);

/// Computing and blocked intervals of one trace, on its own clock, with `algorithmic` = 0. The first thread's time is
/// that of the trace; that of another one begins with its first blocked interval and ends with its last.
std::vector<interval> intervals_of(const task_trace& trace);

/// The clock of each host is aligned by the traces that have readings; all traces of a host use the same readings. An
/// interval that waited for one receive takes its send, and one that waited for several the last send of those that
/// ended in it.
timeline make_timeline(std::vector<task_trace> traces);

}  // namespace banyan::net::tracing

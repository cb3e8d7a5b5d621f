// Reports of tasks on what they wait for, for tests.
#pragma once

#include <chrono>
#include <cstdint>
#include <utility>
#include <vector>

#include "daemon/client/task_waits.hpp"

namespace banyan::testing {

/// Rank r is the task r + 1.
inline net::task_id task_of(int rank) {
    return net::task_id{static_cast<std::uint32_t>(rank) + 1};
}

inline net::detail::awaited_message from_rank(int rank, int tag = 1) {
    net::detail::awaited_message made;
    made.peer = task_of(rank);
    made.tag = net::tag{tag};
    return made;
}

inline net::detail::awaited_message from_any_rank() {
    return {};
}

inline net::detail::awaited_message to_rank(int rank, std::uint64_t bytes) {
    auto made = from_rank(rank);
    made.send = true;
    made.size_bytes = bytes;
    return made;
}

using call_kind = net::detail::blocked_call::kind;

inline net::detail::blocked_call blocked_in(call_kind what, std::vector<net::detail::awaited_message> awaited,
                                            double seconds = 10) {
    net::detail::blocked_call call;
    call.what = what;
    call.awaited = std::move(awaited);
    call.awaited_count = call.awaited.size();
    call.waited = std::chrono::duration<double>(seconds);
    return call;
}

/// An idle task whose only thread is blocked in this call.
inline daemon::task_waits idle_task(int rank, net::detail::blocked_call call) {
    daemon::task_waits made;
    made.task.task = task_of(rank);
    made.task.rank = rank;
    made.task.host = "a";
    made.what = daemon::task_waits::answer::answered;
    made.seen.calls.push_back(std::move(call));
    made.seen.idle = true;
    return made;
}

/// Receives from this rank.
inline daemon::task_waits receiver(int rank, int source, double seconds = 10) {
    return idle_task(rank, blocked_in(call_kind::receive, {from_rank(source)}, seconds));
}

/// A task that is in no call of the library.
inline daemon::task_waits computing_task(int rank) {
    auto made = idle_task(rank, {});
    made.seen.calls.clear();
    made.seen.idle = false;
    return made;
}

/// The same tasks `seconds` later, in the same calls.
inline std::vector<daemon::task_waits> seconds_later(std::vector<daemon::task_waits> tasks, double seconds) {
    for (auto& each : tasks)
        for (auto& call : each.seen.calls)
            call.waited += std::chrono::duration<double>(seconds);
    return tasks;
}

}  // namespace banyan::testing

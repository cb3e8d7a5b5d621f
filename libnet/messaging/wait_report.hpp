// What a task waits for and which messages wait in it, as reported to its daemon. Plain values.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "banyan/net/message.hpp"

namespace banyan::net::detail {

/// A message that a blocked call waits to receive or to send.
struct awaited_message {
    bool send = false;
    std::optional<task_id> peer;  ///< empty: any task
    std::optional<net::tag> tag;  ///< empty: any tag
    context_id context{};
    std::uint64_t size_bytes = 0;  ///< of a send, or of the message that was matched
    bool under_way = false;        ///< matched: its bytes are arriving
};

/// One thread that is blocked in a call.
struct blocked_call {
    enum class kind : unsigned char { other, receive, send, probe, wait_any, collective };
    static constexpr std::size_t most_listed = 8;

    kind what = kind::other;
    std::vector<awaited_message> awaited;  ///< the first few
    std::size_t awaited_count = 0;
    std::chrono::duration<double> waited{};  ///< 0: for less than a few microseconds
};

/// A message that has arrived before a receive for it.
struct unmatched_message {
    task_id source;
    net::tag tag;
    context_id context;
    std::uint64_t size_bytes = 0;
};

struct wait_snapshot {
    static constexpr std::size_t most_listed = 8;

    std::vector<blocked_call> calls;          ///< empty: the task computes
    std::vector<unmatched_message> messages;  ///< the first few that arrived
    std::size_t message_count = 0;
    /// The task does nothing until bytes of a peer arrive: each thread of the program is blocked in a call without a
    /// deadline, and the task has no message in transit. False if the process has other threads, such as idle ones.
    bool idle = false;
};

}  // namespace banyan::net::detail

// Records the events of one task: messages, and the intervals in which its calls block.
#pragma once

#include <cstddef>
#include <thread>
#include <vector>

#include "libnet/tracing/task_trace.hpp"

namespace banyan::net::tracing {

/// False in a library that is compiled without the code that records. bench/tracing measures what this code costs in
/// runs without tracing.
#ifdef BANYAN_WITHOUT_TRACING
inline constexpr bool is_compiled_in = false;
#else
inline constexpr bool is_compiled_in = true;
#endif

/// The time of CLOCK_MONOTONIC.
nanoseconds now();

/// Memory is allocated as events are recorded, up to a limit. When the limit is reached or no memory is left, recording
/// ends for good and later events are only counted. So each list contains all events up to its last one.
///
/// Thread rule: one thread at a time, the holder of the mailbox's lock. Never blocks.
class recorder {
  public:
    /// The time counts from now.
    explicit recorder(std::size_t most_bytes);
    /// The time counts from now. Called before the first event.
    void restart() { trace_.begin = now(); }

    /// Returns a number for send_withdrawn().
    [[nodiscard]] std::int64_t send_started(task_id to, context_id context, net::tag tag, std::uint64_t bytes) noexcept;
    void send_withdrawn(std::int64_t number) noexcept;
    /// Returns the time, which is the `issued` of receive_ended().
    [[nodiscard]] nanoseconds receive_started() noexcept;
    /// `message` without `ended` and `thread`.
    void receive_ended(received_message message) noexcept;
    /// `interval` without `end` and `thread`; it ends now. If it follows the previous one of the same thread
    /// within 5 us, and no operation has been started between them, they are two steps of one wait and become one.
    void blocked(blocked_interval interval) noexcept;

    [[nodiscard]] bool is_full() const { return full_; }
    /// Ends recording and returns the events. The rest of `task_trace` is left to the caller.
    [[nodiscard]] task_trace take() noexcept;

  private:
    /// The last blocked interval of a thread.
    struct thread_state {
        std::thread::id id;
        std::size_t last = 0;      // 1 + its place in `blocked`; 0: none
        std::uint64_t starts = 0;  // starts_ when it ended
    };

    template <class Event>
    bool add(std::deque<Event>& list, const Event& event, nanoseconds ends) noexcept;
    void drop(nanoseconds ends) noexcept;
    bool extend(thread_state& mine, const blocked_interval& interval) noexcept;
    std::uint16_t thread_number() noexcept;

    const std::size_t most_bytes_;
    std::size_t used_bytes_ = 0;
    bool full_ = false;
    std::uint64_t starts_ = 0;  // operations started so far
    std::vector<thread_state> threads_;
    task_trace trace_;
};

}  // namespace banyan::net::tracing

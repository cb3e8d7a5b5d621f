// Decides which short sends are coalesced into one write.
#pragma once

#include <chrono>
#include <cstddef>
#include <utility>

#include "banyan/net/message.hpp"

namespace banyan::net::detail {

/// If a program sends short messages faster than they can be written one by one, writing several together is faster.
/// The first messages of such a stream leave at once, so a request or a reply is never delayed. A receive that finds
/// its message does not end the stream, so a task that passes on a stream of messages writes several together too.
/// Coalesced sends leave with any other call of the mailbox, when they are enough for one write, or after `most_delay`.
///
/// Thread rule: the mailbox's lock guards it. Pure: the caller passes the clock, which is read only where it matters.
class coalescing {
  public:
    using time_point = deadline::clock::time_point;
    using microseconds = std::chrono::microseconds;

    /// The longest message that may wait for the next.
    static constexpr std::size_t short_bytes = 1024;
    static constexpr microseconds most_delay{100};

    /// Call it for each short send; true when the message has to wait for the next. `clock()` returns the time.
    template <class Clock>
    bool add(std::size_t bytes, Clock clock) {
        if (++stream_length_ < sent_at_once) return false;
        const time_point now = clock();
        const auto gap = now - std::exchange(last_send_, now);
        if (stream_length_ == sent_at_once) return false;
        if (gap >= longest_gap) {
            end_stream();
            return false;
        }
        if (waiting_bytes_ == 0) waiting_since_ = now;
        waiting_bytes_ += bytes;
        return waiting_bytes_ < enough_bytes && !is_overdue(now);
    }
    /// The program has made another call, or a receive that found no message: it may wait for a reply.
    void end_stream() { stream_length_ = 0; }
    /// All waiting messages have been given to the links.
    void set_flushed() { waiting_bytes_ = 0; }

    [[nodiscard]] bool is_waiting() const { return waiting_bytes_ > 0; }
    [[nodiscard]] bool is_overdue(time_point now) const { return is_waiting() && now - waiting_since_ >= most_delay; }

  private:
    static constexpr microseconds longest_gap{10};          // between two sends of a stream
    static constexpr unsigned sent_at_once = 8;             // messages at the start of a stream
    static constexpr std::size_t enough_bytes = 12u << 10;  // more in one write saves nothing

    unsigned stream_length_ = 0;
    std::size_t waiting_bytes_ = 0;
    time_point last_send_{}, waiting_since_{};
};

}  // namespace banyan::net::detail

// The thread that completes buffered sends while the program computes.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <thread>

#include "libnet/base/wake_event.hpp"

namespace banyan::net::detail {

/// The first request starts its thread, with all signals blocked. The thread sleeps until a flush is requested, calls
/// `flush` after 0.1 ms, and repeats it while work is left: every 0.1 ms while bytes wait to be written, otherwise with
/// pauses that double up to 4 ms while buffered sends wait for their peers.
///
/// Thread rule: the mailbox's lock guards due_, pause_ and no_thread_. The callers of flush_soon(), complete_sends(),
/// is_due(), has_thread() and pause_after() hold it. thread_ is used by the callers of flush_soon(), complete_sends()
/// and has_thread(), and by stop(), which is called last and without the lock. Any thread may use ending_ and wake_.
/// Only run() and stop() block.
class background_flusher {
  public:
    using microseconds = std::chrono::microseconds;

    /// The work that remains after a flush.
    struct left_over {
        bool writes = false;  ///< bytes that could not be written yet, or coalesced sends
        bool sends = false;   ///< buffered sends, while no thread of the program makes progress
        bool moved = false;   ///< the flush has moved bytes
        bool failed = false;  ///< the system had no memory for the flush
    };
    static constexpr microseconds shortest_pause{100}, longest_pause{4'000};

    /// `flush` returns the pause before its next call, or 0 to wait for a request. The thread calls it without the
    /// lock. It must not wait for a thread that destroys the flusher.
    explicit background_flusher(std::function<microseconds()> flush) : flush_(std::move(flush)) {}
    ~background_flusher() { stop(); }
    background_flusher(const background_flusher&) = delete;
    background_flusher& operator=(const background_flusher&) = delete;

    /// Requests a flush in 0.1 ms. Returns false if the system has no thread for it: then the caller has to flush.
    [[nodiscard]] bool flush_soon();
    /// Requests flushes until no buffered send is left. If the system has no thread for it, they leave with the next
    /// call of the program.
    void complete_sends();
    /// True while a call of `flush` is certain to follow.
    [[nodiscard]] bool is_due() const { return due_; }
    [[nodiscard]] bool has_thread() const { return thread_.joinable(); }
    /// Computes what `flush` returns.
    [[nodiscard]] microseconds pause_after(left_over left);
    /// Ends the thread. No request may follow.
    void stop();

  private:
    bool request();
    void run();

    std::function<microseconds()> flush_;
    bool due_ = false;
    bool no_thread_ = false;
    microseconds pause_{};
    std::atomic<bool> ending_{false};
    wake_event wake_;
    std::thread thread_;
};

}  // namespace banyan::net::detail

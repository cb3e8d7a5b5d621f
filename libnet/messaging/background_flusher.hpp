// The thread that completes buffered sends while the program computes.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <thread>

#include "libnet/base/wake_event.hpp"

namespace banyan::net::detail {

/// Its thread, which the first request starts with all signals blocked, sleeps until it is asked to flush. It then
/// calls `flush` after 0.1 ms, and again as long as that leaves something: every 0.1 ms where bytes wait to be written,
/// at pauses that double up to 4 ms where buffered sends wait for their peers and nothing moves.
///
/// Thread rule: the mailbox's lock guards due_, pause_ and no_thread_, and is held by the callers of flush_soon(),
/// complete_sends(), is_due() and pause_after(). thread_ is of the callers of flush_soon() and complete_sends(), and of
/// stop(), which is called last and without the lock. ending_ and wake_ may be used by any thread. Only the thread's
/// own function blocks, and stop().
class background_flusher {
  public:
    using microseconds = std::chrono::microseconds;

    /// What a flush has left.
    struct left_over {
        bool writes = false;  ///< bytes that could not be written yet, or coalesced sends
        bool sends = false;   ///< buffered sends for which no thread of the program makes progress
        bool moved = false;   ///< the flush has moved something
        bool failed = false;  ///< the system had no memory for it
    };
    static constexpr microseconds shortest_pause{100}, longest_pause{4'000};

    /// `flush` returns when to call it again; 0: when it is asked for. The thread calls it without the lock. It must
    /// not wait for a thread that destroys the flusher.
    explicit background_flusher(std::function<microseconds()> flush) : flush_(std::move(flush)) {}
    ~background_flusher() { stop(); }
    background_flusher(const background_flusher&) = delete;
    background_flusher& operator=(const background_flusher&) = delete;

    /// Asks for a flush in 0.1 ms. False if the system gives no thread for it: the caller has to flush.
    [[nodiscard]] bool flush_soon();
    /// Asks for flushes until no buffered send is left. Where the system gives no thread for it these leave with the
    /// next call of the program.
    void complete_sends();
    /// True while flush() is certain to be called.
    [[nodiscard]] bool is_due() const { return due_; }
    /// For flush(): what to return.
    [[nodiscard]] microseconds pause_after(left_over left);
    /// Ends the thread; nothing may be asked for any more.
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

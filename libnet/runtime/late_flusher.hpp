// A thread that writes what a mailbox has taken to send when the program does not call the mailbox again.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <thread>

#include "libnet/base/doorbell.hpp"

namespace banyan::net::detail {

/// Sleeps until it is rung; then calls `flush` after gathering::most_delay, and again as often as that asks for it or
/// when it is rung meanwhile.
/// Starts its thread, with all signals blocked, at the first ring.
class late_flusher {
  public:
    /// `flush` returns when to call it again; 0: when it is rung. It is called from the thread, and must not wait for a
    /// thread that destroys the flusher.
    explicit late_flusher(std::function<std::chrono::microseconds()> flush) : flush_(std::move(flush)) {}
    ~late_flusher() { stop(); }
    late_flusher(const late_flusher&) = delete;
    late_flusher& operator=(const late_flusher&) = delete;

    /// False if the thread cannot be started: nothing will be flushed then. From one thread at a time.
    [[nodiscard]] bool ring();
    /// Ends the thread; ring() must not be called any more.
    void stop();

  private:
    void run();

    std::function<std::chrono::microseconds()> flush_;
    std::atomic<bool> ending_{false};
    doorbell bell_;
    std::thread thread_;
};

}  // namespace banyan::net::detail

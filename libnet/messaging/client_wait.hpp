// A thread of the program that waits for a service thread.
#pragma once

#include <atomic>

#include "banyan/net/group.hpp"
#include "libnet/tracing/task_trace.hpp"

namespace banyan::net::detail {

/// Lives while a thread of the program waits for the work of a service thread (service_thread.hpp), outside the calls
/// of the mailbox. Wait reports then include the call of the service thread. A trace has no intervals of service
/// threads. Instead it records the time in which the program's thread sleeps as a blocked interval of that thread.
class client_wait {
  public:
    /// `tasks`: the group of the service thread. `clients`: the counter of its service_thread. Both must outlive this
    /// object.
    client_wait(const group& tasks, std::atomic<int>& clients) : tasks_(tasks), clients_(clients) { ++clients_; }
    /// In a run with tracing it takes the mailbox's lock, so the caller must not hold it.
    ~client_wait();
    client_wait(const client_wait&) = delete;
    client_wait& operator=(const client_wait&) = delete;

    /// The thread is about to sleep. Only the first call counts.
    void blocks();

  private:
    const group& tasks_;
    std::atomic<int>& clients_;
    tracing::nanoseconds begin_ = 0;  // 0: the thread has not slept, or nothing is recorded
};

}  // namespace banyan::net::detail

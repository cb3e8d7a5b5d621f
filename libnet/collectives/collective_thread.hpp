// The thread in which the collectives of a group run that were started without blocking.
#pragma once

#include <condition_variable>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "banyan/net/group.hpp"
#include "libnet/base/fork_count.hpp"

namespace banyan::net {

namespace detail {

/// One started collective. `mutex` guards what is below it.
struct queued_collective {
    queued_collective(const group& same, std::function<void(const group&)> f) : g(same), work(std::move(f)) {}

    /// A copy of the group, dropped by the thread that owns the request: groups are destroyed by the program's threads.
    std::optional<group> g;
    std::function<void(const group&)> work;
    const unsigned made_in = fork_count.load(std::memory_order_relaxed);
    std::mutex mutex;
    std::condition_variable ended;
    bool done = false;
    std::exception_ptr failure;

    std::shared_ptr<queued_collective> next;  ///< in the queue of a collective_thread, whose lock guards it

    void run() noexcept;
    /// False if the deadline passed first.
    bool wait(deadline until);
};

}  // namespace detail

/// Runs the queued collectives in order. Any thread may call it; the destructor waits until the queue is empty.
class collective_thread {
  public:
    /// Throws errc::resource_limit.
    collective_thread();
    ~collective_thread();
    collective_thread(const collective_thread&) = delete;
    collective_thread& operator=(const collective_thread&) = delete;

    void add(std::shared_ptr<detail::queued_collective> next);
    /// Blocks until the queue is empty. Returns at once in the thread itself. Throws errc::timeout.
    void wait_until_idle(deadline until);

  private:
    struct queue;
    static void run(const std::shared_ptr<queue>& shared);
    std::shared_ptr<queue> queue_;
    std::thread thread_;
    unsigned made_in_;  // fork_count when it was made
};

}  // namespace banyan::net

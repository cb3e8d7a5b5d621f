// The threads that carry out the non-blocking collectives of a group, and its non-blocking messages of scattered items.
#pragma once

#include <condition_variable>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "banyan/net/collective_request.hpp"
#include "libnet/base/event_descriptor.hpp"
#include "libnet/base/fork_count.hpp"

namespace banyan::net {

class collective_thread;

namespace detail {

/// One started collective. `mutex` guards what is below it.
struct queued_collective {
    queued_collective(const group& same, std::function<void(const group&)> f) : g(same), work(std::move(f)) {}
    ~queued_collective();
    queued_collective(const queued_collective&) = delete;
    queued_collective& operator=(const queued_collective&) = delete;

    /// A copy of the group, dropped by the thread that owns the request: groups are destroyed by the program's threads.
    std::optional<group> g;
    std::function<void(const group&)> work;
    /// Where it runs, if that is not the thread of its group. Dropped by the thread that owns the request, once done.
    std::unique_ptr<collective_thread> own_thread;
    const maker_process made_in;
    std::mutex mutex;
    std::condition_variable ended;
    bool done = false;
    std::exception_ptr failure;  ///< dropped by the thread that owns the request, which may still read the error
    std::optional<event_descriptor> event;  ///< readable while done; made when the program first asks for it

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

    /// Throws errc::not_attached in a child that was forked after the thread was made.
    void add(std::shared_ptr<detail::queued_collective> next);
    /// Blocks until the queue is empty. Returns at once in the thread itself. Throws errc::timeout, and
    /// errc::not_attached as add().
    void wait_until_idle(deadline until);

  private:
    struct queue;
    static void run(const std::shared_ptr<queue>& shared);
    std::shared_ptr<queue> queue_;
    std::thread thread_;
    const detail::maker_process made_in_;
};

/// Runs work(g) in a thread of its own, in parallel with the collectives of the group. Throws errc::resource_limit.
collective_request start_in_own_thread(const group& g, std::function<void(const group&)> work);

}  // namespace banyan::net

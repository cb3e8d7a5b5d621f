// Waits until sockets are readable or writable, or until another thread wakes it.
#pragma once

#include <chrono>
#include <span>
#include <vector>

#include "banyan/net/ids.hpp"
#include "banyan/net/message.hpp"

namespace banyan::net::detail {

/// A set of sockets in epoll, level-triggered: a watched socket needs no system call to be watched again, and bytes
/// that were not read are reported again. Asio's reactor is edge-triggered: it needs a system call for each wait.
///
/// Thread rule: one thread at a time; but any thread may call wake() at any time.
class link_watcher {
  public:
    /// Throws errc::resource_limit if the system has no descriptors left.
    link_watcher();
    ~link_watcher();
    link_watcher(const link_watcher&) = delete;
    link_watcher& operator=(const link_watcher&) = delete;

    static constexpr std::size_t most_found = 64;
    enum class interest : unsigned char { read, read_and_write };
    /// Watches a socket of the link to `peer`. Throws errc::resource_limit if the system has no memory for it.
    void watch(int descriptor, task_id peer, interest what = interest::read);
    /// Changes what is watched.
    void rewatch(int descriptor, task_id peer, interest what) noexcept;
    /// To be called before the descriptor is closed, because a forked child may hold its socket open.
    void unwatch(int descriptor) noexcept;

    /// Blocks until a socket has something to report, wake() was called since the last call, or `until` has passed.
    /// Rounded up to milliseconds. Appends at most most_found peers, whose sockets are readable, writable or broken, to
    /// `found`; the next call reports the others first.
    void wait(deadline until, std::vector<task_id>& found);
    /// The same without blocking.
    void poll(std::vector<task_id>& found);
    /// Ends the current wait() or the next one. Never blocks, allocates no memory.
    void wake() noexcept;

  private:
    void wait_ms(int timeout, std::vector<task_id>& found);

    const int set_;
    const int wake_;
};

}  // namespace banyan::net::detail

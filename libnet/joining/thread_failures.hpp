// Pending peer failures of the threads of one world: reports to every thread that one has failed, with any transport.
#pragma once

#include <deque>
#include <mutex>
#include <optional>
#include <vector>

#include "libnet/base/event_descriptor.hpp"
#include "libnet/messaging/loss.hpp"

namespace banyan::net::detail {

/// Shared by all threads and guarded by its mutex. Each rank has a descriptor that is readable while a loss is waiting.
class thread_failures {
  public:
    /// Throws errc::resource_limit.
    explicit thread_failures(std::size_t ranks);
    thread_failures(const thread_failures&) = delete;
    thread_failures& operator=(const thread_failures&) = delete;

    /// Adds a loss for all ranks but `lost_rank`.
    void add(std::size_t lost_rank, const loss& what);
    void add_for(std::size_t rank, const loss& what);
    std::optional<loss> take(std::size_t rank);
    [[nodiscard]] int descriptor(std::size_t rank) const { return events_[rank].number(); }

  private:
    std::deque<event_descriptor> events_;
    std::mutex mutex_;  // guards pending_
    std::vector<std::deque<loss>> pending_;
};

}  // namespace banyan::net::detail

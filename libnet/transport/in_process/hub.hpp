// Links between threads of one process: the hub, which pairs the tasks, and the driver of each mailbox.
//
// Thread rule: all threads share a hub, which its mutex guards. driver.hpp states the rule of a driver; other threads
// reach its wake event and its inbox through the hub.
#pragma once

#include <memory>
#include <mutex>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "libnet/base/wake_event.hpp"
#include "libnet/transport/driver.hpp"
#include "libnet/transport/in_process/byte_ring.hpp"

namespace banyan::net::detail {

/// One end of a pair of rings.
struct in_process_end {
    std::shared_ptr<byte_ring> in, out;
    std::shared_ptr<std::atomic<bool>> in_closed, out_closed;  // set by the writer of that ring
};

class in_process_hub {
  public:
    /// Makes the link of a pair of tasks, once; each gets its end from take_arrivals(). Returns false if one of them is
    /// not registered and the link has not been made before.
    bool connect(task_id a, task_id b);
    void join(task_id task, std::shared_ptr<wake_event> wake, std::uint64_t credit_window_bytes);
    void leave(task_id task);

    /// Wakes every sleeping task.
    void wake_all();

    struct arrival {
        task_id peer;
        in_process_end end;
        std::shared_ptr<wake_event> peer_wake;
        std::uint64_t peer_window_bytes;
    };
    std::vector<arrival> take_arrivals(task_id task);
    /// True when the end of a link to `peer` waits for take_arrivals().
    [[nodiscard]] bool has_arrival(task_id task, task_id peer);

  private:
    struct place {
        std::shared_ptr<wake_event> wake;
        std::uint64_t credit_window_bytes = 0;
        std::vector<arrival> arrivals;
    };
    std::mutex mutex_;  // guards all members below
    std::unordered_map<task_id, place> places_;
    std::set<std::pair<task_id, task_id>> pairs_;
};

/// Makes the driver of one mailbox. The task is registered in the hub until the driver is destroyed.
std::unique_ptr<driver> make_in_process_driver(std::shared_ptr<in_process_hub> hub, task_id self,
                                               std::uint64_t credit_window_bytes, driver_events& events);

}  // namespace banyan::net::detail

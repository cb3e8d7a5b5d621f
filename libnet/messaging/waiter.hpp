// One blocked call.
#pragma once

#include <chrono>
#include <functional>
#include <optional>

#include "libnet/base/wake_event.hpp"
#include "libnet/messaging/service_thread.hpp"
#include "libnet/messaging/wait_subject.hpp"
#include "libnet/protocol/operation.hpp"

namespace banyan::net::detail {

/// One blocked call. It is on the caller's stack, and the mailbox's lock guards it.
struct waiter {
    /// Called by any thread that holds the mailbox's lock; must not throw.
    const std::function<bool()>& done;
    deadline until;
    operation* detachable = nullptr;  ///< a send that is completed from a copy at `copy_at`
    deadline copy_at{};
    std::optional<wake_event> wake{};     ///< of a follower: signalled when it is done or must lead
    bool woken = false;                   ///< because it is done
    wait_subject about{};                 ///< for wait reports
    deadline::clock::time_point since{};  ///< for wait reports: when it first read the clock
    /// The number of threads that wait for the work of this service thread; nullptr in other threads.
    const std::atomic<int>* clients = service_thread::clients_of_this_thread();

    /// The time at which it must read the clock at the latest.
    [[nodiscard]] deadline alarm() const { return std::min(until.when(), copy_at.when()); }
    /// False for a service thread while no thread of the program waits for its work.
    [[nodiscard]] bool is_reported() const { return clients == nullptr || clients->load() > 0; }
};

}  // namespace banyan::net::detail

// One call that is blocked.
#pragma once

#include <chrono>
#include <functional>
#include <optional>

#include "libnet/base/wake_event.hpp"
#include "libnet/messaging/wait_subject.hpp"
#include "libnet/protocol/operation.hpp"

namespace banyan::net::detail {

/// One blocked call. Lives on the caller's stack; the mailbox's lock guards it.
struct waiter {
    /// Evaluated by any thread that holds the mailbox's lock; must not throw.
    const std::function<bool()>& done;
    deadline until;
    operation* detachable = nullptr;  ///< a send to be completed from a copy at `copy_at`
    deadline copy_at{};
    std::optional<wake_event> wake{};     ///< of a thread that follows: signalled when done, or to take the lead
    bool woken = false;                   ///< because it is done
    wait_subject about{};                 ///< for reports
    deadline::clock::time_point since{};  ///< for reports: when it first looked at the clock

    /// When it must look at the clock at the latest.
    [[nodiscard]] deadline alarm() const { return std::min(until.when(), copy_at.when()); }
};

}  // namespace banyan::net::detail

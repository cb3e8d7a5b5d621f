// Waits on behalf of a whole group: the wait ends when any member has died or failed.
#pragma once

#include <span>

#include "libnet/messaging/pending_set.hpp"

namespace banyan::net::detail {

/// What a collective does when a wait becomes long. Called by the waiting thread, which holds the mailbox's lock; any
/// thread that holds the lock may call has_news().
class group_watch {
  public:
    virtual ~group_watch() = default;
    [[nodiscard]] virtual std::span<const task_id> members() const = 0;
    /// True when messages have come that examine_messages() has not examined. Must be cheap and must not throw.
    [[nodiscard]] virtual bool has_news(mailbox_impl& box) const = 0;
    /// True when examine_messages() is due even without a long wait, because many messages have come.
    [[nodiscard]] virtual bool has_backlog(mailbox_impl& box) const = 0;
    /// Examines the unexpected messages. Throws if they show that the wait cannot end. `awaited`: the task that is
    /// waited for, or task_id{}.
    virtual void examine_messages(mailbox_impl& box, task_id awaited) = 0;
    /// The time of the next examine_messages() if no message comes.
    [[nodiscard]] virtual deadline next_check() const = 0;
    /// The wait for this task has become long.
    virtual void send_waiting(mailbox_impl& box, task_id awaited) = 0;
};

/// In a collective a task may wait for a neighbour that waits for another, and so on to one that has died. Each of
/// these neighbours fails, and may leave or continue with other work and never send. So the death of any member ends
/// the wait, and the error names that member.
struct member_wait {
    /// Blocks until all requests of the set are done, and returns nullptr, or until one has failed for another reason
    /// than the loss of a peer, and returns that operation. Throws errc::timeout, the errors of the watch, and
    /// peer_lost or host_lost for the first member that has died, or for the lost peer. The latter two are thrown 0.2 s
    /// after they are known, because a message or a better explanation may still come.
    static const operation* finish(pending_set& set, group_watch& watch, deadline until);
};

}  // namespace banyan::net::detail

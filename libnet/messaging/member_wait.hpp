// Waiting on behalf of a whole group: for messages that will not come once any member has died or failed.
#pragma once

#include <span>

#include "libnet/messaging/pending_set.hpp"

namespace banyan::net::detail {

/// What a collective does while it waits for long. Called by the waiting thread, which holds the mailbox's lock;
/// has_news() by any thread that holds it.
class group_watch {
  public:
    virtual ~group_watch() = default;
    [[nodiscard]] virtual std::span<const task_id> members() const = 0;
    /// True when messages have come that look() has not seen. Must be cheap and not throw.
    [[nodiscard]] virtual bool has_news(mailbox_impl& box) const = 0;
    /// True when so many have come that look() is due, though nothing is waited for.
    [[nodiscard]] virtual bool has_backlog(mailbox_impl& box) const = 0;
    /// Examines the messages that no receive has asked for; throws when they tell that the wait cannot end.
    /// `awaited`: the task that is waited for; task_id{} if none is.
    virtual void look(mailbox_impl& box, task_id awaited) = 0;
    /// When to call look() again though there is no news.
    [[nodiscard]] virtual deadline next_look() const = 0;
    /// The wait for this task has become long.
    virtual void tell_waiting(mailbox_impl& box, task_id awaited) = 0;
};

/// In a collective a task waits for a neighbour that may wait for another, and so on to the one that has died. Each
/// neighbour on that way fails and may leave, or go on with something else and never send. So the death of any member
/// ends the wait, and is what the error names.
struct member_wait {
    /// Blocks until all requests of the set are done, and returns nullptr, or until one has failed other than by the
    /// loss of a peer, and returns that operation. Throws errc::timeout, what the watch throws, and the peer_lost or
    /// host_lost of the first member that has died, or else of the lost peer: 0.2 s after that is known, as a message
    /// or a better explanation may be on its way.
    static const operation* finish(pending_set& set, group_watch& watch, deadline until);
};

}  // namespace banyan::net::detail

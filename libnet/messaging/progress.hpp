// Who makes progress: which of the threads that wait reads and writes the links, and how the others are woken.
#pragma once

#include <functional>
#include <vector>

#include "libnet/messaging/connections.hpp"
#include "libnet/messaging/contended_lock.hpp"
#include "libnet/messaging/leader_sleep.hpp"
#include "libnet/messaging/peer_failures.hpp"
#include "libnet/messaging/waiter.hpp"
#include "libnet/protocol/protocol.hpp"

namespace banyan::net::detail {

/// Of the threads that wait one leads: it makes progress for all and sleeps in the driver, without the lock. The others
/// follow: each sleeps at a wake event of its own until it is done, its time has come, or it becomes the leader. A
/// thread that does not wait (it starts an operation, or polls) may complete what others wait for; tell_waiters() tells
/// them. While the leader sleeps, only it may use the driver: a thread that needs the driver wakes it
/// (leader_sleep.hpp).
///
/// A call that finds at once what it wants does not look at the links, but every 16th does: else a program that always
/// finds messages of one peer would never see those of another.
///
/// Thread rule: the mailbox's lock guards all members and is held by every caller. wait_until() and sleep() block, and
/// let others in while they do.
class progress {
  public:
    struct settings {
        std::chrono::microseconds spin;          ///< how long a leader looks again before it sleeps
        std::chrono::microseconds detach_after;  ///< when a send that waits is completed from a copy
    };
    /// `lock` is the mailbox's. The references must outlive this.
    progress(const settings& chosen, contended_lock& lock, detail::protocol& protocol, connections& links,
             peer_failures& failures);

    /// How much a look counts towards the next question to the reactor, which costs more than a look.
    enum look_weight : unsigned { of_a_loop = 1, by_itself = 16 };
    /// Moves what can be moved, without blocking; true if any byte moved.
    bool make(look_weight weight = by_itself);
    /// For a call that had nothing to wait for: makes progress at every 16th.
    void make_now_and_then();
    /// For the thread of the flusher: the same as make(), whatever the driver was asked last, and with what waits for
    /// credit announced.
    bool make_in_background();

    /// Blocks until done() or the deadline; returns done(), which any thread may evaluate and which must not throw. A
    /// send given as `detachable` is completed from a copy after settings::detach_after.
    bool wait_until(const std::function<bool()>& done, deadline until, operation* detachable = nullptr,
                    wait_subject about = {});
    /// Sleeps in the driver, once. For the leader, or a thread that knows that no other waits.
    void sleep(deadline until);

    // --- a thread that does not wait
    [[nodiscard]] bool has_leader() const { return leader_ != nullptr; }
    [[nodiscard]] bool has_waiters() const { return leader_ || !followers_.empty(); }
    /// Wakes the waiting threads that are done, or needed. Before the lock is let go, while has_waiters().
    void tell_waiters();
    /// The driver's thread has delivered something, which the leader, if it sleeps, has to attend to: links to watch,
    /// or to drop, or an earlier time to look.
    void attend_to_driver();

    /// Calls f(const waiter&) for each call that is blocked, the leader's first.
    template <class F>
    void for_each_waiter(F f) const {
        if (leader_) f(*leader_);
        for (const waiter* w : followers_)
            f(*w);
    }

  private:
    bool lead(waiter& me);
    void follow(waiter& me);
    void hand_on();
    [[nodiscard]] bool queue_up(operation& send, const std::function<bool()>& done);
    bool out_of_time(waiter& me, deadline::clock::time_point now);
    void request_to_send_stuck();
    void wake_followers();
    [[nodiscard]] bool leader_needed() const;

    const settings settings_;
    contended_lock& lock_;
    detail::protocol& protocol_;
    connections& links_;
    peer_failures& failures_;

    waiter* leader_ = nullptr;
    std::vector<waiter*> followers_;
    leader_sleep sleep_;
    bool served_ = false;  // the driver's thread has brought something that a sleeping leader must attend to

    unsigned looks_ = 0;     // since the reactor was asked, by weight
    unsigned unlooked_ = 0;  // calls that had nothing to wait for since the links were looked at

    // of messages that lack credit
    unsigned stuck_looks_ = 0;
    deadline::clock::time_point next_rendezvous_{};
    bool slept_on_stuck_ = false;  // the sleep under way ends in time for it
};

}  // namespace banyan::net::detail

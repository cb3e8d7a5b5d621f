// Progress of a mailbox: one of the waiting threads reads and writes the links and wakes the others.
#pragma once

#include <functional>
#include <vector>

#include "libnet/messaging/connections.hpp"
#include "libnet/messaging/contended_lock.hpp"
#include "libnet/messaging/leader_sleep.hpp"
#include "libnet/messaging/peer_failures.hpp"
#include "libnet/messaging/waiter.hpp"
#include "libnet/protocol/protocol.hpp"
#include "libnet/tracing/recorder.hpp"

namespace banyan::net::detail {

/// One of the waiting threads is the leader: it makes progress for all and sleeps in the driver, without the lock. The
/// others are followers: each sleeps on its own wake event until it is done, its time has come, or it becomes the
/// leader. A thread that does not wait (it starts an operation, or polls) may complete operations of others;
/// wake_waiters() wakes them. While the leader sleeps, only it may use the driver: a thread that needs the driver wakes
/// the leader (leader_sleep.hpp).
///
/// A call that completes at once does not read the links, but every 16th does. Otherwise a program that always finds
/// messages of one peer would never see those of another.
///
/// Thread rule: the mailbox's lock guards all members and every caller holds it. wait_until() and sleep() block, and
/// release the lock while they do.
class progress {
  public:
    struct settings {
        std::chrono::microseconds spin;          ///< how long a leader polls before it sleeps
        std::chrono::microseconds detach_after;  ///< after this time a waiting send is completed from a copy
    };
    /// `lock` is the mailbox's. The references must outlive this object.
    progress(const settings& chosen, contended_lock& lock, detail::protocol& protocol, connections& links,
             peer_failures& failures);

    /// Records the waits that begin from now on; nullptr: no more. The recorder must outlive these waits.
    void use_trace(tracing::recorder* trace) { trace_ = trace; }
    [[nodiscard]] tracing::recorder* trace() const { return trace_; }

    /// How much a round counts towards the next poll of the reactor, which costs more than a round.
    enum round_weight : unsigned { of_a_loop = 1, by_itself = 16 };
    /// Makes one round of progress without blocking; returns true if any byte was moved.
    bool make(round_weight weight = by_itself);
    /// For a call that completed at once: makes a round of progress at every 16th call.
    void make_now_and_then();
    /// For the flusher's thread: makes a round of progress that always polls the driver, and sends rendezvous requests
    /// for messages that lack credit.
    bool make_in_background();

    /// Blocks until done() or the deadline; returns done(). Any thread may call done(), which must not throw. A send
    /// given as `detachable` is completed from a copy after settings::detach_after.
    bool wait_until(const std::function<bool()>& done, deadline until, operation* detachable = nullptr,
                    wait_subject about = {});
    /// Sleeps in the driver once. For the leader, or a thread that knows that no other waits.
    void sleep(deadline until);

    // --- for a thread that does not wait
    [[nodiscard]] bool has_leader() const { return leader_ != nullptr; }
    [[nodiscard]] bool has_waiters() const { return leader_ || !followers_.empty(); }
    /// Wakes the waiting threads that are done or needed. Called before unlock, while has_waiters().
    void wake_waiters();
    /// The driver's thread has changed something that a sleeping leader must handle: links to watch or to drop, or an
    /// earlier time to wake.
    void note_driver_change();

    /// Calls f(const waiter&) for each blocked call, the leader's first.
    template <class F>
    void for_each_waiter(F f) const {
        if (leader_) f(*leader_);
        for (const waiter* w : followers_)
            f(*w);
    }

  private:
    bool lead(waiter& me);
    void follow(waiter& me);
    void wake_next_leader();
    [[nodiscard]] bool detach_behind_others(operation& send, const std::function<bool()>& done);
    bool out_of_time(waiter& me, deadline::clock::time_point now);
    [[nodiscard]] bool reads_all_links() const;
    void send_rendezvous_requests();
    void wake_followers();
    [[nodiscard]] bool leader_needed() const;

    const settings settings_;
    contended_lock& lock_;
    detail::protocol& protocol_;
    connections& links_;
    peer_failures& failures_;
    tracing::recorder* trace_ = nullptr;

    waiter* leader_ = nullptr;
    std::vector<waiter*> followers_;
    leader_sleep sleep_;
    bool driver_changed_ = false;  // the driver's thread has changed something that a sleeping leader must handle

    unsigned rounds_ = 0;             // weight of the rounds since the last poll of the reactor
    unsigned calls_since_round_ = 0;  // calls that completed at once since the last round

    // for messages that lack credit
    unsigned rounds_without_credit_ = 0;
    deadline::clock::time_point next_rendezvous_{};
    bool sleep_ends_for_requests_ = false;  // the current sleep ends in time to request them
};

}  // namespace banyan::net::detail

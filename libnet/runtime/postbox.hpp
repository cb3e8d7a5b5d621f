// The mailbox's implementation: joins protocol, links and driver, and waits.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "banyan/net/mailbox_options.hpp"
#include "libnet/base/fork_count.hpp"
#include "libnet/protocol/protocol.hpp"
#include "libnet/runtime/attachment.hpp"
#include "libnet/runtime/gathering.hpp"
#include "libnet/runtime/late_flusher.hpp"
#include "libnet/runtime/leader_sleep.hpp"
#include "libnet/runtime/turnstile.hpp"
#include "libnet/runtime/waiting.hpp"
#include "libnet/transport/driver.hpp"

namespace banyan::net::detail {

/// Thread rule: any number of threads, one at a time inside, held apart by lock() and unlock(); everything else is
/// called by the thread that holds the lock, and all members are guarded by it. wait_until() and close() are the only
/// calls that block; they let others in while they do.
///
/// Of the threads that wait one leads: it makes progress for all and sleeps in the driver, without the lock. The others
/// follow: each sleeps at a doorbell of its own until it is done, its time has come, or the lead falls to it. A thread
/// that passes by (to start an operation, to poll) may complete what others wait for; unlock() tells them. While the
/// leader sleeps the driver is its own: whoever needs the driver then wakes it
/// (leader_sleep.hpp). A driver may have a thread of its own, which makes links and hears of losses. It enters by
/// serve(), like any thread.
///
/// Calls that find what they want here do not look at the links, but not for ever: another peer may have sent something
/// that a program which takes what is done first would never come to see.
class postbox final : public driver_events {
  public:
    /// `peers` = number of other tasks; `crowded` = this host runs more tasks than it has cores.
    postbox(task_id self, const mailbox_options& options, std::size_t peers, bool crowded);
    ~postbox() override;

    void lock() { turn_.lock(); }
    /// Wakes the waiting threads that are done, or needed.
    void unlock() {
        if (leader_ || !followers_.empty())
            tell_waiters();
        else if (protocol_.has_buffered_sends() && !late_flush_due_)
            leave_buffered_sends();
        turn_.unlock();
    }

    // --- once, before anything else, without the lock
    void use_driver(std::unique_ptr<driver> made) { driver_ = std::move(made); }
    /// Names of the tasks that may be addressed, for checks and messages; without it any task id is tried.
    void use_members(const std::vector<member>& members);
    /// Asked for losses whenever the driver reports a wake.
    void use_loss_source(std::function<std::optional<loss>()> source) { losses_ = std::move(source); }
    /// Told, with the lock held, of peers to which no link can be made: they cannot learn of it by the link.
    using give_up_handler = std::function<void(task_id peer, errc why, const std::string& text)>;
    void use_give_up_handler(give_up_handler handler) { on_give_up_ = std::move(handler); }
    /// The driver begins to deliver. Last; throws errc::resource_limit.
    void open() { driver_->start(); }
    /// The driver delivers nothing any more. Without the lock.
    void stop() { driver_->stop(); }

    [[nodiscard]] std::uint64_t credit_window_bytes() const { return protocol_.credit_window_bytes(); }
    [[nodiscard]] detail::protocol& protocol() { return protocol_; }

    // --- holding the lock
    /// Throws errc::unknown_task.
    void expect_member(task_id task) const;
    void start(operation& op);
    void start(operation& receive, incoming& claimed);
    /// Does nothing for an operation that is done. Where memory is out, the link to its peer may be ended.
    void withdraw(operation& op) noexcept;
    bool cancel(operation& op);
    void put_back(incoming& claimed) noexcept;
    /// How much a look counts towards the next question to the reactor, which costs more than a look.
    enum look_weight : unsigned { of_a_loop = 1, by_itself = 16 };
    /// Moves what can be moved, without blocking; true if any byte moved.
    bool progress(look_weight weight = by_itself);
    /// Blocks until done() or the deadline; returns done(), which any thread may evaluate and which must not throw. A
    /// send given as `detachable` is completed from a copy after mailbox_options::detach_after.
    bool wait_until(const std::function<bool()>& done, deadline until, operation* detachable = nullptr,
                    wait_subject about = {});
    /// What the threads that are blocked here wait for, and which messages wait (wait_report.cpp).
    [[nodiscard]] wait_snapshot waits_now() const;
    /// The first of the tasks that is known to have died: not one that has ended in good order, nor one whose link
    /// alone is gone. nullptr if none has.
    struct death {
        error what;
        deadline::clock::time_point known_since;
    };
    [[nodiscard]] const death* death_among(std::span<const task_id> tasks) const;
    /// Delivers what was sent, within `linger`, and drops all links.
    void close(std::chrono::milliseconds linger) noexcept;
    /// Without the lock, at exit(): delivers what has been sent (sends that have returned), within `linger`, beside
    /// other threads that may be inside; links stay. False if that was not possible, nothing if another call keeps the
    /// lock (deliver_buffered.cpp).
    std::optional<bool> deliver_buffered(std::chrono::milliseconds linger) noexcept;

    // --- at any time
    [[nodiscard]] task_id self() const { return self_; }
    [[nodiscard]] std::chrono::milliseconds linger() const { return options_.linger; }
    [[nodiscard]] bool checks_collectives() const { return options_.check_collectives; }
    /// False in a child that the task has forked, where not even the lock may be taken.
    [[nodiscard]] bool is_of_this_process() const { return made_in_ == fork_count.load(std::memory_order_relaxed); }

  private:
    struct connection {
        task_id peer;
        std::shared_ptr<link> bytes;
        frame_stream* frames;
        bool ready = true;                    // may have bytes to read
        bool write_broken = false;            // what the peer has sent is still read
        leader_sleep::watch write_watch = 0;  // the sleep that ends when there is room to write
        bool ended = false;                   // to be dropped as soon as the driver can be told
        bool untold = false;                  // ended, and the protocol was not told, for want of memory
        std::string obituary{};               // the daemon says the peer is dead: what it sent may still be on its way
        deadline bury_at{};                   // but not after this

        [[nodiscard]] bool waits_for_room() const { return frames->wants_write() && !write_broken; }
    };

    // --- waiting.cpp
    bool lead(waiter& me);
    void follow(waiter& me);
    void hand_on();
    [[nodiscard]] bool queue_up(operation& send, const std::function<bool()>& done);
    bool out_of_time(waiter& me, deadline::clock::time_point now);
    void sleep_in_driver(deadline until);
    void tell_waiters();
    void wake_followers();
    [[nodiscard]] bool leader_needed() const;

    // --- unattended.cpp
    [[nodiscard]] bool hold_back(const operation& op);
    void flush_later();
    void leave_buffered_sends();
    [[nodiscard]] bool look_late();
    std::chrono::microseconds flush_late();

    // --- driver_events
    bool on_link(task_id peer, std::shared_ptr<link> made, std::uint64_t its_window_bytes) override;
    void on_connect_failed(task_id peer, const error& why) override;
    void on_ready(task_id peer) override;
    void on_wake() override;
    void serve(const std::function<void()>& deliver) override;

    [[nodiscard]] connection* connection_to(task_id peer);
    bool receive(connection& from);
    bool take(connection& from, const moved& result);
    bool receive_all(connection& from);
    bool flush(connection& to);
    bool flush_all();
    void connect_wanted();
    void look_beyond(const operation& taken);
    void look_now_and_then();
    void end(task_id peer, errc why, const std::string& text);
    void start_now(operation& op);
    void request_to_send_stuck();
    void deliver(std::chrono::milliseconds linger);
    void end_short_of_memory(task_id peer);
    void cut_short_of_memory(task_id peer) noexcept;
    void flush_quietly() noexcept;
    void learn_of(const loss& lost);
    void mourn(connection& c, std::string obituary, deadline bury_at);
    void bury_overdue();
    void bury_unlinked();
    void drop_ended();
    [[nodiscard]] std::string name(task_id task) const;
    [[nodiscard]] std::string end_of(const connection& c, const moved& last) const;
    [[nodiscard]] bool all_delivered();

    const task_id self_;
    const unsigned made_in_;  // fork_count
    const mailbox_options options_;
    const std::chrono::microseconds spin_;
    detail::protocol protocol_;
    std::unique_ptr<driver> driver_;
    std::vector<std::unique_ptr<connection>> connections_;
    std::unordered_map<task_id, connection*> by_peer_;
    connection* recent_ = nullptr;  // the one asked for last
    std::vector<iovec> pieces_;     // for one system call
    struct ended_peer {
        task_id peer;
        errc why;
    };
    std::vector<ended_peer> ended_;  // to be dropped once nobody iterates over connections_
    std::unordered_map<task_id, std::string> names_;
    std::function<std::optional<loss>()> losses_;
    std::optional<loss> news_;  // of them, the one that is being learned of
    give_up_handler on_give_up_;
    struct unlinked_loss {
        std::string obituary;
        deadline bury_at;
    };
    std::unordered_map<task_id, unlinked_loss> unlinked_losses_;  // of tasks whose link may still come
    deadline next_burial_;                                        // the earliest bury_at
    std::vector<death> deaths_;                                   // as they became known
    unsigned looks_ = 0;                                          // since the reactor was asked, by weight
    unsigned stuck_looks_ = 0;                                    // while messages lacked credit
    deadline::clock::time_point next_rendezvous_{};               // of messages that lack it
    bool slept_on_stuck_ = false;                                 // the sleep under way ends in time for it
    unsigned unlooked_ = 0;  // calls that had nothing to wait for since the links were looked at

    gathering gathered_;
    bool full_ = false;            // a link did not take all that was there to write
    bool late_flush_due_ = false;  // late_ has been rung and will look
    bool closing_ = false;         // close() makes progress itself
    bool helpless_ = false;        // the system gives no thread
    std::chrono::microseconds late_pause_{};
    turnstile turn_;
    waiter* leader_ = nullptr;
    std::vector<waiter*> followers_;
    leader_sleep sleep_;
    bool served_ = false;  // serve() has brought something that a sleeping leader must attend to
    late_flusher late_{[this] { return flush_late(); }};
};

}  // namespace banyan::net::detail

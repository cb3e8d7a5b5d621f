// The mailbox's implementation: joins protocol, links and the threads that wait.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "banyan/net/mailbox_options.hpp"
#include "libnet/base/fork_count.hpp"
#include "libnet/messaging/background_flusher.hpp"
#include "libnet/messaging/connections.hpp"
#include "libnet/messaging/contended_lock.hpp"
#include "libnet/messaging/member_names.hpp"
#include "libnet/messaging/peer_failures.hpp"
#include "libnet/messaging/progress.hpp"
#include "libnet/protocol/protocol.hpp"
#include "libnet/transport/driver.hpp"

namespace banyan::net::detail {

/// Starts and gives up operations, and leaves the rest to its parts: progress, connections, peer_failures and
/// background_flusher.
///
/// Thread rule: any number of threads, one at a time inside, held apart by lock() and unlock(); everything else is
/// called by the thread that holds the lock, and all members are guarded by it. wait_until() and close() are the only
/// calls that block; they let others in while they do. A driver may have a thread of its own, which makes links and
/// receives losses. It enters by serve(), like any thread.
class mailbox_impl final : public driver_events {
  public:
    /// `peers` = number of other tasks; `oversubscribed` = this host runs more tasks than it has cores.
    mailbox_impl(task_id self, const mailbox_options& options, std::size_t peers, bool oversubscribed);
    ~mailbox_impl() override;

    void lock() { lock_.lock(); }
    /// Wakes the waiting threads that are done, or needed.
    void unlock() {
        if (progress_.has_waiters())
            progress_.tell_waiters();
        else if (protocol_.has_buffered_sends() && !flusher_.is_due() && !closing_)
            flusher_.complete_sends();
        lock_.unlock();
    }

    // --- once, before anything else, without the lock
    void use_driver(std::unique_ptr<driver> made) { links_.use_driver(std::move(made)); }
    /// Names of the tasks that may be addressed, for checks and messages; without it any task id is tried.
    void use_members(const std::vector<member>& members) { names_.set(members); }
    /// Asked for losses whenever the driver reports a wake.
    void use_loss_source(peer_failures::source losses) { failures_.use_source(std::move(losses)); }
    /// Told, with the lock held, of peers to which no link can be made: they cannot learn of it by the link.
    using give_up_handler = std::function<void(task_id peer, errc why, const std::string& text)>;
    void use_give_up_handler(give_up_handler handler) { on_give_up_ = std::move(handler); }
    /// The driver begins to deliver. Last; throws errc::resource_limit.
    void open() { links_.maker().start(); }
    /// The driver delivers nothing any more. Without the lock.
    void stop() { links_.stop_driver(); }

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
    /// Moves what can be moved, without blocking.
    void make_progress() { progress_.make(); }
    /// As progress::wait_until().
    bool wait_until(const std::function<bool()>& done, deadline until, operation* detachable = nullptr,
                    wait_subject about = {}) {
        return progress_.wait_until(done, until, detachable, about);
    }
    /// What the threads that are blocked here wait for, and which messages wait (wait_report.cpp).
    [[nodiscard]] wait_snapshot waits_now() const;
    [[nodiscard]] const peer_failures& failures() const { return failures_; }
    /// Delivers what was sent, within `linger`, and drops all links.
    void close(std::chrono::milliseconds linger) noexcept;
    /// Without the lock, at exit(): delivers what has been sent (sends that have returned), within `linger`, beside
    /// other threads that may be inside; links stay. False if that was not possible, nothing if another call keeps the
    /// lock.
    std::optional<bool> deliver_buffered(std::chrono::milliseconds linger) noexcept;

    // --- at any time
    [[nodiscard]] task_id self() const { return self_; }
    [[nodiscard]] std::chrono::milliseconds linger() const { return options_.linger; }
    [[nodiscard]] bool checks_collectives() const { return options_.check_collectives; }
    /// False in a child that the task has forked, where not even the lock may be taken.
    [[nodiscard]] bool is_of_this_process() const { return made_in_ == fork_count.load(std::memory_order_relaxed); }

  private:
    // --- driver_events
    bool on_link(task_id peer, std::shared_ptr<link> made, std::uint64_t its_window_bytes) override;
    void on_connect_failed(task_id peer, const error& why) override;
    void on_ready(task_id peer) override;
    void on_wake() override;
    void serve(const std::function<void()>& deliver) override;

    void start_now(operation& op);
    void look_beyond(const operation& taken);
    void flush_quietly() noexcept;
    void deliver(std::chrono::milliseconds linger);
    [[nodiscard]] std::chrono::microseconds flush_in_background();

    const task_id self_;
    const unsigned made_in_;  // fork_count
    const mailbox_options options_;
    contended_lock lock_;
    member_names names_;
    detail::protocol protocol_;
    peer_failures failures_;
    connections links_;
    progress progress_;
    give_up_handler on_give_up_;
    bool closing_ = false;  // close() makes progress itself
    background_flusher flusher_{[this] { return flush_in_background(); }};
};

}  // namespace banyan::net::detail

// The mailbox's implementation: joins protocol, links and waiting threads.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <span>
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

/// Starts and withdraws operations. Its parts do the rest: progress, connections, peer_failures and background_flusher.
///
/// Thread rule: any number of threads may use it. lock() and unlock() admit one at a time, and all members are guarded
/// by this lock; the caller of every other function holds it. Only wait_until() and close() block, and they release the
/// lock while they do. A driver may have a thread of its own, which makes links and receives losses; it enters by
/// serve().
class mailbox_impl final : public driver_events {
  public:
    /// `peers`: number of other tasks. `oversubscribed`: this host runs more tasks than it has cores.
    mailbox_impl(task_id self, const mailbox_options& options, std::size_t peers, bool oversubscribed);
    ~mailbox_impl() override;

    /// Throws errc::not_attached in a child that the task has forked: the links belong to the task.
    void lock() {
        made_in_.expect_this_one();
        lock_.lock();
    }
    /// Wakes the waiting threads that are done or needed.
    void unlock() {
        if (progress_.has_waiters())
            progress_.wake_waiters();
        else if (protocol_.has_buffered_sends() && !flusher_.is_due() && !closing_)
            flusher_.complete_sends();
        lock_.unlock();
    }

    // --- once, before any other call, without the lock
    void use_driver(std::unique_ptr<driver> made) { links_.use_driver(std::move(made)); }
    /// Sets the tasks that may be addressed, and their names for errors. Without it any task id is accepted.
    void use_members(const std::vector<member>& members) { names_.set(members); }
    /// Sets the function that is asked for losses whenever the driver calls on_wake().
    void use_loss_source(peer_failures::source losses) { failures_.use_source(std::move(losses)); }
    /// Called, with the lock held, when no link to a peer can be made: the peer cannot learn it from a link.
    using give_up_handler = std::function<void(task_id peer, errc why, const std::string& text)>;
    void use_give_up_handler(give_up_handler handler) { on_give_up_ = std::move(handler); }
    /// The driver starts. Called last. Throws errc::resource_limit.
    void open() { links_.maker().start(); }
    /// The driver makes no more calls. Called without the lock.
    void stop() { links_.stop_driver(); }

    [[nodiscard]] std::uint64_t credit_window_bytes() const { return protocol_.credit_window_bytes(); }
    [[nodiscard]] detail::protocol& protocol() { return protocol_; }

    // --- with the lock held
    /// Records messages and waits from now on; nullptr: no more. The recorder must outlive the calls under way.
    void use_trace(tracing::recorder* trace) {
        protocol_.use_trace(trace);
        progress_.use_trace(trace);
        is_traced_.store(trace != nullptr, std::memory_order_relaxed);
    }
    /// nullptr: nothing is recorded.
    [[nodiscard]] tracing::recorder* trace() const { return progress_.trace(); }
    /// Throws errc::unknown_task.
    void expect_member(task_id task) const;
    void start(operation& op);
    /// If it throws, the message is still claimed.
    void start(operation& receive, incoming& claimed);
    /// Does nothing for an operation that is done. If no memory is left, the link to its peer may be ended.
    void withdraw(operation& op) noexcept;
    /// In a handler of an exception: withdraws the operation, whose memory is about to be freed, and throws the
    /// exception again. Returns if the operation is done: a message has been sent or taken, so the program must get the
    /// result.
    void withdraw_unless_done(operation& op);
    bool cancel(operation& op);
    void put_back(incoming& claimed) noexcept;
    /// Revokes the group of these members, whose first context is `first`. Throws errc::unknown_task.
    void revoke(context_id first, std::span<const task_id> members);
    /// Makes progress without blocking.
    void make_progress() { progress_.make(); }
    /// As progress::wait_until().
    bool wait_until(const std::function<bool()>& done, deadline until, operation* detachable = nullptr,
                    wait_subject about = {}) {
        return progress_.wait_until(done, until, detachable, about);
    }
    /// What the blocked threads wait for, and the unexpected messages (wait_report.cpp). Called by the driver's thread;
    /// in another thread, wait_snapshot::idle has no meaning.
    [[nodiscard]] wait_snapshot waits_now() const;
    [[nodiscard]] const peer_failures& failures() const { return failures_; }
    /// Delivers the messages that were sent, within `linger`, and drops all links.
    void close(std::chrono::milliseconds linger) noexcept;
    /// At exit(), without the lock: delivers buffered sends and revocations within `linger` while other threads may be
    /// inside. Links stay. Returns false if that was not possible, and nothing if another call keeps the lock.
    std::optional<bool> deliver_buffered(std::chrono::milliseconds linger) noexcept;

    /// Without the lock: ends recording. Returns false, and changes nothing, if another call keeps the lock for
    /// `limit`.
    bool end_trace(std::chrono::milliseconds limit) noexcept;

    // --- at any time
    /// Whether events are recorded, for threads that do not hold the lock; trace() says it for certain.
    [[nodiscard]] bool is_traced() const {
        return tracing::is_compiled_in && is_traced_.load(std::memory_order_relaxed);
    }
    [[nodiscard]] task_id self() const { return self_; }
    /// The name of a task in errors: "rank 2 (task 40002) on host b".
    [[nodiscard]] std::string name_of(task_id task) const { return names_.of(task); }
    [[nodiscard]] std::chrono::milliseconds linger() const { return options_.linger; }
    [[nodiscard]] bool checks_collectives() const { return options_.check_collectives; }
    [[nodiscard]] const std::string& collective_algorithms() const { return options_.collective_algorithms; }
    /// False in a child that the task has forked. There even the lock must not be taken.
    [[nodiscard]] bool is_of_this_process() const { return made_in_.is_this_one(); }

  private:
    // --- driver_events
    bool on_link(task_id peer, std::shared_ptr<link> made, std::uint64_t its_window_bytes) override;
    void on_connect_failed(task_id peer, const error& why) override;
    void on_ready(task_id peer) override;
    void on_wake() override;
    void serve(const std::function<void()>& deliver) override;

    void start_now(operation& op);
    void poll_others(const operation& taken);
    void flush_quietly() noexcept;
    void deliver(std::chrono::milliseconds linger);
    [[nodiscard]] std::chrono::microseconds flush_in_background();
    [[nodiscard]] bool is_idle() const;

    const task_id self_;
    const maker_process made_in_;
    const mailbox_options options_;
    contended_lock lock_;
    member_names names_;
    detail::protocol protocol_;
    peer_failures failures_;
    connections links_;
    progress progress_;
    give_up_handler on_give_up_;
    std::atomic<bool> is_traced_{false};
    bool closing_ = false;  // close() makes progress itself
    background_flusher flusher_{[this] { return flush_in_background(); }};
};

}  // namespace banyan::net::detail

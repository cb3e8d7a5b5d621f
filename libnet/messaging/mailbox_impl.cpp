#include "libnet/messaging/mailbox_impl.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <mutex>
#include <new>

namespace banyan::net::detail {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t most_copied_bytes =
    8u << 10;                         // a message of this size is copied after its header and is sent as one region
constexpr auto check_interval = 1ms;  // the system does not report when the last byte is acknowledged
constexpr auto longest_lock = 1s;     // a thread that keeps the lock longer is the one that called exit()

// The task at the other end of the data that the operation has under way.
task_id other_end(const operation& op) {
    if (op.what == operation::kind::send) return op.to.task;
    return op.arriving ? op.arriving->info.source : task_id{};
}

}  // namespace

mailbox_impl::mailbox_impl(task_id self, const mailbox_options& options, std::size_t peers, bool oversubscribed)
    : self_(self),
      options_(options),
      protocol_(self, {options.unexpected_cap_bytes, options.send_buffer_bytes, options.eager_limit_bytes, peers},
                [this](task_id task) { return names_.of(task); }),
      links_(self, protocol_, failures_, names_),
      progress_({.spin = oversubscribed ? 0us : options.spin, .detach_after = options.detach_after}, lock_, protocol_,
                links_, failures_) {
    watch_forks();
}

// The library's threads end first, because they use all other members. They are ended without the lock.
mailbox_impl::~mailbox_impl() {
    flusher_.stop();
    links_.stop_driver();
}

// --- starting operations

void mailbox_impl::expect_member(task_id other) const {
    if (protocol_.channels().find(other) || names_.may_be_addressed(other)) return;
    throw error(errc::unknown_task,
                fmt::format("task {:x} is not one of the {} tasks of this run", other.value, names_.size()), other);
}

void mailbox_impl::start(operation& op) {
    expect_member(op.what == operation::kind::send ? op.to.task : op.from.source.value_or(self_));
    try {
        start_now(op);
    } catch (...) {  // out of memory: the caller will not keep the operation
        withdraw_unless_done(op);
    }
}

void mailbox_impl::start_now(operation& op) {
    op.may_copy = op.what == operation::kind::send && op.payload.size_bytes() <= most_copied_bytes;
    protocol_.start(op);
    if (op.done && op.what == operation::kind::receive) poll_others(op);
    if (protocol_.wants_connection()) links_.connect_wanted();
    const bool later = links_.coalesces(op);
    if (!later) links_.flush();
    if (!later && !(links_.are_full() && op.may_copy)) return;
    if (!flusher_.flush_soon()) links_.flush();
}

void mailbox_impl::start(operation& receive, incoming& claimed) {
    protocol_.start(receive, claimed);
    try {
        if (receive.done) poll_others(receive);
        links_.flush();
    } catch (...) {
        withdraw_unless_done(receive);
    }
}

// A receive was completed without waiting. Polls sometimes, so that messages of other peers are found too.
void mailbox_impl::poll_others(const operation& taken) {
    if (links_.size() > 1 || taken.info.source == self_) progress_.make_now_and_then();
}

// --- withdrawing operations, also without memory

void mailbox_impl::withdraw_unless_done(operation& op) {
    if (op.done) return;
    withdraw(op);
    throw;
}

// The message of a withdrawn receive may go to another receive, whose clear to send is written here.
void mailbox_impl::withdraw(operation& op) noexcept {
    if (op.done) return;
    const task_id peer = other_end(op);
    try {
        protocol_.withdraw(op);
    } catch (const std::bad_alloc&) {
        protocol_.abandon(op);
        links_.abandon_out_of_memory(peer);
    }
    flush_quietly();
}

// For destructors: does not throw.
void mailbox_impl::flush_quietly() noexcept {
    try {
        links_.flush();
    } catch (const std::exception&) {  // it is written later
    }
}

bool mailbox_impl::cancel(operation& op) {
    const task_id peer = other_end(op);
    bool taken_back = false;
    try {
        taken_back = protocol_.cancel(op);
    } catch (const std::bad_alloc&) {
        taken_back = op.done;
        links_.end_out_of_memory(peer);
    }
    links_.flush();
    return taken_back;
}

void mailbox_impl::put_back(incoming& claimed) noexcept {
    const task_id peer = claimed.info.source;
    try {
        protocol_.put_back(claimed);
    } catch (const std::bad_alloc&) {  // a message without a place in the queue would be lost without an error
        links_.abandon_out_of_memory(peer);
    }
    flush_quietly();
}

// --- revoking groups

void mailbox_impl::revoke(context_id first, std::span<const task_id> members) {
    for (const task_id member : members)
        if (member != self_) expect_member(member);
    protocol_.revoke(first);
    if (protocol_.wants_connection()) links_.connect_wanted();
    links_.flush();
    if (links_.are_full()) (void)flusher_.flush_soon();
}

// --- the end

void mailbox_impl::close(std::chrono::milliseconds linger) noexcept {
    const std::lock_guard held(*this);
    closing_ = true;
    try {
        deliver(linger);
    } catch (const std::exception&) {  // out of memory
    }
    links_.drop_all();
}

void mailbox_impl::deliver(std::chrono::milliseconds linger) {
    protocol_.close();
    protocol_.end_sending();
    const auto finished = [&] { return protocol_.all_sent() && links_.all_delivered(); };
    const deadline until(linger);
    // Out of memory even to report the end of a link: its messages will never leave.
    const auto unreported = [&] { return links_.have_unreported(); };
    while (!until.passed() && !wait_until([&] { return protocol_.all_sent() || unreported(); }, until)) {
    }
    while (!finished() && !unreported() && !until.passed()) {
        progress_.make();
        progress_.sleep(deadline(std::min(until.when(), deadline::clock::now() + check_interval)));
    }
}

// Other threads may be inside calls, and exit() may have been called from such a call: links and operations stay.
std::optional<bool> mailbox_impl::deliver_buffered(std::chrono::milliseconds linger) noexcept {
    if (!lock_.try_lock_until(deadline::clock::now() + longest_lock)) return std::nullopt;
    const std::lock_guard held(*this, std::adopt_lock);
    try {
        const deadline until(linger);
        const std::function<bool()> finished = [&] {
            return !protocol_.has_buffered_sends() && protocol_.has_told_members() && !protocol_.has_output() &&
                   links_.all_delivered();
        };
        protocol_.close();
        links_.flush();
        while (!finished() && !until.passed())
            wait_until(finished, deadline(std::min(until.when(), deadline::clock::now() + check_interval)));
        return finished();
    } catch (const std::exception&) {  // out of memory or of another resource of the system
        return false;
    }
}

bool mailbox_impl::end_trace(std::chrono::milliseconds limit) noexcept {
    if (!lock_.try_lock_until(deadline::clock::now() + limit)) return false;
    const std::lock_guard held(*this, std::adopt_lock);
    use_trace(nullptr);
    return true;
}

// --- calls of the library's threads

bool mailbox_impl::on_link(task_id peer, std::shared_ptr<link> made, std::uint64_t its_window_bytes) {
    return links_.add(peer, std::move(made), its_window_bytes);
}

void mailbox_impl::on_connect_failed(task_id peer, const error& why) {
    const std::string text = fmt::format("cannot reach {}: {}", names_.of(peer), why.what());
    links_.end(peer, why.which(), text);
    if (on_give_up_) on_give_up_(peer, why.which(), text);
}

void mailbox_impl::on_ready(task_id peer) {
    links_.set_ready(peer);
}

void mailbox_impl::on_wake() {
    failures_.take_losses(links_);
}

// Messages that wait for a new link are written at once, and a connection failure is handled at once, also while the
// program computes.
void mailbox_impl::serve(const std::function<void()>& deliver) {
    const std::lock_guard held(*this);
    deliver();
    links_.flush();
    progress_.note_driver_change();
}

// Called by the flusher's thread. A thread that holds the lock or waits in the mailbox writes everything itself. If
// there is none, this call makes the progress that buffered sends need: links, credit and clears to send.
std::chrono::microseconds mailbox_impl::flush_in_background() {
    if (!lock_.try_lock()) return background_flusher::shortest_pause;
    const std::lock_guard held(*this, std::adopt_lock);
    background_flusher::left_over left{.sends = protocol_.has_buffered_sends() && !progress_.has_leader() && !closing_};
    try {
        if (links_.want_flush_now()) links_.flush();
        if (left.sends) left.moved = progress_.make_in_background();
    } catch (const std::exception&) {  // out of memory or of another resource: the next call of the program meets the
                                       // same error
        left.failed = true;
    }
    left.writes = links_.want_flush();
    return flusher_.pause_after(left);
}

}  // namespace banyan::net::detail

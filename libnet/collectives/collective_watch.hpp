// Finds out why a collective cannot complete: another rank has called a different collective, or the group has failed.
//
// Every rank of a group calls the same collectives in the same order. When a wait becomes long, the rank examines the
// unexpected messages in the group's collective context. Each of these shows an error:
//
//   - a message with this sequence number and another kind: its sender has called a different collective;
//   - a message with an earlier sequence number: this rank has completed that collective and did not expect the
//     message;
//   - a message with a later sequence number from the awaited rank: messages of a pair keep their order, so the awaited
//     message will not arrive;
//   - a `waiting` message: a rank that waits for this one reports its call. So ranks that wait for each other without
//     having sent anything also find the difference;
//   - an `abort` message: another rank has found one of these errors or has failed in another way.
#pragma once

#include "banyan/net/group.hpp"
#include "libnet/collectives/collective_state.hpp"
#include "libnet/messaging/member_wait.hpp"

namespace banyan::net {

/// Watches one call. Borrows the group and its state.
class collective_watch final : public detail::group_watch {
  public:
    collective_watch(const group& g, collective_state& state, std::uint64_t sequence)
        : group_(g), state_(state), sequence_(sequence) {}

    [[nodiscard]] std::span<const task_id> members() const override;
    [[nodiscard]] bool has_news(detail::mailbox_impl& box) const override {
        return box.protocol().kept_messages() != state_.examined_messages;
    }
    [[nodiscard]] bool has_backlog(detail::mailbox_impl& box) const override {
        return box.protocol().kept_messages() - state_.examined_messages >= state_.backlog;
    }
    void examine_messages(detail::mailbox_impl& box, task_id awaited) override;
    [[nodiscard]] deadline next_check() const override { return next_check_; }
    void send_waiting(detail::mailbox_impl& box, task_id awaited) override;

    /// Fails the group: sends the reason to the other ranks, unless they already have it or will find it themselves.
    void fail(const error& why);
    /// As above, for an exception that is not a net::error.
    void fail(const char* what);

    /// A timeout of this call, which names the collective and the awaited rank.
    [[nodiscard]] error timed_out(const error& of_message) const;

    /// Throws errc::collective_mismatch for a message of another length than this rank expects. Blocks for 0.2 s at
    /// most, to learn the other rank's call.
    [[noreturn]] void throw_length(int other, std::size_t theirs, std::size_t ours, deadline until);

  private:
    [[nodiscard]] bool is_call(const detail::incoming& message) const;
    void examine(const detail::incoming& message);
    void examine_ahead(task_id awaited);
    void throw_abort(detail::mailbox_impl& box, const detail::incoming& message);
    void compare(const reported_call& theirs, int other) const;
    void send_abort(detail::mailbox_impl& box, const error& why);
    void forward_abort(detail::mailbox_impl& box);
    [[nodiscard]] const collective_call& call() const { return *state_.call_of(sequence_); }
    [[nodiscard]] std::string failed_text(const char* what) const;
    [[nodiscard]] int me() const { return group_.rank().value; }

    const group& group_;
    collective_state& state_;
    const std::uint64_t sequence_;
    task_id ahead_{};        // the awaited rank, if it has already called a later collective
    deadline next_check_{};  // when the time to receive its report is over
};

}  // namespace banyan::net

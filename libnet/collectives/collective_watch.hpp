// Finds out why a collective cannot end: another rank has called another one, or the group has failed.
//
// Every rank of a group calls the same collectives in the same order. While a rank waits for long, the messages of the
// group's collective context that no receive has asked for show where that is not so:
//
//   - a message with this sequence number and another kind: its sender has called another collective;
//   - a message with an earlier sequence number: this rank's part of that collective is over, and has not expected it;
//   - a message with a later sequence number from the rank that is waited for: messages of a pair keep their order, so
//     what is waited for will not come;
//   - a `waiting` message: a rank that waits for this one tells what it has called, so also ranks that wait for each
//     other, with nothing sent, find out;
//   - an `abort` message: another rank has found one of these, or has failed in another way.
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
        return box.protocol().kept_messages() != state_.looked_at;
    }
    [[nodiscard]] bool has_backlog(detail::mailbox_impl& box) const override {
        return box.protocol().kept_messages() - state_.looked_at >= backlog;
    }
    void look(detail::mailbox_impl& box, task_id awaited) override;
    [[nodiscard]] deadline next_look() const override { return next_look_; }
    void tell_waiting(detail::mailbox_impl& box, task_id awaited) override;

    /// Fails the group: tells the other ranks why, unless they have been told or will learn of it by themselves.
    void fail(const error& why);
    /// The same for another exception than net::error, with its text.
    void fail(const char* what);

    /// A line about what another rank has sent where this one expects a part of its own call.
    [[nodiscard]] std::string describe_lengths(int other, std::size_t theirs, std::size_t ours) const;

  private:
    // Messages kept until the next look at the latest. `waiting` messages of a rank that this one is always late for
    // must not gather without bound, nor take up its credit.
    static constexpr std::uint64_t backlog = 16;

    void examine(const detail::incoming& message);
    void examine_ahead(task_id awaited);
    void take_abort(detail::mailbox_impl& box, const detail::incoming& message);
    void compare(const reported_call& theirs, int other) const;
    void send_abort(detail::mailbox_impl& box, const error& why);
    void pass_on(detail::mailbox_impl& box);
    [[nodiscard]] const collective_call& call() const { return *state_.call_of(sequence_); }
    [[nodiscard]] std::string failed_text(const char* what) const;
    [[nodiscard]] int me() const { return group_.rank().value; }

    const group& group_;
    collective_state& state_;
    const std::uint64_t sequence_;
    task_id ahead_{};       // the awaited rank, if it is known to be ahead
    deadline next_look_{};  // when it has had its time to tell more
};

}  // namespace banyan::net

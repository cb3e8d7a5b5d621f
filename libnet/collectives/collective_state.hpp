// The state of a group's collectives: how many have begun, the last calls, and the first failure.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "libnet/collectives/collective_call.hpp"
#include "libnet/collectives/collective_thread.hpp"
#include "libnet/collectives/host_numbers.hpp"
#include "libnet/collectives/plan_cache.hpp"
#include "libnet/messaging/group_state.hpp"
#include "libnet/messaging/mailbox_impl.hpp"
#include "libnet/schedules/choice.hpp"
#include "libnet/schedules/named_algorithms.hpp"

namespace banyan::net {

/// Used by one thread at a time: the one that calls the group's collectives, or the group's collective thread.
class collective_state {
  public:
    /// The state of this group. The first call makes it.
    static collective_state& of(detail::group_state& shared) {
        if (!shared.collectives) shared.collectives = std::make_shared<collective_state>();
        return *shared.collectives;
    }
    /// Blocks until the collectives that were started without blocking are done. Throws errc::timeout.
    void wait_until_idle(deadline until) {
        if (thread) thread->wait_until_idle(until);
    }

    /// The number of each rank's host.
    [[nodiscard]] std::span<const int> hosts(const group& g) {
        if (hosts_.empty()) hosts_ = host_numbers(g);
        return hosts_;
    }

    /// The algorithms that the options of the mailbox name. Throws errc::invalid_argument for an unknown name.
    [[nodiscard]] const named_algorithms& named(const group& g) {
        if (!named_) named_.emplace(detail::group_state::impl_of(g.box()).collective_algorithms());
        return *named_;
    }

    /// Records a new call and returns its sequence number.
    std::uint64_t begin(const collective_call& call) {
        calls_[begun_ % calls_.size()] = call;
        return begun_++;
    }
    [[nodiscard]] std::uint64_t begun() const { return begun_; }
    /// The call with this sequence number; nullptr if it is not among the last calls.
    [[nodiscard]] const collective_call* call_of(std::uint64_t sequence) const {
        const bool known = sequence < begun_ && begun_ - sequence <= calls_.size();
        return known ? &calls_[sequence % calls_.size()] : nullptr;
    }

    plan_cache plans;  ///< schedules of the last calls
    std::map<choice_key, algorithm_choice> choices;
    const algorithm* choice_for_lengths = nullptr;  ///< the last choice for exchanged lengths
    /// By the width in bits of the length of the longest block, in bytes: whether two levels pay in alltoall_varying.
    std::map<int, bool> two_levels;
    std::unique_ptr<collective_thread> thread;  ///< made by the first collective that does not block
    std::atomic<bool> is_under_way = false;     ///< a collective is carried out; for only_collective
    std::optional<error> failure;               ///< once the group has failed
    std::vector<std::byte>
        abort_message;  ///< the abort message of another rank, to be passed on; empty if there is none
    std::uint64_t examined_messages = 0;  ///< protocol::kept_messages() when the unexpected messages were last examined
    /// New unexpected messages after which they are examined also without a long wait. This bounds the memory and
    /// credit that `waiting` messages use when this rank is always slower than another. At least as many as have been
    /// examined last, so that a rank that is far behind does not examine the same messages again and again.
    std::uint64_t backlog = least_backlog;
    static constexpr std::uint64_t least_backlog = 16;

  private:
    static constexpr std::size_t remembered_calls = 64;

    std::vector<int> hosts_;
    std::optional<named_algorithms> named_;
    std::uint64_t begun_ = 0;
    std::array<collective_call, remembered_calls> calls_;
};

}  // namespace banyan::net

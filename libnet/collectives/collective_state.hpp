// What a group remembers of its collectives: how many it has begun, the last calls, and its first failure.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "libnet/collectives/collective_call.hpp"

namespace banyan::net {

/// Used by the thread that calls the group's collectives.
class collective_state {
  public:
    /// Notes the next call; returns its sequence number.
    std::uint64_t begin(const collective_call& call) {
        calls_[begun_ % calls_.size()] = call;
        return begun_++;
    }
    [[nodiscard]] std::uint64_t begun() const { return begun_; }
    /// The call with that sequence number; nullptr if it is not one of the last.
    [[nodiscard]] const collective_call* call_of(std::uint64_t sequence) const {
        const bool known = sequence < begun_ && begun_ - sequence <= calls_.size();
        return known ? &calls_[sequence % calls_.size()] : nullptr;
    }

    std::optional<error> failure;          ///< once the group has failed
    std::vector<std::byte> abort_message;  ///< of another rank, if it has told the failure; to be passed on
    std::uint64_t looked_at = 0;           ///< protocol::kept_messages() at the last look at unmatched messages

  private:
    static constexpr std::size_t remembered_calls = 64;

    std::uint64_t begun_ = 0;
    std::array<collective_call, remembered_calls> calls_;
};

}  // namespace banyan::net

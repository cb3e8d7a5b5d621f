// The state of the leader's sleep, by which other threads decide whether to wake it.
#pragma once

#include <cstdint>

namespace banyan::net::detail {

/// Owned by the mailbox and guarded by its lock. One leader at a time sleeps in the driver, without the lock. Meanwhile
/// other threads write to links and may leave bytes that only the leader can wait to write.
///
/// A link is watched for one sleep only: before each sleep the leader watches every link that has bytes to write. So a
/// watch is never assumed to hold after its sleep, whatever the driver has done with it.
/// tests/libnet/messaging/leader_sleep_test.cpp explores all interleavings of this rule.
class leader_sleep {
  public:
    /// The number of the sleep in which a link is watched for writing; 0: none.
    using watch = std::uint64_t;

    [[nodiscard]] bool asleep() const { return asleep_; }

    // --- for the leader
    void begin() {
        asleep_ = true;
        woken_ = false;
        ++number_;
    }
    /// The given link is watched in the sleep that has begun.
    void set(watch& link) const { link = number_; }
    void end() { asleep_ = false; }

    // --- for any thread
    [[nodiscard]] bool is_watched(watch link) const { return asleep_ && link == number_; }
    /// `needed`: there is something that the leader must handle. Returns true if the caller has to call driver::wake().
    /// That is true once per sleep, because one wake ends it.
    [[nodiscard]] bool must_wake(bool needed) {
        if (!asleep_ || woken_ || !needed) return false;
        woken_ = true;
        return true;
    }
    [[nodiscard]] bool is_woken() const { return woken_; }

  private:
    bool asleep_ = false;
    bool woken_ = false;
    std::uint64_t number_ = 0;
};

}  // namespace banyan::net::detail

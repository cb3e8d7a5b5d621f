// What is known of the sleep of the thread that makes progress for all: the rule by which others decide to wake it.
#pragma once

#include <cstdint>

namespace banyan::net::detail {

/// Owned by the mailbox, guarded by its lock. One leader at a time sleeps in the driver, without the lock; meanwhile
/// other threads write to links and may leave bytes that only the leader can wait to write.
///
/// A link is watched for one sleep only: the leader watches, before each sleep, every link that has bytes to write
/// then. So no knowledge of a watch outlives the sleep that it was made for, whatever the driver has done with it
/// since. tests/libnet/messaging/leader_sleep_test.cpp explores all interleavings of this rule.
class leader_sleep {
  public:
    /// The sleep in which a link is watched for writing; 0: none.
    using watch = std::uint64_t;

    [[nodiscard]] bool asleep() const { return asleep_; }

    // --- the leader
    void begin() {
        asleep_ = true;
        woken_ = false;
        ++number_;
    }
    /// The link given is watched in the sleep that has begun.
    void set(watch& link) const { link = number_; }
    void end() { asleep_ = false; }

    // --- any thread
    [[nodiscard]] bool is_watched(watch link) const { return asleep_ && link == number_; }
    /// `needed`: something has come up that the leader must attend to. True when the caller has to call driver::wake():
    /// once per sleep, as one wake ends it.
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

// Eager credit between this task and one peer, in both directions. Each side opens a credit window for the other. An
// eager message uses its cost of the receiver's window until a receive has taken it and its credit has been returned.
//
// Invariant, when no frame is in transit: the sender's remaining credit plus the bytes charged by the receiver equal
// the window.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "libnet/protocol/protocol_limits.hpp"

namespace banyan::net::detail {

class credit_account {
  public:
    /// `own_window_bytes`: the credit window that this task opens for the peer.
    explicit credit_account(std::uint64_t own_window_bytes) : own_window_bytes_(own_window_bytes) {}

    /// The credit that an eager message of this size uses.
    [[nodiscard]] static constexpr std::uint64_t cost_of(std::uint64_t size_bytes) {
        return size_bytes + message_overhead_bytes;
    }

    // --- messages to the peer
    /// The peer has reported the window that it opens for this task.
    void open(std::uint64_t window_bytes) { window_bytes_ = left_bytes_ = window_bytes; }
    /// True if a message of this size may be eager at all. Its cost is at most half of the window, so that returned
    /// credit always makes room for the next message.
    [[nodiscard]] bool fits_window(std::uint64_t size_bytes) const { return cost_of(size_bytes) <= window_bytes_ / 2; }
    /// True if the remaining credit suffices for an eager message of this size.
    [[nodiscard]] bool suffices_for(std::uint64_t size_bytes) const { return cost_of(size_bytes) <= left_bytes_; }
    /// An eager message for which the credit suffices is queued.
    void use(std::uint64_t size_bytes) { left_bytes_ -= cost_of(size_bytes); }
    /// An unwritten eager message is removed from the queue.
    void undo_use(std::uint64_t size_bytes) { left_bytes_ += cost_of(size_bytes); }
    /// The peer has returned credit. Returns false if it is more than was used: the peer violates the protocol.
    [[nodiscard]] bool regain(std::uint64_t bytes) {
        left_bytes_ += bytes;
        return left_bytes_ <= window_bytes_;
    }
    [[nodiscard]] std::uint64_t window_bytes() const { return window_bytes_; }
    [[nodiscard]] std::uint64_t left_bytes() const { return left_bytes_; }

    // --- messages from the peer
    /// An eager message of this size has arrived. Returns false if the peer had no credit for it: it violates the
    /// protocol.
    [[nodiscard]] bool charge(std::uint64_t size_bytes) {
        charged_bytes_ += cost_of(size_bytes);
        return charged_bytes_ <= own_window_bytes_;
    }
    /// The peer gets this credit back. Returns true if the credit to return is enough for a frame of its own.
    [[nodiscard]] bool release(std::uint64_t bytes) {
        due_bytes_ += bytes;
        return due_bytes_ >= own_window_bytes_ / 4;
    }
    /// The credit that the next frame to the peer returns: as much as its header can hold.
    [[nodiscard]] std::uint32_t returnable_bytes() const {
        return static_cast<std::uint32_t>(
            std::min<std::uint64_t>(due_bytes_, std::numeric_limits<std::uint32_t>::max()));
    }
    /// A frame that returns this credit is queued.
    void returned(std::uint64_t bytes) {
        due_bytes_ -= bytes;
        charged_bytes_ -= bytes;
    }
    /// A frame that returns this credit is removed from the queue unwritten. Returns true if the credit to return is
    /// enough for a frame of its own.
    [[nodiscard]] bool undo_return(std::uint64_t bytes) {
        charged_bytes_ += bytes;
        return release(bytes);
    }
    [[nodiscard]] std::uint64_t charged_bytes() const { return charged_bytes_; }
    [[nodiscard]] std::uint64_t due_bytes() const { return due_bytes_; }

  private:
    std::uint64_t own_window_bytes_;
    std::uint64_t window_bytes_ = 0;   // opened by the peer
    std::uint64_t left_bytes_ = 0;     // of window_bytes_
    std::uint64_t charged_bytes_ = 0;  // used by the peer of the own window and not returned
    std::uint64_t due_bytes_ = 0;      // part of charged_bytes_ that the next frame returns
};

}  // namespace banyan::net::detail

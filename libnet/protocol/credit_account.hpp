// Eager credit between this task and one peer, in both directions. Each side opens a credit window for the other. An
// eager message uses its cost of the receiver's window until a receive has taken it and the credit has travelled back.
//
// Invariant, with nothing on its way: what the sender has left and what the receiver has charged make the window.
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

    /// What a message of this size costs while it is eager.
    [[nodiscard]] static constexpr std::uint64_t cost_of(std::uint64_t size_bytes) {
        return size_bytes + message_overhead_bytes;
    }

    // --- messages to the peer
    /// The peer has told the window that it opens for this task.
    void open(std::uint64_t window_bytes) { window_bytes_ = left_bytes_ = window_bytes; }
    /// True if a message of this size may be eager at all: it costs half of the window at most, so that returned
    /// credit always makes room for the next message.
    [[nodiscard]] bool fits_window(std::uint64_t size_bytes) const { return cost_of(size_bytes) <= window_bytes_ / 2; }
    /// True if the credit that is left pays for an eager message of this size.
    [[nodiscard]] bool suffices_for(std::uint64_t size_bytes) const { return cost_of(size_bytes) <= left_bytes_; }
    /// An eager message that credit suffices for is queued.
    void use(std::uint64_t size_bytes) { left_bytes_ -= cost_of(size_bytes); }
    /// An eager message is taken out of the queue, unwritten.
    void undo_use(std::uint64_t size_bytes) { left_bytes_ += cost_of(size_bytes); }
    /// The peer has returned credit. False if it is more than was used: the peer breaks the protocol.
    [[nodiscard]] bool regain(std::uint64_t bytes) {
        left_bytes_ += bytes;
        return left_bytes_ <= window_bytes_;
    }
    [[nodiscard]] std::uint64_t window_bytes() const { return window_bytes_; }
    [[nodiscard]] std::uint64_t left_bytes() const { return left_bytes_; }

    // --- messages from the peer
    /// An eager message of this size has come. False if the peer had no credit for it: it breaks the protocol.
    [[nodiscard]] bool charge(std::uint64_t size_bytes) {
        charged_bytes_ += cost_of(size_bytes);
        return charged_bytes_ <= own_window_bytes_;
    }
    /// The peer may have so much back. True if what is due is worth a frame of its own.
    [[nodiscard]] bool release(std::uint64_t bytes) {
        due_bytes_ += bytes;
        return due_bytes_ >= own_window_bytes_ / 4;
    }
    /// What the next frame to the peer carries back, as much as its header holds.
    [[nodiscard]] std::uint32_t returnable_bytes() const {
        return static_cast<std::uint32_t>(
            std::min<std::uint64_t>(due_bytes_, std::numeric_limits<std::uint32_t>::max()));
    }
    /// A frame that carries so much back is queued.
    void returned(std::uint64_t bytes) {
        due_bytes_ -= bytes;
        charged_bytes_ -= bytes;
    }
    /// That frame is taken out of the queue, unwritten. True if what is due is worth a frame of its own.
    [[nodiscard]] bool undo_return(std::uint64_t bytes) {
        charged_bytes_ += bytes;
        return release(bytes);
    }
    [[nodiscard]] std::uint64_t charged_bytes() const { return charged_bytes_; }
    [[nodiscard]] std::uint64_t due_bytes() const { return due_bytes_; }

  private:
    std::uint64_t own_window_bytes_;
    std::uint64_t window_bytes_ = 0;   // opened by the peer
    std::uint64_t left_bytes_ = 0;     // of it
    std::uint64_t charged_bytes_ = 0;  // of the own window: used by the peer and not returned
    std::uint64_t due_bytes_ = 0;      // of the charged bytes: to be returned with the next frame
};

}  // namespace banyan::net::detail

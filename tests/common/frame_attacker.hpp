// An attacker on the path between two tasks that knows the layout of counted frames.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "libnet/wire/frame.hpp"

namespace banyan::testing {

enum class frame_attack {
    flip,          ///< a bit of header or code
    remove_byte,   ///< of header or code
    insert_byte,   ///< in front of one of header or code
    cut,           ///< the connection ends in front of a byte of header or code
    leave_out,     ///< the frame
    repeat,        ///< the frame
    swap,          ///< it and the next frame
    insert_frame,  ///< a copy of it with a code of zeros, in front
    flip_payload   ///< a bit of the payload
};

struct frame_attack_plan {
    frame_attack what = frame_attack::flip;
    net::wire::frame_kind kind = net::wire::frame_kind::eager;
    int frames_before = 1;  ///< so many frames of the kind pass before one is attacked
    std::size_t at = 0;     ///< which byte of header and code, or of the payload
};

/// One direction of a connection, from its first byte on.
class frame_attacker {
  public:
    explicit frame_attacker(frame_attack_plan plan) : plan_(plan) {}
    /// Takes what has come and returns what is to be passed on.
    std::vector<std::byte> pass(std::span<const std::byte> arrived);
    [[nodiscard]] bool has_struck() const { return struck_; }
    /// True when the connection is to be cut after what was returned last.
    [[nodiscard]] bool cuts() const { return struck_ && plan_.what == frame_attack::cut; }

  private:
    bool take_frame(std::vector<std::byte>& out);
    bool strike(std::vector<std::byte>& out);
    void move_front(std::size_t count, std::vector<std::byte>& out);
    [[nodiscard]] bool is_target() const;
    [[nodiscard]] std::size_t frame_bytes(std::size_t at) const;

    const frame_attack_plan plan_;
    std::vector<std::byte> held_;
    std::uint64_t pass_left_ = 88;  // bytes of the handshake or of a frame that pass unchanged
    int seen_ = 0;                  // of the kind
    bool struck_ = false;
};

}  // namespace banyan::testing

// Frames of the control connections: a length (u32, little-endian, at most 1 MiB), then one protobuf message of that
// length.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace banyan::net {

inline constexpr std::size_t max_control_frame_bytes = std::size_t{1} << 20;
inline constexpr std::size_t control_header_bytes = 4;

/// The frame with this body. Throws too_large above the limit.
std::string control_frame(std::string_view body, std::size_t limit_bytes = max_control_frame_bytes);

/// Splits a stream of bytes into the bodies of its frames. Stores at most one frame and one chunk of input.
class control_frame_reader {
  public:
    explicit control_frame_reader(std::size_t limit_bytes = max_control_frame_bytes) : limit_(limit_bytes) {}

    /// Adds the next bytes of the stream. Call next() until it returns nothing before the next feed().
    void feed(std::span<const std::byte> bytes);
    /// The next complete body. Throws protocol_violation for a length above the limit as soon as the header has
    /// arrived.
    std::optional<std::string> next();
    /// The least number of bytes, > 0, that completes the current header or body. A caller that reads at most this
    /// number leaves the frames that follow in the socket.
    [[nodiscard]] std::size_t wanted_bytes() const;
    /// True between frames. The stream may end only there.
    [[nodiscard]] bool at_boundary() const { return pending_.size() == taken_; }

  private:
    [[nodiscard]] std::size_t body_bytes() const;

    std::size_t limit_;
    std::string pending_;
    std::size_t taken_ = 0;
};

}  // namespace banyan::net

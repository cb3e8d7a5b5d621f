// Frames of the control plane: a length (u32, little-endian, at most 1 MiB) and that many bytes of one protobuf
// message.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace banyan::net {

inline constexpr std::size_t max_control_frame_bytes = std::size_t{1} << 20;
inline constexpr std::size_t control_header_bytes = 4;

/// The frame that carries `body`; throws too_large above the limit.
std::string control_frame(std::string_view body);

/// Cuts a stream of bytes into the bodies of its frames. Holds at most one frame and one chunk of input more.
class control_frame_reader {
  public:
    explicit control_frame_reader(std::size_t limit_bytes = max_control_frame_bytes) : limit_(limit_bytes) {}

    /// Takes the next bytes of the stream. Call next() until it is empty before the next feed().
    void feed(std::span<const std::byte> bytes);
    /// The next whole body. Throws protocol_violation for a length above the limit, as soon as its header is in.
    std::optional<std::string> next();
    /// How many bytes are missing of the header or body that has begun, at least; > 0. A caller that reads no more than
    /// this leaves the frames that follow in the socket.
    [[nodiscard]] std::size_t wanted_bytes() const;
    /// True when the stream may end here: not inside a frame.
    [[nodiscard]] bool at_boundary() const { return pending_.size() == taken_; }

  private:
    [[nodiscard]] std::size_t body_bytes() const;

    std::size_t limit_;
    std::string pending_;
    std::size_t taken_ = 0;
};

}  // namespace banyan::net

// The frame header of the data plane: fixed layout, little-endian, 40 bytes. docs/wire_format.md is its description.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "banyan/net/ids.hpp"

namespace banyan::net::wire {

inline constexpr std::size_t header_bytes = 40;
/// Longest message and longest frame payload: 2^48 - 1 bytes.
inline constexpr std::uint64_t max_length_bytes = (std::uint64_t{1} << 48) - 1;

enum class frame_kind : std::uint8_t {
    eager = 1,           ///< a whole message: payload of `length` bytes follows
    rendezvous_request,  ///< a message waits at the sender; `length` is its size, `token` its name there
    clear_to_send,       ///< the receiver takes the first `length` bytes of rendezvous message `token`
    data,                ///< the bytes of message `token` that were cleared to send follow
    credit,              ///< returns credit and nothing else
    goodbye,             ///< the sender of this frame takes no more messages
    welcome,             ///< first frame of the accepting side: the connection is in use
    retract,             ///< the sender has given up rendezvous message `token`; answered by a clear to send of 0 bytes
    last_sent,           ///< the sender of this frame has sent its last message, or the rendezvous request of it
    refusal  ///< instead of welcome: the accepting side has given this task up; `tag` is the errc of its reason
};

/// One header in host form. Fields without a meaning for a kind are 0.
struct frame_header {
    frame_kind kind = frame_kind::eager;
    context_id context{};
    task_id source{};
    task_id destination{};
    net::tag tag{};
    std::uint32_t credit_bytes = 0;  ///< eager credit given back to the frame's receiver
    std::uint64_t length_bytes = 0;
    std::uint64_t token = 0;

    /// Payload bytes that follow this header on the wire.
    [[nodiscard]] std::uint64_t payload_bytes() const {
        return kind == frame_kind::eager || kind == frame_kind::data ? length_bytes : 0;
    }
    friend bool operator==(const frame_header&, const frame_header&) = default;
};

using header_buffer = std::array<std::byte, header_bytes>;

header_buffer encode(const frame_header& header);

/// Payload bytes that follow a header of any kind, refusals too. Checks nothing.
std::uint64_t payload_bytes(std::span<const std::byte, header_bytes> header);

/// The number of the errc in a refusal, which decode() does not take: it comes in place of a stream of frames.
std::int32_t refusal_reason(const header_buffer& bytes);

/// Throws errc::protocol_violation naming the field for an unknown kind, non-zero flags or reserved bytes, or a length
/// above the limit. Does not judge whether the frame fits the state of its connection.
frame_header decode(std::span<const std::byte, header_bytes> bytes);

}  // namespace banyan::net::wire

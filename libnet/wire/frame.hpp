// The frame header of data connections: fixed layout, little-endian, 40 bytes, as docs/wire_format.md describes it.
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
    eager = 1,           ///< a whole message: a payload of `length` bytes follows
    rendezvous_request,  ///< a message waits at the sender; `length` is its size, `token` identifies it there
    clear_to_send,       ///< the receiver accepts the first `length` bytes of rendezvous message `token`
    data,                ///< the bytes of message `token` that were cleared to send follow
    credit,              ///< returns credit only
    goodbye,             ///< the sender of this frame accepts no more messages
    welcome,             ///< first frame of the accepting side: the connection is in use
    retract,    ///< the sender has withdrawn rendezvous message `token`; the answer is a clear to send of 0 bytes
    last_sent,  ///< the sender of this frame has sent its last message, or the rendezvous request of that message
    refusal,    ///< sent instead of a welcome: the accepting side refuses this task; `tag` is the errc of the reason
    revoke      ///< the group whose first context is `context` is revoked; `token` is the task that has revoked it
};

/// One header in host byte order. Fields that a kind does not use are 0.
struct frame_header {
    frame_kind kind = frame_kind::eager;
    context_id context{};
    task_id source{};
    task_id destination{};
    net::tag tag{};
    std::uint32_t credit_bytes = 0;  ///< eager credit returned to the receiver of the frame
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

/// Payload bytes that follow a header of any kind, including a refusal. Checks nothing.
std::uint64_t payload_bytes(std::span<const std::byte, header_bytes> header);

/// The errc number in a refusal. decode() does not accept a refusal, because no stream of frames follows it.
std::int32_t refusal_reason(const header_buffer& bytes);

/// Throws errc::protocol_violation, naming the field, for an unknown kind, non-zero flags or reserved bytes, or a
/// length above the limit. Does not check whether the frame fits the state of its connection.
frame_header decode(std::span<const std::byte, header_bytes> bytes);

}  // namespace banyan::net::wire

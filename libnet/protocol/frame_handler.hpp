// What a frame_stream calls.
#pragma once

#include <optional>
#include <span>

#include "libnet/protocol/outgoing.hpp"
#include "libnet/protocol/payload_plan.hpp"
#include "libnet/wire/frame.hpp"

namespace banyan::net::detail {

class channel;

/// What the protocol does with the frames of a channel. Called from inside bytes_read() and bytes_written(); may push
/// frames, must not destroy the stream.
class frame_handler {
  public:
    virtual ~frame_handler() = default;
    /// A header has arrived, and in `whole` its payload, if all of that is here too (borrowed). Returns what
    /// becomes of the payload: delivered only if the handler has taken it from `whole`. Throws
    /// errc::protocol_violation for a frame that does not fit the state of the connection.
    virtual payload_plan on_header(channel& from, const wire::frame_header& header,
                                   std::optional<std::span<const std::byte>> whole) = 0;
    /// Where the payload of the next frame may well have to go; nowhere if there is nothing to guess by. It is read
    /// there before its header is known, and moved if the guess was wrong.
    virtual region_cursor<std::byte> likely_place(channel& from) = 0;
    /// The payload of the last header is complete (called at once for payload of 0 bytes). Not called for one that
    /// the handler has delivered.
    virtual void on_payload_complete(channel& from) = 0;
    /// The last byte of a frame that carried `message` has been handed to the transport.
    virtual void on_written(channel& to, outgoing& message) = 0;
};

}  // namespace banyan::net::detail

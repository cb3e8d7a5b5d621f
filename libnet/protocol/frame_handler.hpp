// The calls that a frame_stream makes.
#pragma once

#include <optional>
#include <span>

#include "libnet/protocol/outgoing.hpp"
#include "libnet/protocol/payload_plan.hpp"
#include "libnet/wire/frame.hpp"

namespace banyan::net::detail {

class channel;

/// Handles the frames of a channel. Called from inside bytes_read() and bytes_written(). May push frames; must not
/// destroy the stream.
class frame_handler {
  public:
    virtual ~frame_handler() = default;
    /// A header has arrived. `whole` is its payload (borrowed) if all of it has arrived too. Returns what to do with
    /// the payload: `delivered` only if the handler has copied it from `whole`. Throws errc::protocol_violation for a
    /// frame that does not fit the state of the connection.
    virtual payload_plan on_header(channel& from, const wire::frame_header& header,
                                   std::optional<std::span<const std::byte>> whole) = 0;
    /// The probable place of the next payload; empty if nothing is known. Bytes are read into it before their header is
    /// known, and moved if the prediction was wrong.
    virtual region_cursor<std::byte> likely_place(channel& from) = 0;
    /// The payload of the last header is complete. Called at once for a payload of 0 bytes, and not called for a
    /// payload that the handler has delivered.
    virtual void on_payload_complete(channel& from) = 0;
    /// The transport has taken the last byte of a frame that carried `message`.
    virtual void on_written(channel& to, outgoing& message) = 0;
};

}  // namespace banyan::net::detail

// The calls that a frame_stream makes.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "libnet/protocol/outgoing.hpp"
#include "libnet/protocol/region_cursor.hpp"
#include "libnet/wire/frame.hpp"

namespace banyan::net::detail {

class channel;

/// What a frame_stream does with the payload of a frame.
struct payload_plan {
    enum class action : unsigned char {
        place,      // write it to `where` as it arrives; bytes that do not fit there are discarded
        discard,    // discard it as it arrives
        delivered,  // do nothing: all of it had arrived and has been delivered
    };

    action what = action::discard;
    std::optional<region_cursor<std::byte>> where{};  // for `place`; an optional costs short messages less to make

    static payload_plan place(const region_cursor<std::byte>& at) { return {action::place, at}; }
    static payload_plan discard() { return {}; }
    static payload_plan delivered() { return {.what = action::delivered}; }
};

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
    /// The probable place of the next payload; empty if nothing is known. If it has room for a payload as long as the
    /// last one, as many bytes are read into it before their header is known, and moved if the prediction was wrong.
    virtual region_cursor<std::byte> expected_place(channel& from) = 0;
    /// The payload of the last header is complete. Called at once for a payload of 0 bytes, and not called for a
    /// payload that the handler has delivered.
    virtual void on_payload_complete(channel& from) = 0;
    /// The transport has taken the last byte of a frame that carried `message`.
    virtual void on_written(channel& to, outgoing& message) = 0;
};

}  // namespace banyan::net::detail

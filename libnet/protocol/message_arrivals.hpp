// The frames of peers that bring messages or ask for a rendezvous: finds the receive of each message, and the place of
// its payload.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "libnet/protocol/protocol_parts.hpp"
#include "libnet/protocol/receives.hpp"

namespace banyan::net::detail {

class message_arrivals {
  public:
    /// Borrows its arguments. `own_window_bytes`: the credit window of each peer.
    message_arrivals(protocol_parts& parts, receives& of_program, std::uint64_t own_window_bytes)
        : own_window_bytes_(own_window_bytes),
          completions_(parts.ends),
          output_(parts.output),
          matcher_(parts.matching),
          incoming_(parts.incoming),
          revoked_(parts.revoked),
          receives_(of_program) {}

    /// From now on, discards the eager messages that no receive waits for and ignores rendezvous requests.
    void refuse_messages() { refuses_ = checks_ = true; }
    [[nodiscard]] bool refuses_messages() const { return refuses_; }
    /// From now on, drops the messages of revoked groups.
    void check_messages() { checks_ = true; }

    // --- frames, as in frame_handler::on_header(). They throw errc::protocol_violation if the frame does not fit the
    // state of the peer, and errc::resource_limit or std::bad_alloc if there is no memory for the message.
    payload_plan on_eager(channel& from, const wire::frame_header& header,
                          std::optional<std::span<const std::byte>> whole);
    payload_plan on_data(channel& from, const wire::frame_header& header);
    void on_rendezvous_request(channel& from, const wire::frame_header& header);
    void on_retract(channel& from, const wire::frame_header& header);
    void on_payload_complete(channel& from);
    /// The buffer of the receive that the peer's next message probably matches: a message of the same kind as before.
    [[nodiscard]] region_cursor<std::byte> expected_place(const channel& from) const;

  private:
    incoming& make(channel& from, const wire::frame_header& header, std::size_t charge_bytes);
    void charge(channel& from, std::size_t size);
    [[nodiscard]] bool is_refused(const wire::frame_header& header) const;

    const std::uint64_t own_window_bytes_;
    completions& completions_;
    frame_output& output_;
    matcher& matcher_;
    incoming_messages& incoming_;
    const revoked_contexts& revoked_;
    receives& receives_;
    bool refuses_ = false;
    bool checks_ = false;  // a message may be refused
};

}  // namespace banyan::net::detail

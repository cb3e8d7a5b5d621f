// The frames that this task sends: completes their headers, and returns credit in them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>

#include "libnet/protocol/channel_table.hpp"

namespace banyan::net::detail {

class frame_output {
  public:
    /// Borrows the channels of the task `self`.
    frame_output(task_id self, channel_table& channels) : self_(self), channels_(channels) {}

    /// Queues a frame. Its header needs no source, destination and credit. With a `message`, the frame carries the
    /// first `size` bytes of its payload.
    void push(channel& to, wire::frame_header header, outgoing* message = nullptr, std::size_t size = 0) {
        prepare(to, header);
        message ? to.stream.push(header, *message, size) : to.stream.push(header);
        to.credit.returned(header.credit_bytes);
    }
    /// Queues a frame with a copy of its payload.
    void push_copy(channel& to, wire::frame_header header, const const_regions& payload) {
        prepare(to, header);
        to.stream.push_copy(header, payload);  // may throw: nothing has been counted yet
        to.credit.returned(header.credit_bytes);
    }
    /// Returns credit to the peer, in a frame of its own if enough has accumulated. If there is no memory for that
    /// frame, the credit is returned with the next one.
    void return_credit(channel& to, std::size_t bytes) noexcept {
        try {
            if (to.credit.release(bytes)) push(to, {.kind = wire::frame_kind::credit});
        } catch (const std::bad_alloc&) {
        }
    }

  private:
    // The credit in the header counts as returned once the frame is in the stream.
    void prepare(channel& to, wire::frame_header& header) {
        header.source = self_;
        header.destination = to.peer;
        header.credit_bytes = to.credit.returnable_bytes();
        channels_.will_write(to);
    }

    const task_id self_;
    channel_table& channels_;
};

}  // namespace banyan::net::detail

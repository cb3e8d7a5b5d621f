// The parts that the classes of the protocol share. A class refers to those that it uses.
#pragma once

#include <memory>
#include <utility>

#include "libnet/protocol/channel_table.hpp"
#include "libnet/protocol/completions.hpp"
#include "libnet/protocol/context_table.hpp"
#include "libnet/protocol/ended_senders.hpp"
#include "libnet/protocol/frame_output.hpp"
#include "libnet/protocol/incoming_messages.hpp"
#include "libnet/protocol/matcher.hpp"
#include "libnet/protocol/outgoing_messages.hpp"
#include "libnet/protocol/protocol_limits.hpp"
#include "libnet/protocol/revoked_contexts.hpp"
#include "libnet/protocol/task_naming.hpp"
#include "libnet/protocol/unexpected_memory.hpp"

namespace banyan::net::detail {

struct protocol_parts {
    /// `handler` handles the frames of the peers of the task `self_task`.
    protocol_parts(frame_handler& handler, task_id self_task, const protocol_limits& limits, task_naming task_name)
        : self(self_task),
          name(std::move(task_name)),
          ends(self),
          channels(handler, credit_window_of(limits)),
          output(self, channels),
          ended(self, limits.expected_peers, channels, *contexts),
          unexpected(extra_room_of(limits)),
          incoming(ends, output, matching, unexpected),
          outgoing(ends, channels, limits.send_buffer_bytes) {}
    protocol_parts(const protocol_parts&) = delete;  // the parts refer to each other
    protocol_parts& operator=(const protocol_parts&) = delete;

    const task_id self;
    const task_naming name;
    completions ends;
    channel_table channels;
    frame_output output;
    const std::shared_ptr<context_table> contexts = std::make_shared<context_table>();
    ended_senders ended;
    revoked_contexts revoked;
    matcher matching;
    unexpected_memory unexpected;
    incoming_messages incoming;
    outgoing_messages outgoing;
};

}  // namespace banyan::net::detail

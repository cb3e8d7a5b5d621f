// Withdraws sends: a message that has not left is removed from its queue, or retracted from its receiver once its
// rendezvous request has been sent. Where the send buffer has room, the message continues from a copy instead.
#pragma once

#include "libnet/protocol/protocol_parts.hpp"
#include "libnet/protocol/self_messages.hpp"
#include "libnet/protocol/sends.hpp"

namespace banyan::net::detail {

class send_withdrawal {
  public:
    /// Borrows its arguments.
    send_withdrawal(protocol_parts& parts, sends& of_program, self_messages& own)
        : completions_(parts.ends),
          channels_(parts.channels),
          output_(parts.output),
          outgoing_(parts.outgoing),
          revoked_(parts.revoked),
          sends_(of_program),
          own_(own) {}

    /// Takes the message from a send that is not done and does not end the send. Returns true if the send will have no
    /// effect, false if its message continues from a copy. `cancelling`: the program is told the result. Throws
    /// std::bad_alloc before anything has changed.
    bool withdraw(operation& send, bool cancelling);
    /// Ends the sends of all revoked groups, and takes back their messages unless a part has been written.
    void end_revoked();

  private:
    bool take_back(outgoing& message);
    void end(outgoing& message, const error& why);
    bool take_back_leaving(channel& to, outgoing& message);
    void retract(channel& to, outgoing& message);
    void queue_waiting_if_possible(channel& to);

    completions& completions_;
    channel_table& channels_;
    frame_output& output_;
    outgoing_messages& outgoing_;
    const revoked_contexts& revoked_;
    sends& sends_;
    self_messages& own_;
};

}  // namespace banyan::net::detail

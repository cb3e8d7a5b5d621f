// Messages of a task to itself. They need no channel: the sender copies the message to its receive or into memory, or
// the message waits in the memory of the program.
#pragma once

#include "libnet/protocol/protocol_parts.hpp"
#include "libnet/protocol/receives.hpp"

namespace banyan::net::detail {

class self_messages {
  public:
    /// Borrows its arguments.
    self_messages(protocol_parts& parts, receives& of_program)
        : self_(parts.self),
          completions_(parts.ends),
          matcher_(parts.matching),
          unexpected_(parts.unexpected),
          incoming_(parts.incoming),
          outgoing_(parts.outgoing),
          revoked_(parts.revoked),
          receives_(of_program) {}

    /// Stores the message if there is room. Otherwise it waits in the program's memory for its receive, in the same
    /// queue.
    void start(operation& send);
    /// True if the send can complete at once, or start() of the protocol will fail it.
    [[nodiscard]] bool has_room(const operation& send) const;
    /// Withdraws a message that waits for its receive. Its operation is not ended.
    void take_back(outgoing& message);

  private:
    [[nodiscard]] message_info info_of(const operation& send) const;
    void await_receive(operation& send);

    const task_id self_;
    completions& completions_;
    matcher& matcher_;
    unexpected_memory& unexpected_;
    incoming_messages& incoming_;
    outgoing_messages& outgoing_;
    const revoked_contexts& revoked_;
    receives& receives_;
};

}  // namespace banyan::net::detail

#include "libnet/protocol/outgoing_messages.hpp"

#include <utility>

namespace banyan::net::detail {

void outgoing_messages::keep(outgoing& message, std::vector<std::byte>&& memory) {
    buffer_.keep(message, std::move(memory));
    note_kept(message);
}

bool outgoing_messages::try_keep(outgoing& message) {
    if (!buffer_.try_keep(message)) return false;
    note_kept(message);
    return true;
}

// The message continues as a buffered send. Its channel counts it as one.
void outgoing_messages::note_kept(outgoing& message) {
    if (message.where == outgoing::stage::own) return;
    channel& to = channels_.of(message.to.task);
    const bool held = std::exchange(message.held, false);
    if (message.where == outgoing::stage::waiting) to.held_waiting -= held ? 1 : 0;
    if (message.where == outgoing::stage::rendezvous) ++to.rendezvous_buffered;
    if (message.where == outgoing::stage::leaving) to.stream.replace_payload(message, message.copy);
}

}  // namespace banyan::net::detail

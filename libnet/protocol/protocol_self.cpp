// Messages of a task to itself.
#include "libnet/protocol/protocol.hpp"

namespace banyan::net::detail {

// Stores the message if there is room. Otherwise it waits in the program's memory for its receive, in the same queue.
void protocol::send_to_self(operation& op) {
    const message_info info{self_, op.to.tag, op.payload.size_bytes()};
    operation* receive = matcher_.take_posted(info, op.to.context);
    if (!receive && !unexpected_.has_own_room(info.size_bytes)) return await_receive(op);
    incoming* record = nullptr;
    const auto make_record = [&] { record = &incoming_.make(info, op.to.context); };
    receive ? completions_.or_fail(*receive, make_record) : make_record();
    incoming& message = *record;
    if (receive) {
        receives_.bind(message, *receive);
    } else {
        incoming_.store(message);
        unexpected_.add_extra(message);
    }
    region_cursor from(op.payload);
    auto place = incoming_messages::place_of(message);
    copy_bytes(from, place);
    message.where = incoming::stage::complete;
    if (message.op || message.in_place) receives_.finish(message);
    completions_.succeed(op);
}

void protocol::await_receive(operation& op) {
    outgoing& sender = outgoing_.make(op);
    incoming& message = incoming_.make({self_, op.to.tag, op.payload.size_bytes()}, op.to.context);
    sender.where = outgoing::stage::own;
    sender.own = &message;
    message.where = incoming::stage::rendezvous;
    message.sender = &sender;
    op.sending = &sender;
    incoming_.keep_waiting(message);
}

}  // namespace banyan::net::detail

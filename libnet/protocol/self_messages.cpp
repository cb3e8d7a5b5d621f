#include "libnet/protocol/self_messages.hpp"

namespace banyan::net::detail {

message_info self_messages::info_of(const operation& send) const {
    return {self_, send.to.tag, send.payload.size_bytes()};
}

void self_messages::start(operation& send) {
    const message_info info = info_of(send);
    operation* receive = matcher_.take_posted(info, send.to.context);
    if (!receive) {
        if (const error* revoked = revoked_.why(send.to)) return completions_.fail(send, *revoked);
    }
    if (!receive && !unexpected_.has_own_room(info.size_bytes)) return await_receive(send);
    incoming* record = nullptr;
    const auto make_record = [&] { record = &incoming_.make(info, send.to.context); };
    receive ? completions_.or_fail(*receive, make_record) : make_record();
    incoming& message = *record;
    if (receive) {
        receives_.bind(message, *receive);
    } else {
        incoming_.store(message);
        unexpected_.add_extra(message);
    }
    region_cursor from(send.payload);
    auto place = incoming_messages::place_of(message);
    copy_bytes(from, place);
    message.where = incoming::stage::complete;
    if (message.op || message.in_place) receives_.finish(message);
    completions_.succeed(send);
}

void self_messages::await_receive(operation& send) {
    outgoing& sender = outgoing_.make(send);
    incoming& message = incoming_.make(info_of(send), send.to.context);
    sender.where = outgoing::stage::own;
    sender.own = &message;
    message.where = incoming::stage::rendezvous;
    message.sender = &sender;
    send.sending = &sender;
    incoming_.keep_waiting(message);
}

bool self_messages::has_room(const operation& send) const {
    const message_info info = info_of(send);
    return info.size_bytes > wire::max_length_bytes || unexpected_.has_own_room(info.size_bytes) ||
           matcher_.has_posted(info, send.to.context) || revoked_.why(send.to) != nullptr;
}

void self_messages::take_back(outgoing& message) {
    incoming& waits = *message.own;
    waits.sender = nullptr;
    outgoing_.forget(message);
    receives_.remove(waits);
}

}  // namespace banyan::net::detail

#include "libnet/protocol/incoming_messages.hpp"

#include <algorithm>
#include <new>
#include <utility>

#include "libnet/protocol/payload_memory.hpp"
#include "libnet/protocol/task_naming.hpp"

namespace banyan::net::detail {

// The message does not count as waiting, so losing it must not count it down.
void incoming_messages::refuse_to_store(incoming& message) {
    message.in_place = true;
    throw no_memory_for(message.info, number_of(message.info.source));
}

void incoming_messages::store(incoming& message) {
    message.stored = unexpected_.take(message.info.size_bytes);
    if (!take_memory(message.stored, message.info.size_bytes)) refuse_to_store(message);
    keep_waiting(message);
}

void incoming_messages::store_whole(incoming& message, std::span<const std::byte> payload) {
    message.stored = unexpected_.take(payload.size());
    try {
        message.stored.assign(payload.begin(), payload.end());
    } catch (const std::bad_alloc&) {
        refuse_to_store(message);
    }
    keep_waiting(message);
    message.where = incoming::stage::complete;
}

region_cursor<std::byte> incoming_messages::place_of(incoming& message) {
    if (!message.in_place) return std::span(message.stored);
    return message.op ? region_cursor<std::byte>(message.op->buffer) : region_cursor<std::byte>();
}

payload_plan incoming_messages::plan_for(incoming& message) {
    if (message.in_place && !message.op) return payload_plan::discard();
    return payload_plan::place(place_of(message));
}

void incoming_messages::release(incoming& message) noexcept {
    unexpected_.end_extra(message);
    if (channel* from = message.from; from && from->where == channel::state::up)
        output_.return_credit(*from, message.charged_bytes);
    unexpected_.give_back(std::move(message.stored));
    records_.give_back(message);
}

incoming_messages::sequence_of_context incoming_messages::newest_complete(const channel& from) {
    sequence_of_context newest;
    records_.for_each([&](const incoming& message) {
        if (message.from != &from || message.where != incoming::stage::complete) return;
        auto& last = newest[message.context];
        last = std::max(last, message.sequence);
    });
    return newest;
}

void incoming_messages::lose_all(channel& from, const sequence_of_context& newest) {
    const auto unfinished = [](const incoming& message) {
        return message.where == incoming::stage::rendezvous || message.where == incoming::stage::arriving;
    };
    const auto overtaken = [&](const incoming& message) {
        const auto last = newest.find(message.context);
        return last != newest.end() && last->second > message.sequence;
    };
    matcher_.remove_waiting_if(from.peer,
                               [&](const incoming& message) { return unfinished(message) && !overtaken(message); });
    records_.for_each([&](incoming& message) {
        if (message.from == &from && unfinished(message)) lose(message, overtaken(message));
    });
}

// A receive must not silently get a later message in place of this one. If a later message is complete, this one keeps
// its place in the queue, and the receive that takes it fails. Otherwise it is removed.
void incoming_messages::lose(incoming& message, bool overtaken) {
    if (operation* op = message.op) {
        completions_.fail(*op, *message.from->why);
    } else if (!message.in_place) {
        if (message.claimed || overtaken) {
            unexpected_.drop_payload(message);
            message.where = incoming::stage::lost;
            return;
        }
        unexpected_.remove(message);
    }
    release(message);
}

bool incoming_messages::is_overtaken(const incoming& message) {
    bool found = false;
    records_.for_each([&](const incoming& other) {
        found |= other.from == message.from && other.context == message.context && other.sequence > message.sequence &&
                 other.where == incoming::stage::complete;
    });
    return found;
}

}  // namespace banyan::net::detail

#include "libnet/pvm3/message_handlers.hpp"

#include <algorithm>

#include "pvm3/pvm3.h"

namespace banyan::pvm3 {
namespace {

constexpr int first_id = 9;

}  // namespace

bool message_handler::matches(const packed_message& message) const {
    return (source == -1 || source == message.source) && (tag == -1 || tag == message.tag) &&
           (context == -1 || context == message.context);
}

int message_handlers::add(int source, int tag, int context, int (*call)(int)) {
    if (!call) return PvmBadParam;
    for (const message_handler& other : handlers_)
        if (other.source == source && other.tag == tag && other.context == context) return PvmExists;
    const int id = free_id();
    handlers_.push_back({id, source, tag, context, call});
    return id;
}

int message_handlers::remove(int id) {
    if (id < 0) return PvmBadParam;
    const auto found =
        std::find_if(handlers_.begin(), handlers_.end(), [id](const message_handler& h) { return h.id == id; });
    if (found == handlers_.end()) return PvmNotFound;
    handlers_.erase(found);
    return PvmOk;
}

const message_handler* message_handlers::find(const packed_message& message) const {
    const message_handler* best = nullptr;
    for (const message_handler& handler : handlers_)
        if (handler.matches(message) && (!best || handler.specific() > best->specific())) best = &handler;
    return best;
}

int message_handlers::free_id() const {
    int id = first_id;
    while (std::any_of(handlers_.begin(), handlers_.end(), [id](const message_handler& h) { return h.id == id; }))
        ++id;
    return id;
}

}  // namespace banyan::pvm3

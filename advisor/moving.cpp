#include "advisor/moving.hpp"

#include "banyan/grid/redistribution.hpp"

namespace banyan::advisor {

message_pattern moving_messages(const part::partition& from, const part::partition& to, std::int64_t item_bytes) {
    message_pattern messages;
    for (int processor = 0; processor < from.processors(); ++processor) {
        const grid::redistribution mine(from, to, processor);
        for (const auto& sent : mine.sends()) {
            messages.push_back({processor, sent.peer, static_cast<std::size_t>(sent.items * item_bytes)});
        }
    }
    return messages;
}

}  // namespace banyan::advisor

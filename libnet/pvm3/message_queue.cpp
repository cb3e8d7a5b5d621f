#include "libnet/pvm3/message_queue.hpp"

#include <algorithm>
#include <utility>

namespace banyan::pvm3 {
namespace {

constexpr std::size_t spare_limit = 64;

}  // namespace

void message_queue::push(packed_message message) {
    if (spare_.empty()) spare_.emplace_back();
    spare_.front() = {std::move(message), 0};
    messages_.splice(messages_.end(), spare_, spare_.begin());
}

int message_queue::receive(const message_pattern& pattern, match_function match) {
    position found;
    if (const int error = search(pattern, match, found)) return error;
    if (found == messages_.end()) return 0;
    const int id = buffer_of(*found);
    buffers_.find(id)->queued = false;
    remove(found);
    return id;
}

int message_queue::probe(const message_pattern& pattern, match_function match) {
    position found;
    if (const int error = search(pattern, match, found)) return error;
    return found == messages_.end() ? 0 : buffer_of(*found);
}

std::optional<packed_message> message_queue::take(const message_pattern& pattern) {
    const position found = first_match(pattern);
    if (found == messages_.end()) return std::nullopt;
    packed_message message = std::move(found->message);
    if (message_buffer* buffer = buffers_.find(found->buffer_id)) {
        message = std::move(buffer->message);
        buffer->queued = false;
        buffers_.free(found->buffer_id);
    }
    remove(found);
    return message;
}

void message_queue::clear() {
    for (const waiting_message& waiting : messages_) {
        message_buffer* buffer = buffers_.find(waiting.buffer_id);
        if (!buffer) continue;
        buffer->queued = false;
        buffers_.free(waiting.buffer_id);
    }
    messages_.clear();
}

message_queue::position message_queue::first_match(const message_pattern& pattern) {
    return std::find_if(messages_.begin(), messages_.end(),
                        [&](const waiting_message& waiting) { return pattern.matches(waiting.message); });
}

int message_queue::best_match(const message_pattern& pattern, match_function match, position& found) {
    int best = 0;
    found = messages_.end();
    for (position at = messages_.begin(); at != messages_.end(); ++at) {
        if (!pattern.sees_context_of(at->message)) continue;
        const int value = match(buffer_of(*at), pattern.source, pattern.tag);
        if (value < 0) return value;
        if (value == 1 || value > best) found = at;
        if (value == 1) return 0;
        best = std::max(best, value);
    }
    return 0;
}

int message_queue::search(const message_pattern& pattern, match_function match, position& found) {
    if (match) return best_match(pattern, match, found);
    found = first_match(pattern);
    return 0;
}

int message_queue::buffer_of(waiting_message& waiting) {
    if (waiting.buffer_id == 0) {
        waiting.buffer_id = buffers_.adopt(std::move(waiting.message));  // the header stays
        buffers_.find(waiting.buffer_id)->queued = true;
    }
    return waiting.buffer_id;
}

void message_queue::remove(position found) {
    if (spare_.size() >= spare_limit)
        messages_.erase(found);
    else
        spare_.splice(spare_.begin(), messages_, found);
}

}  // namespace banyan::pvm3

#include "libnet/protocol/matcher.hpp"

#include <algorithm>

namespace banyan::net::detail {
namespace {

bool tag_matches(const selector& from, tag t) {
    return !from.tag || *from.tag == t;
}

bool matches(const selector& from, const message_info& info) {
    return (!from.source || *from.source == info.source) && tag_matches(from, info.tag);
}

incoming* first_with_tag(const std::pmr::deque<incoming*>& queue, const selector& from) {
    const auto it =
        std::find_if(queue.begin(), queue.end(), [&](incoming* m) { return tag_matches(from, m->info.tag); });
    return it == queue.end() ? nullptr : *it;
}

}  // namespace

incoming* matcher::find_waiting(const selector& from) const {
    const space* place = known_space(from.context);
    if (!place || place->waiting.empty()) return nullptr;
    const auto& waiting = place->waiting;
    if (from.source) {
        const auto queue = waiting.find(*from.source);
        return queue == waiting.end() ? nullptr : first_with_tag(queue->second, from);
    }
    incoming* earliest = nullptr;
    for (const auto& [source, queue] : waiting) {
        incoming* candidate = first_with_tag(queue, from);
        if (candidate && (!earliest || candidate->sequence < earliest->sequence)) earliest = candidate;
    }
    return earliest;
}

void matcher::add_waiting(incoming& message) {
    ++kept_messages_;
    auto& queue = space_of(message.context).waiting[message.info.source];
    auto it = queue.end();
    while (it != queue.begin() && (*std::prev(it))->sequence > message.sequence)
        --it;
    queue.insert(it, &message);
}

void matcher::remove_waiting(incoming& message) {
    auto& waiting = space_of(message.context).waiting;
    const auto queue = waiting.find(message.info.source);
    if (queue == waiting.end()) return;
    const auto it = std::find(queue->second.begin(), queue->second.end(), &message);
    if (it != queue->second.end()) queue->second.erase(it);
    if (queue->second.empty()) waiting.erase(queue);
}

operation* matcher::take_posted(const message_info& info, context_id context) {
    space* place = known_space(context);
    if (!place || place->posted.empty()) return nullptr;
    if (operation* first = place->posted.front(); matches(first->from, info)) {  // the usual case
        place->posted.pop_front();
        return first;
    }
    auto& posted = place->posted;
    const auto it = std::find_if(posted.begin(), posted.end(), [&](operation* op) { return matches(op->from, info); });
    if (it == posted.end()) return nullptr;
    operation* op = *it;
    posted.erase(it);
    return op;
}

bool matcher::has_posted(const message_info& info, context_id context) const {
    const space* place = known_space(context);
    return place && std::any_of(place->posted.begin(), place->posted.end(),
                                [&](const operation* op) { return matches(op->from, info); });
}

const operation* matcher::expected_receive(task_id source) const {
    if (!recent_.second) return nullptr;
    const auto& posted = recent_.second->posted;
    const auto it = std::find_if(posted.begin(), posted.end(),
                                 [&](const operation* op) { return !op->from.source || *op->from.source == source; });
    return it == posted.end() ? nullptr : *it;
}

void matcher::post(operation& receive) {
    space_of(receive.from.context).posted.push_back(&receive);
}

void matcher::post_again(operation& receive) {
    auto& posted = space_of(receive.from.context).posted;
    auto it = posted.end();
    while (it != posted.begin() && (*std::prev(it))->order > receive.order)
        --it;
    posted.insert(it, &receive);
}

bool matcher::unpost(operation& receive) {
    space* place = known_space(receive.from.context);
    return place && std::erase(place->posted, &receive) > 0;
}

// A program often uses one context many times in a row, so the last result is cached.
matcher::space* matcher::known_space(context_id context) const {
    if (recent_.second && recent_.first == context) return recent_.second;
    const auto found = spaces_.find(context);
    if (found == spaces_.end()) return nullptr;
    recent_ = {context, found->second.get()};
    return recent_.second;
}

// A program that makes groups again and again uses new contexts and never returns to the old ones.
void matcher::drop_empty_spaces() noexcept {
    std::erase_if(spaces_,
                  [](const auto& entry) { return entry.second->posted.empty() && entry.second->waiting.empty(); });
    recent_ = {};
    most_spaces_ = std::max(few_spaces, 2 * spaces_.size());
}

matcher::space& matcher::space_of(context_id context) {
    if (space* known = known_space(context)) return *known;
    if (spaces_.size() >= most_spaces_) drop_empty_spaces();
    return *(spaces_[context] = std::make_unique<space>(memory_));
}

}  // namespace banyan::net::detail

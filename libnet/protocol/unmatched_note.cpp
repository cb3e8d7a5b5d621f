#include "libnet/protocol/unmatched_note.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <new>

#include "libnet/protocol/context_table.hpp"

namespace banyan::net::detail {

unmatched_note::unmatched_note(const matcher& from, task_id source) {
    std::size_t total = 0;
    from.for_each_waiting_of(source, [&](const incoming& message) {
        if (message.where == incoming::stage::lost) return true;
        count& c = waiting_[message.context];
        ++c.messages;
        const bool known = std::find(c.tags.begin(), c.tags.end(), message.info.tag) != c.tags.end();
        if (!known && c.tags.size() < most_tags)
            c.tags.push_back(message.info.tag);
        else
            c.more_tags |= !known;
        return ++total < most_counted;
    });
}

std::string unmatched_note::text(const selector& wanted) const {
    const auto same = waiting_.find(wanted.context);
    if (same == waiting_.end() || is_collective(wanted.context) || !wanted.tag) return text_of_others(wanted.context);
    const count& c = same->second;
    std::string tags;
    for (const tag t : c.tags)
        tags += (tags.empty() ? "" : ", ") + std::to_string(t.value);
    const bool one = c.messages == 1;
    return fmt::format("; {} message{} with tag{} {}{} {} waiting, but the receive asks for tag {}", c.messages,
                       one ? "" : "s", c.tags.size() == 1 ? "" : "s", tags, c.more_tags ? ", ..." : "",
                       one ? "is" : "are", wanted.tag->value);
}

std::string unmatched_note::text_of_others(context_id wanted) const {
    std::size_t messages = 0;
    for (const auto& [context, c] : waiting_)
        if (context != wanted && !is_collective(context)) messages += c.messages;
    if (messages == 0 || is_collective(wanted)) return "";
    return fmt::format("; {} message{} of another group {} waiting", messages, messages == 1 ? "" : "s",
                       messages == 1 ? "is" : "are");
}

std::optional<unmatched_note> note_of(const matcher& from, task_id source) {
    try {
        return unmatched_note(from, source);
    } catch (const std::bad_alloc&) {
        return std::nullopt;
    }
}

error with_note(const error& gone, const std::optional<unmatched_note>& waiting, const selector& wanted) {
    try {
        const std::string note = waiting ? waiting->text(wanted) : "";
        if (!note.empty()) return {gone.which(), gone.what() + note, gone.peer()};
    } catch (const std::bad_alloc&) {
    }
    return gone;
}

}  // namespace banyan::net::detail

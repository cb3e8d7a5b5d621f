// The peers that send no more messages, and which receives can get no message because of them.
#pragma once

#include <cstddef>
#include <utility>

#include "banyan/net/message.hpp"
#include "libnet/protocol/channel_table.hpp"
#include "libnet/protocol/context_table.hpp"

namespace banyan::net::detail {

class ended_senders {
  public:
    /// Borrows the channels and contexts of the task `self`. `expected_peers`: the number of tasks other than this
    /// one.
    ended_senders(task_id self, std::size_t expected_peers, const channel_table& channels,
                  const context_table& contexts)
        : self_(self), expected_peers_(expected_peers), channels_(channels), contexts_(contexts) {}

    /// The peer of a channel sends no more messages. A peer that has ended may be added again when it is lost.
    void add(channel& ended) {
        if (std::exchange(ended.sending, false)) ++count_;
        last_ = &ended;
        any_ = true;
    }
    /// A group has been revoked.
    void note_revoked() { any_ = true; }
    /// False while no peer has ended and no group has been revoked: then each receive can get a message.
    [[nodiscard]] bool any() const { return any_; }
    /// The peer to name if a receive can get no message any more: its only source, or one of its possible sources if
    /// all of them have ended (the last one that ended, if it is among them). nullptr if a message can still arrive.
    [[nodiscard]] const channel* find(const selector& from) const {
        if (count_ == 0) return nullptr;
        if (!from.source) return find_any(from.context);
        const channel* source = channels_.find(*from.source);
        return source && !source->sending ? source : nullptr;
    }

  private:
    // One of the possible sources in a context, if all of them have ended. These are all other members of the group; in
    // a context of no group they are all peers.
    [[nodiscard]] const channel* find_any(context_id context) const {
        const auto members = contexts_.members_of(context);
        if (!members) return expected_peers_ > 0 && count_ >= expected_peers_ ? last_ : nullptr;
        const channel* ended = nullptr;
        for (const task_id member : *members) {
            if (member == self_) continue;
            const channel* other = channels_.find(member);
            if (!other || other->sending) return nullptr;
            if (!ended || other == last_) ended = other;
        }
        return ended;
    }

    const task_id self_;
    const std::size_t expected_peers_;
    const channel_table& channels_;
    const context_table& contexts_;
    bool any_ = false;
    std::size_t count_ = 0;
    const channel* last_ = nullptr;  // the one that was added last
};

}  // namespace banyan::net::detail

// The groups of a task that have been revoked, by their contexts. docs/groups.md describes revoked groups.
#pragma once

#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

#include "banyan/net/error.hpp"
#include "banyan/net/message.hpp"
#include "libnet/protocol/context_table.hpp"
#include "libnet/wire/frame.hpp"

namespace banyan::net::detail {

/// One revoked group. It need not exist on this task: the group may have been destroyed, or not been made yet.
struct revoked_group {
    error why;                 ///< the error of its operations
    bool told_others = false;  ///< this task has told all other members
    bool ended = false;        ///< its operations and messages have been ended
};

/// Messages in a collective context that a revoked group still exchanges. They are those of shrink
/// (libnet/collectives/collective_tag.hpp).
constexpr bool outlives_revocation(tag t) {
    constexpr std::uint32_t kind_of_shrink = 18;
    constexpr int bits_below_kind = 26;
    return static_cast<std::uint32_t>(t.value) >> bits_below_kind == kind_of_shrink;
}

/// Guarded by the mailbox's lock. A group stays revoked for ever, because messages of it may still come.
class revoked_contexts {
  public:
    /// The revoked group whose first context is `first`; nullptr if it has not been revoked.
    [[nodiscard]] revoked_group* find(context_id first) {
        const auto found = groups_.find(first);
        return found == groups_.end() ? nullptr : &found->second;
    }
    revoked_group& add(context_id first, error reason) {
        return groups_.emplace(first, revoked_group{.why = std::move(reason)}).first->second;
    }
    /// The error of a send, receive or message in this context with this tag (nothing: any tag); nullptr if its group
    /// has not been revoked.
    [[nodiscard]] const error* why(context_id context, std::optional<tag> t) const {
        const auto after = groups_.upper_bound(context);
        if (after == groups_.begin()) return nullptr;
        const auto& [first, revoked] = *std::prev(after);
        if (context.value - first.value >= contexts_per_group) return nullptr;
        const bool outlives = context != first && t && outlives_revocation(*t);
        return outlives ? nullptr : &revoked.why;
    }
    [[nodiscard]] const error* why(const selector& from) const { return why(from.context, from.tag); }
    [[nodiscard]] const error* why(const destination& to) const { return why(to.context, to.tag); }

    /// The frame that tells a peer of the revoked group that uses this context.
    [[nodiscard]] wire::frame_header frame_of(context_id context) const {
        const auto& [first, revoked] = *std::prev(groups_.upper_bound(context));
        return {.kind = wire::frame_kind::revoke, .context = first, .token = revoked.why.peer().value};
    }

  private:
    std::map<context_id, revoked_group> groups_;
};

}  // namespace banyan::net::detail

// What the copies of one group share: the count of its collectives, their traffic, and the source of fresh contexts.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>

#include "banyan/net/group.hpp"

namespace banyan::net::detail {

/// The lowest context that this task has not yet used; shared by a group and all groups made from it.
/// A task may run ahead of the others (it was in more splits), so a new group takes the highest of its members.
struct context_counter {
    std::atomic<std::uint32_t> next{0};

    /// Contexts below `first_free` are taken.
    void raise(std::uint32_t first_free) {
        std::uint32_t seen = next.load();
        while (seen < first_free && !next.compare_exchange_weak(seen, first_free)) {
        }
    }
};

/// Used from one thread at a time, but for the contexts.
struct group_state {
    collective_traffic traffic;
    std::uint32_t collectives_begun = 0;
    std::shared_ptr<context_counter> contexts;

    static group_state& of(const group& g) { return *g.state_; }
    static std::span<const task_id> members_of(const group& g) { return g.members_; }
    static group make_subgroup(const group& parent, std::vector<task_id> members, std::vector<std::string> hosts,
                               context_id first_context) {
        return group(parent, std::move(members), std::move(hosts), first_context);
    }
};

/// Contexts that one group uses: one for users, one for collectives.
inline constexpr std::uint32_t contexts_per_group = 2;

/// The first context of the group of all tasks of a run; 0 is for plain mailbox traffic.
inline constexpr context_id world_context{1};

}  // namespace banyan::net::detail

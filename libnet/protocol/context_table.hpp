// The contexts of the groups of one mailbox: which group uses which, the members of each group, and the free contexts.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "banyan/net/ids.hpp"
#include "libnet/base/fork_count.hpp"

namespace banyan::net::detail {

/// Programs choose contexts below this one. libnet chooses the others.
inline constexpr std::uint32_t first_reserved_context = std::uint32_t{1} << 31;

/// A group whose contexts libnet has chosen uses two: an even one for its users, and the next one for its collectives.
/// The tags of the latter are internal and are not shown in errors and reports.
constexpr bool is_collective(context_id context) {
    return context.value >= first_reserved_context && context.value % 2 == 1;
}

/// Contexts that one group uses: one for users, one for collectives.
inline constexpr std::uint32_t contexts_per_group = 2;

/// The first context of the group of all tasks of a run.
inline constexpr context_id world_context{first_reserved_context};

/// One per mailbox. Its groups share it and may outlive the mailbox. Any thread may call it at any time. Sending and
/// receiving do not look up this table.
class context_table {
  public:
    using member_list = std::shared_ptr<const std::vector<task_id>>;

    /// Adds a live group that uses `first` and the context after it. Throws errc::invalid_argument if a live group of
    /// this mailbox uses one of them.
    void add(context_id first, std::vector<task_id> members);
    /// Does nothing in a child that the task has forked: there the lock may be locked for ever.
    void remove(context_id first);
    /// The members of the live group that uses the context; nullptr if there is none.
    [[nodiscard]] member_list members_of(context_id context) const;

    /// The lowest context that no group of this mailbox has used and avoid() has not excluded. A task that has taken
    /// part in more splits has a higher one, so a new group takes the highest of its members.
    [[nodiscard]] std::uint32_t next_free() const { return next_free_.load(std::memory_order_relaxed); }
    /// Marks the contexts of a group that begins at `first` as used. Throws errc::resource_limit if no context is left.
    void use(context_id first);
    /// Another task uses the contexts of a group that begins at `first`: no later group of this mailbox gets them. Does
    /// nothing for contexts that libnet does not choose.
    void avoid(context_id first) noexcept {
        if (first.value >= first_reserved_context && first.value < end_of_range) raise_next_free(first);
    }

  private:
    void raise_next_free(context_id used) noexcept;

    static constexpr std::uint32_t end_of_range = ~std::uint32_t{1};  // the last pair is never used

    const maker_process made_in_;
    std::atomic<std::uint32_t> next_free_{first_reserved_context + contexts_per_group};
    mutable std::mutex mutex_;  // guards groups_
    std::map<context_id, member_list> groups_;
};

}  // namespace banyan::net::detail

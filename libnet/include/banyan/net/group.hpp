// An ordered list of tasks with ranks; point-to-point by rank, collectives in collectives.hpp.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "banyan/net/mailbox.hpp"

namespace banyan::net {

/// Types that may travel as raw bytes between tasks of equal architecture.
template <class T>
concept transferable = std::is_trivially_copyable_v<T> && !std::is_pointer_v<T>;

/// What the collectives of one group have sent from this task; compared with the formulas of schedule_cost in tests.
struct collective_traffic {
    std::uint64_t messages = 0;
    std::uint64_t bytes = 0;
};

namespace detail {
struct group_state;
}  // namespace detail

/// A list of tasks, equal on all members, and this task's rank in it. Borrows its mailbox, which must outlive it. The
/// messages of a group use its own two contexts: one for users, one for collectives. Copies are the same group and
/// share the count of its collectives.
///
/// Thread rule: any thread may send and receive at any time. The collectives of one group are called by one thread at a
/// time, in the same order on all members. Collectives of different groups may run in different threads at once. Calls
/// of split and duplicate, for all groups of one mailbox, run in one thread at a time, in the same order on all common
/// members, because they share their source of contexts.
class group {
  public:
    /// `members`: in rank order, equal on all members, `self` among them. The group uses `first_context` and the next
    /// context. Programs choose contexts from 0 to 2^31 - 2; higher ones belong to the world group and to the groups
    /// made by split and duplicate. Two live groups with common members must not use the same context. Throws
    /// errc::invalid_argument if the mailbox's task is not a member, a task is in the list twice, programs may not
    /// choose the context, or a live group of this mailbox uses it (a copy of a group is the same group).
    group(mailbox& box, std::vector<task_id> members, context_id first_context, std::vector<std::string> hosts = {});

    [[nodiscard]] int size() const { return static_cast<int>(members_.size()); }
    [[nodiscard]] net::rank rank() const { return rank_; }
    [[nodiscard]] task_id task(net::rank r) const {
        const auto index = static_cast<std::size_t>(r.value);  // a negative one becomes large
        if (index >= members_.size()) refuse(r);
        return members_[index];
    }
    [[nodiscard]] net::rank rank_of(task_id t) const;
    /// Name of the member's host; "" if it is not known.
    [[nodiscard]] const std::string& host(net::rank r) const;
    [[nodiscard]] mailbox& box() const { return *box_; }
    [[nodiscard]] context_id user_context() const { return context_; }
    [[nodiscard]] context_id collective_context() const { return context_id{context_.value + 1}; }

    /// Collective over this group: the members that give the same `color` form a new group, ordered by `key` and
    /// then by rank. The new group has contexts of its own. Blocks; throws as barrier() does, and errc::resource_limit
    /// when all contexts (2^30 groups) have been used.
    [[nodiscard]] group split(int color, int key, deadline until = {}) const;
    /// Collective over this group: a group of the same members in the same order with contexts of its own, so that
    /// messages of a library never match receives of its caller.
    [[nodiscard]] group duplicate(deadline until = {}) const { return split(0, rank_.value, until); }

    /// What this group's collectives have sent from this task so far.
    [[nodiscard]] const collective_traffic& traffic() const;

    /// Sends the items to rank `to`; blocks as mailbox::send does.
    template <transferable T>
    void send(net::rank to, tag t, std::span<const T> items, deadline until = {}) const {
        box_->send({task(to), t, context_}, std::as_bytes(items), until);
    }
    /// Receives exactly items.size() items from rank `from`; throws errc::truncated for a longer message and
    /// errc::invalid_argument for a shorter one.
    template <transferable T>
    void recv(net::rank from, tag t, std::span<T> items, deadline until = {}) const {
        expect_size(box_->recv({task(from), t, context_}, std::as_writable_bytes(items), until), items.size_bytes());
    }
    /// The same with scatter-gather buffers (regions.hpp).
    void send(net::rank to, tag t, const const_regions& payload, deadline until = {}) const {
        box_->send({task(to), t, context_}, payload, until);
    }
    void recv(net::rank from, tag t, const regions& buffer, deadline until = {}) const {
        expect_size(box_->recv({task(from), t, context_}, buffer, until), buffer.size_bytes());
    }
    template <transferable T>
    [[nodiscard]] bool try_send(net::rank to, tag t, std::span<const T> items) const {
        return box_->try_send({task(to), t, context_}, std::as_bytes(items));
    }
    template <transferable T>
    [[nodiscard]] request async_send(net::rank to, tag t, std::span<const T> items) const {
        return box_->async_send({task(to), t, context_}, std::as_bytes(items));
    }
    template <transferable T>
    [[nodiscard]] request async_recv(net::rank from, tag t, std::span<T> items) const {
        return box_->async_recv({task(from), t, context_}, std::as_writable_bytes(items));
    }
    /// Sends bytes as they are; also takes a packer (packer.hpp), for tasks of another architecture.
    void send(net::rank to, tag t, std::span<const std::byte> bytes, deadline until = {}) const;
    /// Receives a message of unknown length; unpacker (unpacker.hpp) reads what a packer has written.
    [[nodiscard]] message recv(net::rank from, tag t, deadline until = {}) const;

  private:
    friend struct detail::group_state;
    struct chosen_by_libnet {};  // the context
    group(chosen_by_libnet, mailbox& box, std::vector<task_id> members, std::vector<std::string> hosts,
          context_id first_context);
    void find_self();
    [[noreturn]] void refuse(net::rank r) const;
    void expect_size(const message_info& info, std::size_t expected_bytes) const;

    mailbox* box_;
    std::vector<task_id> members_;
    std::vector<std::string> hosts_;
    context_id context_;
    net::rank rank_;
    std::shared_ptr<detail::group_state> state_;
};

}  // namespace banyan::net

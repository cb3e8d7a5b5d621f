// An ordered list of tasks with ranks; point-to-point by rank, collectives in collectives.hpp.
#pragma once

#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "banyan/net/mailbox.hpp"

namespace banyan::net {

/// Types that may travel as raw bytes between tasks of equal architecture.
template <class T>
concept transferable = std::is_trivially_copyable_v<T> && !std::is_pointer_v<T>;

/// A list of tasks, the same on every member, and this task's place in it. Borrows its mailbox, which must outlive it.
/// Messages of a group travel in the group's own two contexts: one for users, one for collectives.
class group {
  public:
    /// `members` in rank order, equal on all members; `self` must be among them. `first_context` and the one after it
    /// must be used by no other group with common members.
    group(mailbox& box, std::vector<task_id> members, context_id first_context, std::vector<std::string> hosts = {});

    [[nodiscard]] int size() const { return static_cast<int>(members_.size()); }
    [[nodiscard]] net::rank rank() const { return rank_; }
    [[nodiscard]] task_id task(net::rank r) const;
    [[nodiscard]] net::rank rank_of(task_id t) const;
    /// Name of the host that the member runs on, "" where it is not known.
    [[nodiscard]] const std::string& host(net::rank r) const;
    [[nodiscard]] mailbox& box() const { return *box_; }
    [[nodiscard]] context_id user_context() const { return context_; }
    [[nodiscard]] context_id collective_context() const { return context_id{context_.value + 1}; }

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
    template <transferable T>
    [[nodiscard]] request async_send(net::rank to, tag t, std::span<const T> items) const {
        return box_->async_send({task(to), t, context_}, std::as_bytes(items));
    }
    template <transferable T>
    [[nodiscard]] request async_recv(net::rank from, tag t, std::span<T> items) const {
        return box_->async_recv({task(from), t, context_}, std::as_writable_bytes(items));
    }

  private:
    void expect_size(const message_info& info, std::size_t expected_bytes) const;

    mailbox* box_;
    std::vector<task_id> members_;
    std::vector<std::string> hosts_;
    context_id context_;
    net::rank rank_;
};

}  // namespace banyan::net

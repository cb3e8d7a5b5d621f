// What a group's async_recv and claim return: as those of a mailbox, but the source is a rank.
#pragma once

#include <concepts>
#include <memory>
#include <optional>
#include <vector>

#include "banyan/net/item_range.hpp"
#include "banyan/net/mailbox.hpp"

namespace banyan::net {

namespace detail {

/// Finds the rank of a source. A named source is known already.
struct source_rank {
    std::optional<net::rank> named;
    std::shared_ptr<const std::vector<task_id>> members{};  ///< only without a named source

    [[nodiscard]] group_message_info of(const message_info& info) const;
};

}  // namespace detail

/// A receive that a group has started. If the rank is not needed, it can be moved into a `request`, whose wait() names
/// the source as a task. wait_any and its relatives take spans of group_request too. Move-only. May outlive its group.
class group_request : public request {
  public:
    group_request() = default;
    /// As request::wait. A message that is shorter than the buffer is allowed.
    group_message_info wait(deadline until = {}) { return source_.of(request::wait(until)); }

  private:
    friend class group;
    group_request(request&& started, detail::source_rank source)
        : request(std::move(started)), source_(std::move(source)) {}

    detail::source_rank source_;
};

/// A message that a group has claimed, as claimed_message. May outlive its group.
class group_claimed_message {
  public:
    [[nodiscard]] const group_message_info& info() const { return info_; }
    /// False after the message has been received.
    [[nodiscard]] bool valid() const { return message_.valid(); }

    /// Blocks until the message is in the buffer. Throws errc::invalid_argument, and the message is still claimed, if
    /// the buffer has another length than the message. Other errors as claimed_message::recv.
    template <class T = detail::any_item, detail::buffer_argument R = detail::braced_items<T>>
    group_message_info recv(R&& buffer, deadline until = {}) {
        return receive(detail::buffer_of<T, R>(buffer), until);
    }
    /// Receives bytes of any length; unpacker (unpacker.hpp) reads what a packer has written.
    [[nodiscard]] group_message recv(deadline until = {}) { return {info_, message_.recv(until).payload}; }

  private:
    friend class group;
    group_claimed_message(claimed_message&& message, const detail::source_rank& source)
        : message_(std::move(message)), info_(source.of(message_.info())) {}
    group_message_info receive(const regions& buffer, deadline until);

    claimed_message message_;
    group_message_info info_;
};

}  // namespace banyan::net

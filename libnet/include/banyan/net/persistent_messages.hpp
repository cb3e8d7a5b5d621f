// Sends and receives that are prepared once and started many times with the same memory, rank and tag:
//
//   std::vector<persistent_group_request> halo;
//   halo.push_back(persistent_recv(world, left, t, ghost));
//   halo.push_back(persistent_send(world, right, t, border));
//   while (...) { start_all(halo); relax_interior(); wait_all(halo); relax_border(); }
//
// Preparing sends nothing. A start is an async_send or async_recv that allocates no memory of its own: the messages are
// the same, so the other end may use any form.
#pragma once

#include <ranges>

#include "banyan/net/group.hpp"

namespace banyan::net {

class collective_messages;  // starts the same transfers in each call of a persistent collective

/// A prepared send or receive of a mailbox. It is a request: wait(), test(), cancel(), wait_all, wait_any and their
/// relatives, and wait_descriptor work on what was started last. It is empty (valid() is false) before the first
/// start() and after reset(). Move-only, used by one thread at a time. Borrows its memory and its mailbox, which must
/// outlive it. Do not move it into a `request`: that takes the operation away.
class persistent_request : public request {
  public:
    persistent_request() noexcept;
    /// A send of `payload`. Its bytes are read again after each start, and must not change until that send is done.
    persistent_request(mailbox& box, destination to, const const_regions& payload);
    /// A receive into `buffer`. The message may be shorter; a longer one fails with errc::truncated.
    persistent_request(mailbox& box, selector from, const regions& buffer);
    persistent_request(persistent_request&&) noexcept;
    persistent_request& operator=(persistent_request&&) noexcept;
    ~persistent_request();

    /// Starts the operation again; does not block. Throws errc::invalid_argument if the operation started last is not
    /// done or nothing was prepared, and otherwise as async_send and async_recv. If wait() was not called for the
    /// operation started last, its result or error is discarded.
    void start();
    /// As request::reset(); the operation stays prepared.
    void reset();

  private:
    friend class collective_messages;
    // As start(), with this tag from now on.
    void start(tag t);
    [[nodiscard]] detail::operation& renewed();
    void start_prepared();

    std::unique_ptr<detail::operation> prepared_;  // while it is not started
    bool used_ = false;                            // it has been started before
};

/// A persistent_request of a group: wait() returns the rank of the source.
class persistent_group_request : public persistent_request {
  public:
    persistent_group_request() = default;
    persistent_group_request(persistent_request&& prepared, detail::source_rank other)
        : persistent_request(std::move(prepared)), other_(std::move(other)) {}

    /// As request::wait. For a send, the rank is that of the receiver. A message that is shorter than the buffer is
    /// allowed.
    group_message_info wait(deadline until = {}) { return other_.of(request::wait(until)); }

  private:
    detail::source_rank other_;
};

/// Starts all of them, in order. If one throws, those before it have been started.
template <std::ranges::forward_range R>
requires std::derived_from<std::ranges::range_value_t<R>, persistent_request>
void start_all(R&& requests) {
    for (persistent_request& r : requests)
        r.start();
}

namespace detail {

persistent_group_request prepared_send(const group& g, rank to, tag t, const const_regions& payload);
persistent_group_request prepared_receive(const group& g, std::optional<rank> from, std::optional<tag> t,
                                          const regions& buffer);

}  // namespace detail

/// Prepares group::async_send. The payload must live as long as the request, with the same length; a temporary does not
/// compile. Throws errc::invalid_argument if `to` is not a rank of the group.
template <class T = detail::any_item, class R = detail::braced_const_items<T>>
[[nodiscard]] persistent_group_request persistent_send(const group& g, rank to, tag t, R&& payload) {
    detail::expect_lasting<R>();
    return detail::prepared_send(g, to, t, detail::payload_of<T, R>(payload));
}

/// Prepares group::async_recv, also from any_source and of any_tag. The buffer must live as long as the request.
template <class T = detail::any_item, class R = detail::braced_items<T>>
[[nodiscard]] persistent_group_request persistent_recv(const group& g, std::optional<rank> from, std::optional<tag> t,
                                                       R&& buffer) {
    return detail::prepared_receive(g, from, t, detail::buffer_of<T, R>(buffer));
}

}  // namespace banyan::net

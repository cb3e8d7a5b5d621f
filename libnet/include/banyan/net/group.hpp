// An ordered list of tasks with ranks; point-to-point by rank, collectives in collectives.hpp.
#pragma once

#include <concepts>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <vector>

#include "banyan/net/group_request.hpp"
#include "banyan/net/item_range.hpp"
#include "banyan/net/mailbox.hpp"
#include "banyan/net/rank_list.hpp"

namespace banyan::net {

/// The color of a rank that joins none of the new groups (group::split).
inline constexpr std::optional<int> no_color{};

/// What this task has sent in the collectives of one group. Tests compare it with the formulas of schedule_cost.
struct collective_traffic {
    std::uint64_t messages = 0;
    std::uint64_t bytes = 0;
};

namespace detail {
struct group_state;
}  // namespace detail

/// A list of tasks, equal on all members, and this task's rank in it. Borrows its mailbox, which must outlive it. The
/// messages of a group use its own two contexts: one for the messages of the program, one for collectives. Copies are
/// the same group and share the count of its collectives.
///
/// Thread rule: any thread may send and receive at any time. The collectives of one group are called by one thread at a
/// time, in the same order on all members. Those of different groups may run in parallel, in different threads. Calls
/// of split, duplicate, subgroup and shrink, for all groups of one mailbox, run in one thread at a time, in the same
/// order on all common members, because they share their source of contexts.
class group {
  public:
    /// `members`: the tasks in rank order, the same list on all members; it contains the task of the mailbox. The group
    /// uses `first_context` and the next context. Programs choose contexts from 0 to 2^31 - 2; higher ones belong to
    /// the world group and to the groups that libnet makes. Two live groups with common members must not use the same
    /// context. Throws errc::invalid_argument if the mailbox's task is not a member, a task is in the list
    /// twice, programs may not choose the context, or a live group of this mailbox uses it (a copy of a group is the
    /// same group). `hosts`: the host name of each member, in rank order; missing names are "".
    group(mailbox& box, std::vector<task_id> members, context_id first_context, std::vector<std::string> hosts = {});

    [[nodiscard]] int size() const { return static_cast<int>(members_.size()); }
    [[nodiscard]] net::rank rank() const { return rank_; }
    [[nodiscard]] task_id task(net::rank r) const {
        const auto index = static_cast<std::size_t>(r.value);  // a negative one becomes large
        if (index >= members_.size()) refuse(r);
        return members_[index];
    }
    [[nodiscard]] net::rank rank_of(task_id t) const;
    /// The name of the member's host; "" if it is not known.
    [[nodiscard]] const std::string& host(net::rank r) const;
    [[nodiscard]] mailbox& box() const { return *box_; }
    [[nodiscard]] context_id user_context() const { return context_; }
    [[nodiscard]] context_id collective_context() const { return context_id{context_.value + 1}; }

    /// Collective over this group: the members that give the same `color` form a new group, ordered by `key` and
    /// then by rank. The new group has contexts of its own. Blocks; throws as barrier() does, and errc::resource_limit
    /// when all contexts (2^30 groups) have been used.
    [[nodiscard]] group split(int color, int key, deadline until = {}) const {
        return *split(std::optional<int>(color), key, until);
    }
    /// The same, for ranks that may join none of the new groups: returns nothing if `color` is `no_color`. In one call,
    /// some ranks may use this form and others the one above.
    [[nodiscard]] std::optional<group> split(std::optional<int> color, int key, deadline until = {}) const;
    /// Collective over this group: a group of the same members in the same order with contexts of its own, so that
    /// messages of a library never match receives of its caller.
    [[nodiscard]] group duplicate(deadline until = {}) const { return split(0, rank_.value, until); }

    /// Makes a group of the listed ranks of this group, in the order of the list, with contexts of its own. Called by
    /// these ranks only, all with the same list; the others take no part, and may have ended or died. It is not counted
    /// as a collective of this group, and works after the collectives of this group have failed. Each rank exchanges
    /// two messages with the first rank of the list. Common members of several calls make the calls in the same order,
    /// also relative to split and duplicate. Calls in different orders wait for each other until the deadline.
    ///
    /// Throws errc::invalid_argument, before anything is sent, if this rank is not in the list or a listed rank is not
    /// in this group. Throws peer_lost or host_lost if a listed rank has ended or died, and collective_mismatch if the
    /// lists differ; the first rank of the list reports these to the others. If the first ranks of the lists differ
    /// too, the call waits until the deadline. After an error all listed ranks may call it again.
    [[nodiscard]] group subgroup(const rank_list& ranks, deadline until = {}) const;

    /// What this group's collectives have sent from this task so far.
    [[nodiscard]] const collective_traffic& traffic() const;

    // Messages. A payload is one item, contiguous items (item_range.hpp), a packer (packer.hpp) or scatter-gather
    // buffers (regions.hpp). A buffer is a variable, contiguous items or scatter-gather buffers. The item type may be
    // named, as in send<double>(to, t, {first, count}). `from` and `t` of a receive may be any_source and any_tag: only
    // messages of this group match.

    /// Sends the payload to rank `to`; blocks as mailbox::send does.
    template <class T = detail::any_item, class R = detail::braced_const_items<T>>
    void send(net::rank to, tag t, R&& payload, deadline until = {}) const {
        box_->send({task(to), t, context_}, detail::payload_of<T, R>(payload), until);
    }
    /// Sends if that is possible without waiting; never blocks. Returns true if it has sent the payload, which may then
    /// be changed. As mailbox::try_send.
    template <class T = detail::any_item, class R = detail::braced_const_items<T>>
    [[nodiscard]] bool try_send(net::rank to, tag t, R&& payload) const {
        return box_->try_send({task(to), t, context_}, detail::payload_of<T, R>(payload));
    }
    /// Starts a send. The payload must stay unchanged until the request is done; a temporary does not compile.
    template <class T = detail::any_item, class R = detail::braced_const_items<T>>
    [[nodiscard]] request async_send(net::rank to, tag t, R&& payload) const {
        detail::expect_lasting<R>();
        return box_->async_send({task(to), t, context_}, detail::payload_of<T, R>(payload));
    }

    /// Receives a message that has exactly the length of the buffer: the right form where the receiver knows the
    /// length. Throws errc::truncated for a longer message and errc::invalid_argument for a shorter one.
    template <class T = detail::any_item, detail::buffer_argument R = detail::braced_items<T>>
    group_message_info recv(std::optional<net::rank> from, std::optional<tag> t, R&& buffer,
                            deadline until = {}) const {
        return receive(from, t, detail::buffer_of<T, R>(buffer), until);
    }
    /// Receives and returns a value of type T. For one item, as in recv<double>(from, t), the message must have exactly
    /// the length of the item. For a vector or string the message may have any length. Throws errc::invalid_argument if
    /// that length is not a whole number of items.
    template <class T>
    [[nodiscard]] T recv(std::optional<net::rank> from, std::optional<tag> t, deadline until = {}) const {
        constexpr bool resizable = resizable_items<T>;
        constexpr bool right = resizable || (transferable<T> && std::default_initializable<T>);
        static_assert(right, "transferable: recv<T> returns a trivially copyable type, or a vector or string of one");
        T value{};
        if constexpr (resizable)
            recv_any_length(from, t, value, until);
        else if constexpr (right)
            recv(from, t, value, until);
        return value;
    }
    /// Receives a message of any length into a vector or string, which gets the message's length: the right form where
    /// the length varies and the source is needed too. For long messages of a known length, recv() into a buffer saves
    /// time: it allocates no memory and does not set new items to 0. Throws errc::invalid_argument if the length is not
    /// a whole number of items, and errc::resource_limit if there is not enough memory. After an error the items may
    /// have changed.
    template <class C>
    group_message_info recv_any_length(std::optional<net::rank> from, std::optional<tag> t, C& items,
                                       deadline until = {}) const {
        constexpr bool right = resizable_items<C>;
        static_assert(right, "resizable_items: give a vector or string of a trivially copyable type");
        if constexpr (right && detail::has_plain_memory<C>) {
            const auto info = receive_growing(from, t, {&items, &detail::resize_for<C>}, until);
            expect_whole_items(info, sizeof(std::ranges::range_value_t<C>));
            return info;
        } else if constexpr (right) {
            const group_message got = recv(from, t, until);
            const std::size_t item_bytes = sizeof(std::ranges::range_value_t<C>);
            expect_whole_items(got.info, item_bytes);
            try {
                items.resize(got.info.size_bytes / item_bytes);
            } catch (const std::bad_alloc&) {
                refuse_length(got.info);
            }
            if (!got.payload.empty()) std::memcpy(items.data(), got.payload.data(), got.payload.size());
            return got.info;
        } else {
            return {};
        }
    }
    /// Receives bytes of any length; unpacker (unpacker.hpp) reads what a packer has written.
    [[nodiscard]] group_message recv(std::optional<net::rank> from, std::optional<tag> t, deadline until = {}) const;
    /// Receives a message if one has arrived completely; never blocks. Lengths as in recv.
    template <class T = detail::any_item, class R = detail::braced_items<T>>
    [[nodiscard]] std::optional<group_message_info> try_recv(std::optional<net::rank> from, std::optional<tag> t,
                                                             R&& buffer) const {
        return try_receive(from, t, detail::buffer_of<T, R>(buffer));
    }
    /// Starts a receive into a buffer, which must live until the request is done. A shorter message is allowed here:
    /// group_request::wait() returns its length and source.
    template <class T = detail::any_item, class R = detail::braced_items<T>>
    [[nodiscard]] group_request async_recv(std::optional<net::rank> from, std::optional<tag> t, R&& buffer) const {
        return {box_->async_recv(matching(from, t), detail::buffer_of<T, R>(buffer)), source(from)};
    }

    /// Blocks until a matching message waits and describes it without taking it. Another thread may take it.
    [[nodiscard]] group_message_info probe(std::optional<net::rank> from, std::optional<tag> t,
                                           deadline until = {}) const;
    /// Describes a matching message if one waits; never blocks. Throws as recv does if none can come any more.
    [[nodiscard]] std::optional<group_message_info> try_probe(std::optional<net::rank> from,
                                                              std::optional<tag> t) const;

    /// Blocks until a matching message waits and takes it out of the queue for the caller, who can receive it later: no
    /// other receive, probe or claim gets it. So several threads that receive from any source can each learn the length
    /// of their message before they receive it.
    [[nodiscard]] group_claimed_message claim(std::optional<net::rank> from, std::optional<tag> t,
                                              deadline until = {}) const;
    /// Claims a matching message if one waits; never blocks. Throws as recv does if none can come any more.
    [[nodiscard]] std::optional<group_claimed_message> try_claim(std::optional<net::rank> from,
                                                                 std::optional<tag> t) const;

    /// Sends to one rank and receives from another (or the same, or itself): the receive is started before the
    /// send, so there is no deadlock if all ranks call it, for any lengths. `buffer` must not overlap the
    /// payload. Length and errors as in recv and send.
    template <class R = detail::braced_const_items<detail::any_item>, class S = detail::braced_items<detail::any_item>>
    group_message_info send_recv(net::rank to, tag send_tag, R&& payload, std::optional<net::rank> from,
                                 std::optional<tag> recv_tag, S&& buffer, deadline until = {}) const {
        return exchange(to, send_tag, detail::payload_of<detail::any_item, R>(payload), from, recv_tag,
                        detail::buffer_of<detail::any_item, S>(buffer), until);
    }
    /// The same with one variable or range for both: the items are sent from a copy and then replaced.
    template <class R>
    group_message_info send_recv_replace(net::rank to, tag send_tag, R&& items, std::optional<net::rank> from,
                                         std::optional<tag> recv_tag, deadline until = {}) const {
        return exchange_in_place(to, send_tag, detail::buffer_of<detail::any_item, R>(items), from, recv_tag, until);
    }

  private:
    friend struct detail::group_state;
    struct chosen_by_libnet {};  // selects the constructor for a context that libnet has chosen
    group(chosen_by_libnet, mailbox& box, std::vector<task_id> members, std::vector<std::string> hosts,
          context_id first_context);
    void find_self();
    [[noreturn]] void refuse(net::rank r) const;
    [[nodiscard]] selector matching(std::optional<net::rank> from, std::optional<tag> t) const;
    [[nodiscard]] group_message_info info_of(const message_info& info, std::optional<net::rank> from) const;
    [[nodiscard]] detail::source_rank source(std::optional<net::rank> from) const;
    group_message_info receive(std::optional<net::rank> from, std::optional<tag> t, const regions& buffer,
                               deadline until) const;
    group_message_info receive_growing(std::optional<net::rank> from, std::optional<tag> t,
                                       const detail::growing_buffer& items, deadline until) const;
    std::optional<group_message_info> try_receive(std::optional<net::rank> from, std::optional<tag> t,
                                                  const regions& buffer) const;
    group_message_info exchange(net::rank to, tag send_tag, const const_regions& payload, std::optional<net::rank> from,
                                std::optional<tag> recv_tag, const regions& buffer, deadline until) const;
    group_message_info exchange_in_place(net::rank to, tag send_tag, const regions& items,
                                         std::optional<net::rank> from, std::optional<tag> recv_tag,
                                         deadline until) const;
    void expect_size(const group_message_info& info, std::size_t expected_bytes) const;
    void expect_whole_items(const group_message_info& info, std::size_t item_bytes) const;
    [[noreturn]] void refuse_length(const group_message_info& info) const;

    mailbox* box_;
    std::vector<task_id> members_;
    std::vector<std::string> hosts_;
    context_id context_;
    net::rank rank_;
    std::shared_ptr<detail::group_state> state_;
};

}  // namespace banyan::net

// allgather among neighbours: each rank sends the same items to all its destinations and receives those of each of its
// sources. The rules, errors and forms are those of neighbour_exchange.hpp.
//
//   const cartesian_topology grid(world, shape);
//   std::vector<double> around(grid.sources().size());
//   neighbour_allgather(grid, load, around);  // the load of each neighbour; unchanged where there is none
#pragma once

#include "banyan/net/neighbour_exchange.hpp"

namespace banyan::net {

namespace detail {

template <class T>
neighbour_call allgather_call() {
    return call_of_neighbours<T>(collective_kind::neighbour_allgather);
}

void neighbour_allgather(const neighbourhood& of, const neighbour_call& call, std::span<const std::byte> mine,
                         std::span<std::byte> all, deadline until);
/// The first part of neighbour_allgather_varying. Returns the lengths of the received blocks in bytes, as
/// neighbour_sizes().
std::vector<std::size_t> neighbour_allgather_sizes(const neighbourhood& of, const neighbour_call& call,
                                                   std::size_t mine_bytes, deadline until);
/// The second part.
void neighbour_allgather_varying(const neighbourhood& of, std::span<const std::byte> mine, std::span<std::byte> all,
                                 std::span<const std::size_t> all_bytes, deadline until);

persistent_collective persistent_neighbour_allgather(const neighbourhood& of, const neighbour_call& call,
                                                     std::span<const std::byte> mine, std::span<std::byte> all);
/// After neighbour_allgather_sizes(), with the same call.
persistent_collective persistent_neighbour_allgather_varying(const neighbourhood& of, const neighbour_call& call,
                                                             std::span<const std::byte> mine, std::span<std::byte> all,
                                                             std::span<const std::size_t> all_bytes);

/// The first part with a result of the caller that gets its size.
template <class T>
std::vector<std::size_t> allgather_sizes(const neighbourhood& of, std::span<const std::byte> mine, varying<T>& all,
                                         deadline until) {
    expect_apart(collective_kind::neighbour_allgather, mine, bytes_of_items(all));
    auto all_bytes = neighbour_allgather_sizes(of, allgather_call<T>(), mine.size(), until);
    make_room(of, all_bytes, all, until);
    return all_bytes;
}
/// The first part with a result in memory of fixed length.
template <class T>
std::vector<std::size_t> allgather_sizes(const neighbourhood& of, std::span<const std::byte> mine,
                                         const block_memory& all, deadline until) {
    expect_count_for_each_source(of, collective_kind::neighbour_allgather, all.counts);
    expect_apart(collective_kind::neighbour_allgather, mine, all.items);
    auto all_bytes = neighbour_allgather_sizes(of, allgather_call<T>(), mine.size(), until);
    set_counts(of, allgather_call<T>(), all_bytes, all, until);
    return all_bytes;
}

}  // namespace detail

/// `all` gets the items of each source, in the order of sources(): it has the length of `mine` for each entry. The part
/// of an empty entry is not changed. `mine` has the same length on all ranks. Costs one message for each neighbour.
/// Throws errc::invalid_argument, before anything is sent, if `all` has another length or overlaps `mine`.
template <class R, class S>
void neighbour_allgather(const neighbourhood& of, R&& mine, S&& all, deadline until = {}) {
    detail::expect_same_items<R, S>();
    detail::neighbour_allgather(of, detail::allgather_call<detail::item_type_t<R>>(), detail::bytes_to_read<R>(mine),
                                detail::bytes_to_write<S>(all), until);
}

/// `mine` may have another length on each rank. The result has one count for each entry of sources(); that of an empty
/// entry is 0. Costs two messages for each neighbour, because the lengths are sent first. This form sets `all`, whose
/// memory is used again if there is room; `mine` must not be a part of `all`: errc::invalid_argument.
template <sendable R, transferable T>
void neighbour_allgather_varying(const neighbourhood& of, R&& mine, varying<T>& all, deadline until = {}) {
    detail::expect_same_items<R, std::vector<T>>();
    const std::span<const std::byte> bytes = detail::bytes_to_read<R>(mine);
    const auto all_bytes = detail::allgather_sizes(of, bytes, all, until);
    detail::neighbour_allgather_varying(of, bytes, detail::bytes_of_items(all), all_bytes, until);
}
/// The same; returns the result.
template <sendable R>
[[nodiscard]] auto neighbour_allgather_varying(const neighbourhood& of, R&& mine, deadline until = {}) {
    varying<detail::item_type_t<R>> all;
    neighbour_allgather_varying(of, mine, all, until);
    return all;
}
/// The same into memory of a fixed length, as in neighbour_exchange_varying.
template <sendable R, class S>
void neighbour_allgather_varying(const neighbourhood& of, R&& mine, S&& all, std::span<std::size_t> counts,
                                 deadline until = {}) {
    detail::expect_same_items<R, S>();
    const std::span<const std::byte> bytes = detail::bytes_to_read<R>(mine);
    const detail::block_memory memory{detail::bytes_to_write<S>(all), counts};
    const auto all_bytes = detail::allgather_sizes<detail::item_type_t<R>>(of, bytes, memory, until);
    detail::neighbour_allgather_varying(of, bytes, memory.items, all_bytes, until);
}

/// neighbour_allgather in the group's thread. Errors in the arguments are thrown by wait(). `mine` and `all` must
/// outlive the request.
template <class R, class S>
[[nodiscard]] collective_request async_neighbour_allgather(const neighbourhood& of, R&& mine, S&& all,
                                                           deadline until = {}) {
    detail::expect_lasting_items<R>();
    detail::expect_lasting_items<S>();
    return start_collective(of.members(), [of, from = detail::items_of(mine), to = detail::items_of(all),
                                           until](const group&) { neighbour_allgather(of, from, to, until); });
}

/// neighbour_allgather_varying in the group's thread. `result` is set when the request is done, and must outlive it.
template <sendable R, transferable T>
[[nodiscard]] collective_request async_neighbour_allgather_varying(const neighbourhood& of, R&& mine,
                                                                   varying<T>& result, deadline until = {}) {
    detail::expect_lasting_items<R>();
    return start_collective(of.members(), [of, from = detail::items_of(mine), &result, until](const group&) {
        neighbour_allgather_varying(of, from, result, until);
    });
}
/// The same into memory of a fixed length. `all` and the memory of `counts` must outlive the request.
template <sendable R, class S>
[[nodiscard]] collective_request async_neighbour_allgather_varying(const neighbourhood& of, R&& mine, S&& all,
                                                                   std::span<std::size_t> counts, deadline until = {}) {
    detail::expect_lasting_items<R>();
    detail::expect_lasting_items<S>();
    return start_collective(
        of.members(), [of, from = detail::items_of(mine), to = detail::items_of(all), counts, until](const group&) {
            neighbour_allgather_varying(of, from, to, counts, until);
        });
}

/// neighbour_allgather, prepared. Sends nothing. Throws errc::invalid_argument as neighbour_allgather.
template <class R, class S>
[[nodiscard]] persistent_collective persistent_neighbour_allgather(const neighbourhood& of, R&& mine, S&& all) {
    detail::expect_lasting_items<R>();
    detail::expect_lasting_items<S>();
    detail::expect_same_items<R, S>();
    return detail::persistent_neighbour_allgather(of, detail::allgather_call<detail::item_type_t<R>>(),
                                                  detail::bytes_to_read<R>(mine), detail::bytes_to_write<S>(all));
}

/// neighbour_allgather_varying with the number of items that `mine` has now. Collective: the neighbours tell each other
/// the lengths, and `all` is set to the size of the result. Blocks and throws as neighbour_allgather_varying. Each
/// run() costs one message for each neighbour.
template <sendable R, transferable T>
[[nodiscard]] persistent_collective persistent_neighbour_allgather_varying(const neighbourhood& of, R&& mine,
                                                                           varying<T>& all, deadline until = {}) {
    detail::expect_lasting_items<R>();
    detail::expect_same_items<R, std::vector<T>>();
    const std::span<const std::byte> bytes = detail::bytes_to_read<R>(mine);
    const auto all_bytes = detail::allgather_sizes(of, bytes, all, until);
    return detail::persistent_neighbour_allgather_varying(of, detail::allgather_call<T>(), bytes,
                                                          detail::bytes_of_items(all), all_bytes);
}
/// The same into memory of a fixed length. `counts` is set when the collective is prepared.
template <sendable R, class S>
[[nodiscard]] persistent_collective persistent_neighbour_allgather_varying(const neighbourhood& of, R&& mine, S&& all,
                                                                           std::span<std::size_t> counts,
                                                                           deadline until = {}) {
    detail::expect_lasting_items<R>();
    detail::expect_lasting_items<S>();
    detail::expect_same_items<R, S>();
    using T = detail::item_type_t<R>;
    const std::span<const std::byte> bytes = detail::bytes_to_read<R>(mine);
    const detail::block_memory memory{detail::bytes_to_write<S>(all), counts};
    const auto all_bytes = detail::allgather_sizes<T>(of, bytes, memory, until);
    return detail::persistent_neighbour_allgather_varying(of, detail::allgather_call<T>(), bytes, memory.items,
                                                          all_bytes);
}

}  // namespace banyan::net

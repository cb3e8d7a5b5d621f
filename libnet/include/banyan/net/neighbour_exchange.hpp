// The collectives of topologies: each rank sends a block to each of its destinations and receives one from each of its
// sources. All ranks of the group call the same functions in the same order. Errors and failures are those of
// collectives.hpp. The other forms are as in async_collectives.hpp, persistent_collectives.hpp and
// persistent_varying.hpp; they copy the topology:
//
//   const cartesian_topology grid(world, shape);
//   persistent_collective halo = persistent_neighbour_exchange(grid, out, in);
//   while (...) { pack(out); halo.start(); relax_interior(); halo.wait(); unpack(in); }
#pragma once

#include <vector>

#include "banyan/net/error.hpp"
#include "banyan/net/persistent_collectives.hpp"
#include "banyan/net/topology.hpp"

namespace banyan::net {

namespace detail {

/// What a call of a collective of topologies has in common on all ranks, with the type of its items erased.
struct neighbour_call {
    collective_kind kind;
    std::size_t item_bytes;
    const char* item_type;
};
template <class T>
neighbour_call call_of_neighbours(collective_kind kind) {
    return {kind, sizeof(T), type_name<T>()};
}

void neighbour_exchange(const neighbourhood& of, const neighbour_call& call, std::span<const std::byte> out,
                        std::span<std::byte> in, deadline until);

/// The lengths of blocks.
struct neighbour_bytes {
    std::vector<std::size_t> out, in;
};
/// The first part of neighbour_exchange_varying: exchanges the lengths of the blocks. Returns the lengths of the blocks
/// to be received, in bytes. Throws errc::collective_mismatch on all ranks if a block is not a whole number of items,
/// because its sender has items of another type.
std::vector<std::size_t> neighbour_sizes(const neighbourhood& of, const neighbour_call& call,
                                         std::span<const std::size_t> out_bytes, std::size_t total_bytes,
                                         deadline until);
/// The second part.
void neighbour_exchange_varying(const neighbourhood& of, std::span<const std::byte> out, const neighbour_bytes& bytes,
                                std::span<std::byte> in, deadline until);

persistent_collective persistent_neighbour_exchange(const neighbourhood& of, const neighbour_call& call,
                                                    std::span<const std::byte> out, std::span<std::byte> in);
/// After neighbour_sizes(), with the same call.
persistent_collective persistent_neighbour_exchange_varying(const neighbourhood& of, const neighbour_call& call,
                                                            std::span<const std::byte> out,
                                                            const neighbour_bytes& bytes, std::span<std::byte> in);

/// A count of more bytes than memory can have becomes 2^64 - 1, which neighbour_sizes() refuses.
template <class T>
std::vector<std::size_t> bytes_of_counts(std::span<const std::size_t> counts) {
    constexpr auto most = ~std::size_t{0};
    std::vector<std::size_t> bytes;
    for (const std::size_t count : counts)
        bytes.push_back(count > most / sizeof(T) ? most : count * sizeof(T));
    return bytes;
}

template <class T>
neighbour_bytes exchange_neighbour_bytes(const neighbourhood& of, const varying<T>& out, deadline until) {
    neighbour_bytes bytes{bytes_of_counts<T>(out.counts), {}};
    bytes.in = neighbour_sizes(of, call_of_neighbours<T>(collective_kind::neighbour_exchange), bytes.out,
                               std::span<const T>(out.items).size_bytes(), until);
    return bytes;
}

template <class T>
std::span<const std::byte> bytes_of_items(const varying<T>& out) {
    return std::as_bytes(std::span<const T>(out.items));
}
template <class T>
std::span<std::byte> bytes_of_items(varying<T>& in) {
    return std::as_writable_bytes(std::span<T>(in.items));
}

/// Gives a result the lengths of the received blocks, between the two parts of a collective.
template <class T>
void make_room(const neighbourhood& of, std::span<const std::size_t> in_bytes, varying<T>& in, deadline until) {
    between_parts(of.members(), until, [&] {
        in.counts.clear();
        for (const std::size_t each : in_bytes)
            in.counts.push_back(each / sizeof(T));
        in.items.resize(sum(in.counts));
    });
}

/// A result in memory of fixed length.
struct block_memory {
    std::span<std::byte> items;
    std::span<std::size_t> counts;
};
/// Throws errc::invalid_argument if there is not one count for each source.
void expect_count_for_each_source(const neighbourhood& of, collective_kind kind, std::span<const std::size_t> counts);
/// Sets the counts of the received blocks, between the two parts of a collective. Throws errc::truncated if there is no
/// room for the items; then the collective fails on the other ranks too.
void set_counts(const neighbourhood& of, const neighbour_call& call, std::span<const std::size_t> in_bytes,
                const block_memory& in, deadline until);

template <class T>
void expect_other_object(const varying<T>& out, const varying<T>& in) {
    if (&in == &out)
        throw error(errc::invalid_argument,
                    "neighbour_exchange_varying: the result is the object with the items to send; give another one");
}

/// The first part of neighbour_exchange_varying with a result in memory of the caller.
template <class T>
neighbour_bytes exchange_into(const neighbourhood& of, const varying<T>& out, const block_memory& in, deadline until) {
    constexpr auto kind = collective_kind::neighbour_exchange;
    expect_count_for_each_source(of, kind, in.counts);
    expect_apart(kind, bytes_of_items(out), in.items);
    neighbour_bytes bytes = exchange_neighbour_bytes(of, out, until);
    set_counts(of, call_of_neighbours<T>(kind), bytes.in, in, until);
    return bytes;
}

}  // namespace detail

/// Blocks of equal length. `out` holds one block for each entry of destinations(), `in` one for each entry of
/// sources(); all blocks of all ranks have the same length. The block of an empty entry is not sent, or not changed.
/// Costs one message for each neighbour. Throws errc::invalid_argument, before anything is sent, if a range is not
/// divisible into blocks of whole items, the lengths of the blocks differ, or `out` and `in` overlap.
template <class R, class S>
void neighbour_exchange(const neighbourhood& of, R&& out, S&& in, deadline until = {}) {
    detail::expect_same_items<R, S>();
    detail::neighbour_exchange(of,
                               detail::call_of_neighbours<detail::item_type_t<R>>(collective_kind::neighbour_exchange),
                               detail::bytes_to_read<R>(out), detail::bytes_to_write<S>(in), until);
}

/// Blocks of any lengths. `out` has one count for each entry of destinations(); the result has one for each entry of
/// sources(). The count of an empty entry is 0. Costs two messages for each neighbour, because the counts are sent
/// first. Throws errc::invalid_argument, before anything is sent, if the counts do not fit. This form sets `in`, whose
/// memory is used again if there is room; it must not be `out`.
template <transferable T>
void neighbour_exchange_varying(const neighbourhood& of, const varying<T>& out, varying<T>& in, deadline until = {}) {
    detail::expect_other_object(out, in);
    const detail::neighbour_bytes bytes = detail::exchange_neighbour_bytes(of, out, until);
    detail::make_room(of, bytes.in, in, until);
    detail::neighbour_exchange_varying(of, detail::bytes_of_items(out), bytes, detail::bytes_of_items(in), until);
}
/// The same; returns the result.
template <transferable T>
[[nodiscard]] varying<T> neighbour_exchange_varying(const neighbourhood& of, const varying<T>& out,
                                                    deadline until = {}) {
    varying<T> in;
    neighbour_exchange_varying(of, out, in, until);
    return in;
}
/// The same into memory of a fixed length. The items of all sources are at the beginning of `in`, in the order of the
/// sources, and counts[i] is set to the number of items of source i. The rest of `in` is not changed. Throws
/// errc::invalid_argument, before anything is sent, if `in` overlaps the items of `out` or `counts` does not have one
/// entry for each source. Throws errc::truncated if `in` is too short. Then the collective fails on the other ranks
/// too, with errc::collective_failed.
template <transferable T, class S>
void neighbour_exchange_varying(const neighbourhood& of, const varying<T>& out, S&& in, std::span<std::size_t> counts,
                                deadline until = {}) {
    detail::expect_same_items<std::vector<T>, S>();
    const detail::block_memory memory{detail::bytes_to_write<S>(in), counts};
    const detail::neighbour_bytes bytes = detail::exchange_into(of, out, memory, until);
    detail::neighbour_exchange_varying(of, detail::bytes_of_items(out), bytes, memory.items, until);
}

/// neighbour_exchange in the group's thread. Errors in the arguments are thrown by wait(). `out` and `in` must outlive
/// the request.
template <class R, class S>
[[nodiscard]] collective_request async_neighbour_exchange(const neighbourhood& of, R&& out, S&& in,
                                                          deadline until = {}) {
    detail::expect_lasting_items<R>();
    detail::expect_lasting_items<S>();
    return start_collective(of.members(), [of, from = detail::items_of(out), to = detail::items_of(in),
                                           until](const group&) { neighbour_exchange(of, from, to, until); });
}

/// neighbour_exchange_varying in the group's thread. `result` is set when the request is done, and must outlive it.
template <transferable T, varying_of<T> V>
[[nodiscard]] collective_request async_neighbour_exchange_varying(const neighbourhood& of, V&& out, varying<T>& result,
                                                                  deadline until = {}) {
    detail::expect_lasting_items<V>();
    return start_collective(
        of.members(), [of, &out, &result, until](const group&) { neighbour_exchange_varying(of, out, result, until); });
}
/// The same into memory of a fixed length. `in` and the memory of `counts` must outlive the request.
template <class S, varying_of<detail::item_type_t<S>> V>
[[nodiscard]] collective_request async_neighbour_exchange_varying(const neighbourhood& of, V&& out, S&& in,
                                                                  std::span<std::size_t> counts, deadline until = {}) {
    detail::expect_lasting_items<V>();
    detail::expect_lasting_items<S>();
    return start_collective(of.members(), [of, &out, to = detail::items_of(in), counts, until](const group&) {
        neighbour_exchange_varying(of, out, to, counts, until);
    });
}

/// neighbour_exchange, prepared. Sends nothing. Throws errc::invalid_argument as neighbour_exchange.
template <class R, class S>
[[nodiscard]] persistent_collective persistent_neighbour_exchange(const neighbourhood& of, R&& out, S&& in) {
    detail::expect_lasting_items<R>();
    detail::expect_lasting_items<S>();
    detail::expect_same_items<R, S>();
    return detail::persistent_neighbour_exchange(
        of, detail::call_of_neighbours<detail::item_type_t<R>>(collective_kind::neighbour_exchange),
        detail::bytes_to_read<R>(out), detail::bytes_to_write<S>(in));
}

/// neighbour_exchange_varying with the counts that `out` has now. Collective: the neighbours tell each other the
/// counts, and `in` is set to the size of the result. Blocks and throws as neighbour_exchange_varying. Each run() costs
/// one message for each neighbour.
template <transferable T, varying_of<T> V>
[[nodiscard]] persistent_collective persistent_neighbour_exchange_varying(const neighbourhood& of, V&& out,
                                                                          varying<T>& in, deadline until = {}) {
    detail::expect_lasting_items<V>();
    detail::expect_other_object(out, in);
    const detail::neighbour_bytes bytes = detail::exchange_neighbour_bytes(of, out, until);
    detail::make_room(of, bytes.in, in, until);
    return detail::persistent_neighbour_exchange_varying(
        of, detail::call_of_neighbours<T>(collective_kind::neighbour_exchange), detail::bytes_of_items(out), bytes,
        detail::bytes_of_items(in));
}
/// The same into memory of a fixed length. `counts` is set when the collective is prepared.
template <class S, varying_of<detail::item_type_t<S>> V>
[[nodiscard]] persistent_collective persistent_neighbour_exchange_varying(const neighbourhood& of, V&& out, S&& in,
                                                                          std::span<std::size_t> counts,
                                                                          deadline until = {}) {
    detail::expect_lasting_items<V>();
    detail::expect_lasting_items<S>();
    using T = detail::item_type_t<S>;
    const detail::block_memory memory{detail::bytes_to_write<S>(in), counts};
    const detail::neighbour_bytes bytes = detail::exchange_into(of, out, memory, until);
    return detail::persistent_neighbour_exchange_varying(
        of, detail::call_of_neighbours<T>(collective_kind::neighbour_exchange), detail::bytes_of_items(out), bytes,
        memory.items);
}

}  // namespace banyan::net

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

#include "banyan/net/persistent_collectives.hpp"
#include "banyan/net/topology.hpp"

namespace banyan::net {

namespace detail {

struct item_format {
    std::size_t bytes;
    const char* type;
};
template <class R>
item_format format_of_items() {
    return {sizeof(item_type_t<R>), type_name<item_type_t<R>>()};
}

void neighbour_exchange(const neighbourhood& of, std::span<const std::byte> out, std::span<std::byte> in,
                        const item_format& item, deadline until);
/// Exchanges the lengths of the blocks. Returns the lengths of the blocks to be received, in bytes. Throws
/// errc::collective_mismatch on all ranks if a block is not a whole number of items, because its sender has items of
/// another type.
std::vector<std::size_t> neighbour_sizes(const neighbourhood& of, std::span<const std::size_t> out_bytes,
                                         std::size_t total_bytes, const item_format& item, deadline until);
/// The second part, after neighbour_sizes().
void neighbour_exchange_varying(const neighbourhood& of, std::span<const std::byte> out,
                                std::span<const std::size_t> out_bytes, std::span<std::byte> in,
                                std::span<const std::size_t> in_bytes, deadline until);

persistent_collective persistent_neighbour_exchange(const neighbourhood& of, std::span<const std::byte> out,
                                                    std::span<std::byte> in, const item_format& item);
/// After neighbour_sizes(), with the same item type.
persistent_collective persistent_neighbour_exchange_varying(const neighbourhood& of, std::span<const std::byte> out,
                                                            std::vector<std::size_t> out_bytes, std::span<std::byte> in,
                                                            std::vector<std::size_t> in_bytes, const char* item_type);

/// A count of more bytes than memory can have becomes 2^64 - 1, which neighbour_sizes() refuses.
template <class T>
std::vector<std::size_t> bytes_of_counts(std::span<const std::size_t> counts) {
    constexpr auto most = ~std::size_t{0};
    std::vector<std::size_t> bytes;
    for (const std::size_t count : counts)
        bytes.push_back(count > most / sizeof(T) ? most : count * sizeof(T));
    return bytes;
}

/// Memory for blocks of these lengths, after neighbour_sizes().
template <class T>
varying<T> room_for(const neighbourhood& of, std::span<const std::size_t> bytes, deadline until) {
    varying<T> made;
    between_parts(of.members(), until, [&] {
        for (const std::size_t each : bytes)
            made.counts.push_back(each / sizeof(T));
        made.items.resize(sum(made.counts));
    });
    return made;
}

}  // namespace detail

/// Blocks of equal length. `out` holds one block for each entry of destinations(), `in` one for each entry of
/// sources(); all blocks of all ranks have the same length. The block of an empty entry is not sent, or not changed.
/// Costs one message for each neighbour. Throws errc::invalid_argument, before anything is sent, if a range is not
/// divisible into blocks of whole items or the lengths of the blocks differ. `out` and `in` must not overlap.
template <class R, class S>
void neighbour_exchange(const neighbourhood& of, R&& out, S&& in, deadline until = {}) {
    static_assert(std::is_same_v<detail::item_type_t<R>, detail::item_type_t<S>>);
    detail::neighbour_exchange(of, detail::bytes_to_read<R>(out), detail::bytes_to_write<S>(in),
                               detail::format_of_items<R>(), until);
}

/// Blocks of any lengths. `out` has one count for each entry of destinations(); the result has one for each entry of
/// sources(). The count of an empty entry is 0. Costs two messages for each neighbour, because the counts are sent
/// first. Throws errc::invalid_argument, before anything is sent, if the counts do not fit.
template <transferable T>
[[nodiscard]] varying<T> neighbour_exchange_varying(const neighbourhood& of, const varying<T>& out,
                                                    deadline until = {}) {
    const auto out_bytes = detail::bytes_of_counts<T>(out.counts);
    const std::span<const T> items(out.items);
    const detail::item_format item{sizeof(T), detail::type_name<T>()};
    const auto in_bytes = detail::neighbour_sizes(of, out_bytes, items.size_bytes(), item, until);
    auto in = detail::room_for<T>(of, in_bytes, until);
    detail::neighbour_exchange_varying(of, std::as_bytes(items), out_bytes,
                                       std::as_writable_bytes(std::span<T>(in.items)), in_bytes, until);
    return in;
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

/// neighbour_exchange_varying in the group's thread. `result` is set when the request is done.
template <transferable T>
[[nodiscard]] collective_request async_neighbour_exchange_varying(const neighbourhood& of, const varying<T>& out,
                                                                  varying<T>& result, deadline until = {}) {
    return start_collective(of.members(), [of, &out, &result, until](const group&) {
        result = neighbour_exchange_varying(of, out, until);
    });
}

/// neighbour_exchange, prepared. Sends nothing. Throws errc::invalid_argument as neighbour_exchange.
template <class R, class S>
[[nodiscard]] persistent_collective persistent_neighbour_exchange(const neighbourhood& of, R&& out, S&& in) {
    static_assert(std::is_same_v<detail::item_type_t<R>, detail::item_type_t<S>>);
    return detail::persistent_neighbour_exchange(of, detail::bytes_to_read<R>(out), detail::bytes_to_write<S>(in),
                                                 detail::format_of_items<R>());
}

/// neighbour_exchange_varying with the counts that `out` has now. Collective: the neighbours tell each other the
/// counts, and `in` is set to the size of the result. Blocks and throws as neighbour_exchange_varying. Each run() costs
/// one message for each neighbour.
template <transferable T>
[[nodiscard]] persistent_collective persistent_neighbour_exchange_varying(const neighbourhood& of,
                                                                          const varying<T>& out, varying<T>& in,
                                                                          deadline until = {}) {
    auto out_bytes = detail::bytes_of_counts<T>(out.counts);
    const std::span<const T> items(out.items);
    const detail::item_format item{sizeof(T), detail::type_name<T>()};
    auto in_bytes = detail::neighbour_sizes(of, out_bytes, items.size_bytes(), item, until);
    in = detail::room_for<T>(of, in_bytes, until);
    return detail::persistent_neighbour_exchange_varying(of, std::as_bytes(items), std::move(out_bytes),
                                                         std::as_writable_bytes(std::span<T>(in.items)),
                                                         std::move(in_bytes), item.type);
}

}  // namespace banyan::net

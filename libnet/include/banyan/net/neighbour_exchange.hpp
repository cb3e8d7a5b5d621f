// The collectives of topologies: each rank sends a block to each of its destinations and receives one from each of its
// sources. All ranks of the group call the same functions in the same order. Errors and failures are those of
// collectives.hpp.
#pragma once

#include <numeric>
#include <vector>

#include "banyan/net/collectives.hpp"
#include "banyan/net/topology.hpp"

namespace banyan::net {

namespace detail {

void neighbour_exchange(const neighbourhood& of, std::span<const std::byte> out, std::span<std::byte> in,
                        const char* item_type, deadline until);
/// Exchanges the lengths of the blocks. Returns those to be received, in bytes.
std::vector<std::size_t> neighbour_sizes(const neighbourhood& of, std::span<const std::size_t> out_bytes,
                                         std::size_t total_bytes, const char* item_type, deadline until);
/// The second part, after neighbour_sizes().
void neighbour_exchange_varying(const neighbourhood& of, std::span<const std::byte> out,
                                std::span<const std::size_t> out_bytes, std::span<std::byte> in,
                                std::span<const std::size_t> in_bytes, deadline until);

}  // namespace detail

/// Blocks of equal length. `out` holds one block for each entry of destinations(), `in` one for each entry of
/// sources(); all blocks of all ranks have the same length. The block of an empty entry is not sent, or not changed.
/// Costs one message for each neighbour. Throws errc::invalid_argument, before anything is sent, if a range is not
/// divisible into its blocks or the lengths of the blocks differ. `out` and `in` must not overlap.
template <class R, class S>
void neighbour_exchange(const neighbourhood& of, R&& out, S&& in, deadline until = {}) {
    static_assert(std::is_same_v<detail::item_type_t<R>, detail::item_type_t<S>>);
    detail::neighbour_exchange(of, detail::bytes_to_read<R>(out), detail::bytes_to_write<S>(in),
                               detail::type_name<detail::item_type_t<R>>(), until);
}

/// Blocks of any lengths. `out` has one count for each entry of destinations(); the result has one for each entry of
/// sources(). The count of an empty entry is 0. Costs two messages for each neighbour, because the counts are sent
/// first. Throws errc::invalid_argument, before anything is sent, if the counts do not fit.
template <transferable T>
[[nodiscard]] varying<T> neighbour_exchange_varying(const neighbourhood& of, const varying<T>& out,
                                                    deadline until = {}) {
    std::vector<std::size_t> out_bytes;
    for (const std::size_t count : out.counts)
        out_bytes.push_back(count * sizeof(T));
    const std::span<const T> items(out.items);
    const auto in_bytes = detail::neighbour_sizes(of, out_bytes, items.size_bytes(), detail::type_name<T>(), until);
    varying<T> in;
    for (const std::size_t bytes : in_bytes)
        in.counts.push_back(bytes / sizeof(T));
    in.items.resize(std::accumulate(in.counts.begin(), in.counts.end(), std::size_t{0}));
    detail::neighbour_exchange_varying(of, std::as_bytes(items), out_bytes,
                                       std::as_writable_bytes(std::span<T>(in.items)), in_bytes, until);
    return in;
}

}  // namespace banyan::net

// alltoall_varying without the exchange of the counts, for data whose new places all ranks can compute.
#pragma once

#include "banyan/net/collectives.hpp"

namespace banyan::net {

namespace detail {

/// True if the named algorithm of alltoall_varying needs the counts of all ranks. Equal on all ranks.
bool needs_all_counts(const group& g, const collective_options& how);

}  // namespace detail

/// alltoall_varying for ranks that know how many items they receive: received[r] items from rank r. The ranks then
/// exchange no counts, unless the algorithm "balanced" or "two-level" is named. All ranks call this form. Returns the
/// received items and their counts. Throws errc::invalid_argument, before anything is sent, for the arguments that
/// alltoall_varying refuses and if `received` does not have one number for each rank. Throws errc::collective_mismatch
/// if a rank sends another number of items.
template <transferable T>
[[nodiscard]] varying<T> alltoall_known(const group& g, const varying<T>& out, std::span<const std::size_t> received,
                                        const collective_options& how = {}) {
    if (detail::needs_all_counts(g, how)) return alltoall_varying(g, out, how);
    varying<T> in{std::vector<T>(detail::sum(received)), {received.begin(), received.end()}};
    auto arguments = detail::arguments_for<T>(collective_kind::alltoall_varying, std::as_bytes(std::span(out.items)),
                                              std::as_writable_bytes(std::span(in.items)));
    arguments.counts = out.counts;
    arguments.receive_counts = in.counts;
    detail::run_collective(g, arguments, how);
    return in;
}

}  // namespace banyan::net

// alltoall_varying without the exchange of the counts, for data whose new places all ranks can compute.
#pragma once

#include "banyan/net/collectives.hpp"

namespace banyan::net {

namespace detail {

/// True if the named algorithm of alltoall_varying needs the counts of all ranks. Equal on all ranks.
bool needs_all_counts(const group& g, const collective_options& how);

}  // namespace detail

/// As alltoall_varying, where this rank knows what it gets: received[r] items from rank r. So each pair of ranks
/// exchanges its items only, unless "balanced" or "two-level" is named. All ranks call this form. Throws
/// errc::invalid_argument, before anything is sent, as alltoall_varying and unless there is one number for each rank in
/// `received`; errc::collective_mismatch if a rank sends another number of items.
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

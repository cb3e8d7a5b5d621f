// alltoall_varying without the exchange of the counts, for data whose new places all ranks can compute.
#pragma once

#include "banyan/net/persistent_varying.hpp"

namespace banyan::net {

namespace detail {

/// True if the named algorithm of alltoall_varying needs the counts of all ranks. Equal on all ranks.
bool needs_all_counts(const group& g, const collective_options& how);

/// Begins the collective and fails it, on all ranks.
void fail_at_start(const group& g, const collective_arguments& arguments, const char* why, deadline until);
/// Calls prepare() before the collective begins. An exception fails the group, because the other ranks begin it.
template <class F>
void before_start(const group& g, const collective_arguments& arguments, deadline until, F prepare) {
    try {
        prepare();
    } catch (const std::exception& why) {
        fail_at_start(g, arguments, why.what(), until);
        throw;
    }
}

/// The number of items of the result; 0 if there is not one count for each rank, which run_collective() refuses.
inline std::size_t known_items(const group& g, std::span<const std::size_t> received) {
    return received.size() == static_cast<std::size_t>(g.size()) ? sum(received) : 0;
}

template <class T>
void expect_another_object(const varying<T>& out, const varying<T>& in) {
    if (&in == &out)
        throw error(errc::invalid_argument,
                    "alltoall_known: the result is the object with the items to send; give another one");
}

}  // namespace detail

/// alltoall_varying for ranks that know how many items they receive: received[r] items from rank r. The ranks then
/// exchange no counts, unless the algorithm "balanced", "bruck" or "two-level" is named. All ranks call it in the same
/// form: blocking, asynchronous or persistent. `in` gets the received items and their counts; its memory is used again,
/// and `received` may be its counts. Throws errc::invalid_argument, before anything is sent, for the arguments that
/// alltoall_varying refuses and if `received` does not have one number for each rank. Throws errc::collective_mismatch
/// if a rank sends another number of items.
template <transferable T>
void alltoall_known(const group& g, const varying<T>& out, std::span<const std::size_t> received, varying<T>& in,
                    const collective_options& how = {}) {
    detail::expect_another_object(out, in);
    if (detail::needs_all_counts(g, how)) return alltoall_varying(g, out, in, how);
    auto arguments =
        detail::arguments_for<T>(collective_kind::alltoall_varying, std::as_bytes(std::span(out.items)), {});
    detail::before_start(g, arguments, how.until, [&] {
        in.items.resize(detail::known_items(g, received));
        if (received.data() != in.counts.data()) in.counts.assign(received.begin(), received.end());
    });
    arguments.output = std::as_writable_bytes(std::span(in.items));
    arguments.counts = out.counts;
    arguments.receive_counts = in.counts;
    detail::run_collective(g, arguments, how);
}
/// The same; returns the received items and their counts.
template <transferable T>
[[nodiscard]] varying<T> alltoall_known(const group& g, const varying<T>& out, std::span<const std::size_t> received,
                                        const collective_options& how = {}) {
    varying<T> in;
    alltoall_known(g, out, received, in, how);
    return in;
}

/// alltoall_known in the group's thread, as in async_collectives.hpp. `out` and `in` must outlive the request;
/// `received` is copied.
template <transferable T, varying_of<T> V>
[[nodiscard]] collective_request async_alltoall_known(const group& g, V&& out, std::span<const std::size_t> received,
                                                      varying<T>& in, const collective_options& how = {}) {
    detail::expect_lasting_items<V>();
    return start_collective(
        g, [&out, kept = std::vector(received.begin(), received.end()), &in, how = detail::kept_options(how)](
               const group& same) { alltoall_known(same, out, std::span<const std::size_t>(kept), in, how); });
}

/// alltoall_known with the counts that `out` has now, prepared once as in persistent_varying.hpp. `in` is set to the
/// size of the result. Sends nothing, unless the algorithm "balanced", "bruck" or "two-level" is named.
template <transferable T, varying_of<T> V>
[[nodiscard]] persistent_collective persistent_alltoall_known(const group& g, V&& out,
                                                              std::span<const std::size_t> received, varying<T>& in,
                                                              const collective_options& how = {}) {
    detail::expect_lasting_items<V>();
    detail::expect_another_object<T>(out, in);
    if (detail::needs_all_counts(g, how)) return persistent_alltoall_varying(g, out, in, how);
    const auto arguments =
        detail::arguments_for<T>(collective_kind::alltoall_varying, std::as_bytes(std::span(out.items)), {});
    detail::kept_counts counts{out.counts, {received.begin(), received.end()}};
    in.items.resize(detail::known_items(g, received));
    in.counts = counts.receive_counts;
    return detail::persistent_with_counts(g, arguments, std::move(counts), std::as_writable_bytes(std::span(in.items)),
                                          how);
}

}  // namespace banyan::net

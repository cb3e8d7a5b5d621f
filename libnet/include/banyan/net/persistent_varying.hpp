// Collectives whose blocks differ in length, prepared once and carried out many times:
//
//   varying<double> all;                                            // `line` has another length on each rank
//   persistent_collective gathering = persistent_gather_varying(world, line, all);
//   while (...) { update(line); gathering.run(); use(all); }
//
// The lengths are fixed when a collective is prepared. Preparing it is a collective of its own (except for
// reduce_scatter): the ranks tell each other the lengths, in messages of 8 bytes for each rank, and the memory of the
// result gets its size. It blocks until collective_options::until and throws as the blocking form. run() and start()
// then send the items only. The program must not change the length of any of the ranges and vectors as long as the
// collective is used; the contents may change between the calls.
#pragma once

#include "banyan/net/persistent_collectives.hpp"

namespace banyan::net {

namespace detail {

/// The counts of a persistent collective, which live as long as it, as does the operation of a reduction.
struct kept_counts {
    std::vector<std::size_t> counts, receive_counts{}, matrix{};
    std::shared_ptr<const void> operation{};
};

/// `arguments` with the memory of the result and these counts.
persistent_collective persistent_with_counts(const group& g, collective_arguments arguments, kept_counts counts,
                                             std::span<std::byte> output, const collective_options& how);

/// `all` gets the size of the counts where `here` is true and is empty elsewhere.
template <class T>
persistent_collective persistent_collection(const group& g, const collective_arguments& arguments,
                                            std::vector<std::size_t> counts, bool here, varying<T>& all,
                                            const collective_options& how) {
    all = {};
    between_parts(g, how.until, [&] {
        if (here) all.items.resize(sum(counts));
        if (here) all.counts = counts;
    });
    return persistent_with_counts(g, arguments, {std::move(counts)}, std::as_writable_bytes(std::span(all.items)), how);
}

}  // namespace detail

/// gather_varying with the number of items that `mine` has now. `all` is set to the size of the result on the root, and
/// is empty on other ranks.
template <sendable R, transferable T>
[[nodiscard]] persistent_collective persistent_gather_varying(const group& g, R&& mine, varying<T>& all,
                                                              rank root = rank{0}, const collective_options& how = {}) {
    detail::expect_lasting_items<R>();
    detail::expect_same_items<R, std::vector<T>>();
    const std::span<const T> items = detail::items_of(mine);
    const auto arguments = detail::arguments_for<T>(collective_kind::gather_varying, std::as_bytes(items), {}, root);
    detail::expect_apart(arguments.kind, arguments.input, std::as_bytes(std::span(all.items)));
    return detail::persistent_collection(g, arguments, detail::collect_counts(g, arguments, items.size(), how),
                                         g.rank() == root, all, how);
}

/// allgather_varying with the number of items that `mine` has now. `all` is set to the size of the result.
template <sendable R, transferable T>
[[nodiscard]] persistent_collective persistent_allgather_varying(const group& g, R&& mine, varying<T>& all,
                                                                 const collective_options& how = {}) {
    detail::expect_lasting_items<R>();
    detail::expect_same_items<R, std::vector<T>>();
    const std::span<const T> items = detail::items_of(mine);
    const auto arguments = detail::arguments_for<T>(collective_kind::allgather_varying, std::as_bytes(items), {});
    detail::expect_apart(arguments.kind, arguments.input, std::as_bytes(std::span(all.items)));
    return detail::persistent_collection(g, arguments, detail::collect_counts(g, arguments, items.size(), how), true,
                                         all, how);
}

/// scatter_varying with the counts that `all` has now on the root. `mine` is set to the size of this rank's block.
template <transferable T, varying_of<T> V>
[[nodiscard]] persistent_collective persistent_scatter_varying(const group& g, V&& all, std::vector<T>& mine,
                                                               rank root = rank{0},
                                                               const collective_options& how = {}) {
    detail::expect_lasting_items<V>();
    const auto arguments =
        detail::arguments_for<T>(collective_kind::scatter_varying, std::as_bytes(std::span(all.items)), {}, root);
    detail::expect_apart(arguments.kind, arguments.input, std::as_bytes(std::span(mine)));
    auto counts = detail::distribute_counts(g, arguments, all.counts, how);
    detail::between_parts(g, how.until, [&] { mine.resize(counts[static_cast<std::size_t>(g.rank().value)]); });
    return detail::persistent_with_counts(g, arguments, {std::move(counts)}, std::as_writable_bytes(std::span(mine)),
                                          how);
}

/// alltoall_varying with the counts that `out` has now. `in` is set to the size of the result; it must not be `out`.
template <transferable T, varying_of<T> V>
[[nodiscard]] persistent_collective persistent_alltoall_varying(const group& g, V&& out, varying<T>& in,
                                                                const collective_options& how = {}) {
    detail::expect_lasting_items<V>();
    if (&in == &out)
        throw error(errc::invalid_argument,
                    "persistent_alltoall_varying: the result is the object with the items to send; give another one");
    const auto arguments =
        detail::arguments_for<T>(collective_kind::alltoall_varying, std::as_bytes(std::span(out.items)), {});
    detail::exchanged_counts counts = detail::exchange_counts(g, arguments, out.counts, how);
    in.counts = std::move(counts.received);
    detail::between_parts(g, how.until, [&] { in.items.assign(detail::sum(in.counts), T{}); });
    return detail::persistent_with_counts(g, arguments, {out.counts, in.counts, std::move(counts.all)},
                                          std::as_writable_bytes(std::span(in.items)), how);
}

/// reduce_scatter_varying. `mine` has counts[r] items on rank r. Sends nothing.
template <class R, class S, class Op>
[[nodiscard]] persistent_collective persistent_reduce_scatter_varying(const group& g, R&& all,
                                                                      std::span<const std::size_t> counts, S&& mine,
                                                                      Op op, const collective_options& how = {}) {
    detail::expect_lasting_items<R>();
    detail::expect_lasting_items<S>();
    detail::expect_same_items<R, S>();
    const auto kept = std::make_shared<const Op>(std::move(op));
    const auto arguments = detail::arguments_for_reduction<detail::item_type_t<R>>(
        collective_kind::reduce_scatter, detail::bytes_to_read<R>(all), {}, *kept);
    return detail::persistent_with_counts(g, arguments, {{counts.begin(), counts.end()}, {}, {}, kept},
                                          detail::bytes_to_write<S>(mine), how);
}

}  // namespace banyan::net

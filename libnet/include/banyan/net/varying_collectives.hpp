// Collectives with blocks of different lengths. Errors, options and other rules as in collectives.hpp, which includes
// this header. Except in reduce_scatter_varying, the ranks first tell each other the lengths.
//
//   varying<double> all;
//   while (...) { trace(line); allgather_varying(world, line, all); use(all); }
//
// Each collective either returns its result, or stores it in an object that the caller gives. This object gets the
// length of the items. Its memory is reused if it is large enough, so a loop does not allocate memory in each
// iteration. It must not overlap the items that are sent: errc::invalid_argument, before anything is sent. After
// another error its content is not defined.
#pragma once

#include <numeric>
#include <vector>

#include "banyan/net/collective_arguments.hpp"
#include "banyan/net/error.hpp"

namespace banyan::net {

/// The items of several ranks, contiguous and in rank order. The first counts[0] are of rank 0, and so on.
template <transferable T>
struct varying {
    std::vector<T> items;
    std::vector<std::size_t> counts;
};

/// An argument of the type varying<T>, const or not. The forms that do not block refuse a temporary one.
template <class V, class T>
concept varying_of = std::same_as<std::remove_cvref_t<V>, varying<T>>;

namespace detail {

/// The number of items of every rank's block, on all ranks: the first part of gather_varying and allgather_varying.
std::vector<std::size_t> collect_counts(const group& g, const collective_arguments& arguments, std::size_t mine,
                                        const collective_options& how);
/// The counts of the root: the first part of scatter_varying.
std::vector<std::size_t> distribute_counts(const group& g, const collective_arguments& arguments,
                                           std::span<const std::size_t> counts, const collective_options& how);
/// The numbers of items of an alltoall_varying.
struct exchanged_counts {
    std::vector<std::size_t> received;  ///< by this rank from each
    std::vector<std::size_t> all;       ///< from each rank to each, p x p, the row is the sender; empty: not exchanged
};
/// The first part of alltoall_varying. All ranks exchange all counts if the algorithm needs them.
exchanged_counts exchange_counts(const group& g, const collective_arguments& arguments,
                                 std::span<const std::size_t> counts, const collective_options& how);
/// The second part, which moves the items.
void run_second_part(const group& g, const collective_arguments& arguments, const collective_options& how);

/// Marks the last collective of the group as failed on this rank, and reports that to the other ranks.
void fail_between_parts(const group& g, const char* why, deadline until);
/// Calls prepare() between the first part of a collective and the second one. An exception fails the group, because
/// the other ranks go on to the second part.
template <class F>
void between_parts(const group& g, deadline until, F prepare) {
    try {
        prepare();
    } catch (const std::exception& why) {
        fail_between_parts(g, why.what(), until);
        throw;
    }
}

inline std::size_t sum(std::span<const std::size_t> counts) {
    return std::accumulate(counts.begin(), counts.end(), std::size_t{0});
}

/// Gives `all` the length of the counts, and runs the second part, which fills it. `all` becomes empty if `here` is
/// false, because this rank gets no result.
template <class T>
void run_varying(const group& g, collective_arguments& arguments, std::span<const std::size_t> counts, bool here,
                 varying<T>& all, const collective_options& how) {
    between_parts(g, how.until, [&] {
        all.items.resize(here ? sum(counts) : 0);
        all.counts.assign(counts.begin(), here ? counts.end() : counts.begin());
    });
    arguments.output = std::as_writable_bytes(std::span(all.items));
    arguments.counts = counts;
    run_second_part(g, arguments, how);
}

/// The number of items of this rank's part; 0 if the counts are wrong. run_collective() refuses wrong counts.
inline std::size_t own_count(const group& g, std::span<const std::size_t> counts, std::size_t items) {
    const bool right = counts.size() == static_cast<std::size_t>(g.size()) && add_up_to(counts, items);
    return right ? counts[static_cast<std::size_t>(g.rank().value)] : 0;
}

}  // namespace detail

/// As gather, with a different number of items from each rank. `all` is empty on ranks other than the root.
template <sendable R, transferable T>
void gather_varying(const group& g, R&& mine, varying<T>& all, rank root = rank{0},
                    const collective_options& how = {}) {
    detail::expect_same_items<R, std::vector<T>>();
    const std::span<const T> items = detail::items_of(mine);
    auto arguments = detail::arguments_for<T>(collective_kind::gather_varying, std::as_bytes(items), {}, root);
    detail::expect_apart(arguments.kind, arguments.input, std::as_bytes(std::span(all.items)));
    const auto counts = detail::collect_counts(g, arguments, items.size(), how);
    detail::run_varying(g, arguments, counts, g.rank() == root, all, how);
}
template <sendable R>
[[nodiscard]] auto gather_varying(const group& g, R&& mine, rank root = rank{0}, const collective_options& how = {}) {
    varying<detail::item_type_t<R>> all;
    gather_varying(g, mine, all, root, how);
    return all;
}

/// As allgather, with a different number of items from each rank.
template <sendable R, transferable T>
void allgather_varying(const group& g, R&& mine, varying<T>& all, const collective_options& how = {}) {
    detail::expect_same_items<R, std::vector<T>>();
    const std::span<const T> items = detail::items_of(mine);
    auto arguments = detail::arguments_for<T>(collective_kind::allgather_varying, std::as_bytes(items), {});
    detail::expect_apart(arguments.kind, arguments.input, std::as_bytes(std::span(all.items)));
    const auto counts = detail::collect_counts(g, arguments, items.size(), how);
    detail::run_varying(g, arguments, counts, true, all, how);
}
template <sendable R>
[[nodiscard]] auto allgather_varying(const group& g, R&& mine, const collective_options& how = {}) {
    varying<detail::item_type_t<R>> all;
    allgather_varying(g, mine, all, how);
    return all;
}

/// As scatter, with a different number of items for each rank: counts[r] items of the root go to rank r. `all` is not
/// read on other ranks. Throws errc::invalid_argument on the root, before anything is sent, unless there is one count
/// for each rank and the sum of the counts is the number of items.
template <transferable T>
void scatter_varying(const group& g, const varying<T>& all, std::vector<T>& mine, rank root = rank{0},
                     const collective_options& how = {}) {
    auto arguments =
        detail::arguments_for<T>(collective_kind::scatter_varying, std::as_bytes(std::span(all.items)), {}, root);
    detail::expect_apart(arguments.kind, arguments.input, std::as_bytes(std::span(mine)));
    const std::vector<std::size_t> counts = detail::distribute_counts(g, arguments, all.counts, how);
    detail::between_parts(g, how.until, [&] { mine.resize(counts[static_cast<std::size_t>(g.rank().value)]); });
    arguments.output = std::as_writable_bytes(std::span(mine));
    arguments.counts = counts;
    detail::run_second_part(g, arguments, how);
}
template <transferable T>
[[nodiscard]] std::vector<T> scatter_varying(const group& g, const varying<T>& all, rank root = rank{0},
                                             const collective_options& how = {}) {
    std::vector<T> mine;
    scatter_varying(g, all, mine, root, how);
    return mine;
}

/// As alltoall, with different numbers of items: out.counts[r] items go to rank r. `in` gets the items from each rank
/// and their counts. Throws errc::invalid_argument, before anything is sent, unless there is one count for each rank
/// and the sum of the counts is the number of items, and if `in` is `out`. The algorithm "balanced" (Lin 1995, section
/// 4.3) is for a few long blocks among short ones, "two-level" for short blocks on hosts with many ranks, "bruck" for
/// short blocks in a persistent call. With these three, all ranks exchange all counts. An automatic choice does so too
/// if, for the lengths of the blocks, "balanced" or "two-level" could be faster.
template <transferable T>
void alltoall_varying(const group& g, const varying<T>& out, varying<T>& in, const collective_options& how = {}) {
    if (&in == &out)
        throw error(errc::invalid_argument,
                    "alltoall_varying: the result is the object with the items to send; give another one");
    auto arguments =
        detail::arguments_for<T>(collective_kind::alltoall_varying, std::as_bytes(std::span(out.items)), {});
    const detail::exchanged_counts counts = detail::exchange_counts(g, arguments, out.counts, how);
    detail::between_parts(g, how.until, [&] {
        in.items.resize(detail::sum(counts.received));
        in.counts.assign(counts.received.begin(), counts.received.end());
    });
    arguments.output = std::as_writable_bytes(std::span(in.items));
    arguments.counts = out.counts;
    arguments.receive_counts = in.counts;
    arguments.matrix = counts.all;
    detail::run_second_part(g, arguments, how);
}
template <transferable T>
[[nodiscard]] varying<T> alltoall_varying(const group& g, const varying<T>& out, const collective_options& how = {}) {
    varying<T> in;
    alltoall_varying(g, out, in, how);
    return in;
}

/// reduce_scatter with parts of different lengths: part r has counts[r] items (equal on all ranks). `mine` has the
/// length of this rank's part.
template <class R, class S, class Op>
requires(!std::convertible_to<Op, collective_options>) void reduce_scatter_varying(const group& g, R&& all,
                                                                                   std::span<const std::size_t> counts,
                                                                                   S&& mine, Op op,
                                                                                   const collective_options& how = {}) {
    detail::expect_same_items<R, S>();
    auto arguments = detail::arguments_for_reduction<detail::item_type_t<R>>(
        collective_kind::reduce_scatter, detail::bytes_to_read<R>(all), detail::bytes_to_write<S>(mine), op);
    arguments.counts = counts;
    detail::run_collective(g, arguments, how);
}

/// The same; returns this rank's part.
template <class R, class Op>
[[nodiscard]] auto reduce_scatter_varying(const group& g, R&& all, std::span<const std::size_t> counts, Op op,
                                          const collective_options& how = {}) {
    using T = detail::item_type_t<R>;
    std::vector<T> mine(detail::own_count(g, counts, detail::bytes_to_read<R>(all).size() / sizeof(T)));
    reduce_scatter_varying(g, all, counts, mine, op, how);
    return mine;
}

}  // namespace banyan::net

// Operations of a whole group: every rank calls the same function, in the same order, with the same root and with
// lengths that agree. The items are one variable or contiguous items (item_range.hpp).
//
// Each blocks until this rank's part is done. A collective other than barrier, allreduce, allgather and alltoall may
// return on one rank before the others have entered it. The last argument is a deadline or names an algorithm
// (collective_options.hpp). Errors:
//   invalid_argument     the root is not a rank of the group, the lengths on this rank do not fit, or there is no such
//                        algorithm. Thrown before anything is sent; the group can still be used
//   collective_mismatch  ranks called different collectives, or with different roots, lengths, algorithms or order
//   collective_failed    another rank's operation threw an exception (that rank gets its own exception)
//   peer_lost, host_lost a member has died: thrown on every rank that still waits 0.2 s after the report. Or a member
//                        has ended early, or two ranks have lost their connection
//   timeout              the deadline has passed
// A failure on one rank is also reported, with the same text, on all ranks that wait in a collective of the group, now
// or later; only a timeout is not reported to the others. After a failure the group's collectives throw at once on this
// rank. Make a new group from another group. mailbox_options::check_collectives also finds differences for which no
// rank waits.
//
// Non-blocking forms: async_collectives.hpp; forms that are prepared once and used many times:
// persistent_collectives.hpp. docs/collectives.md has algorithms and costs.
#pragma once

#include <numeric>
#include <vector>

#include "banyan/net/collective_arguments.hpp"

namespace banyan::net {

/// The items of several ranks, contiguous and in rank order. The first counts[0] are of rank 0, and so on.
template <transferable T>
struct varying {
    std::vector<T> items;
    std::vector<std::size_t> counts;
};

namespace detail {

/// Two ranges of a collective hold items of one type.
template <class R, class S>
consteval void expect_same_items() {
    constexpr bool same_type = std::is_same_v<item_type_t<R>, item_type_t<S>>;
    static_assert(same_type, "both ranges of a collective hold items of the same type");
}

/// The items of every rank's block, known on all ranks: the first part of gather_varying and allgather_varying.
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

/// Takes the last collective of the group as failed on this rank, and tells the others.
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

/// Memory for `counts`, filled by the second part.
template <class T>
varying<T> run_varying(const group& g, collective_arguments& arguments, std::vector<std::size_t> counts, bool here,
                       const collective_options& how) {
    varying<T> all;
    between_parts(g, how.until, [&] {
        if (here) all.items.resize(sum(counts));
    });
    arguments.output = std::as_writable_bytes(std::span(all.items));
    arguments.counts = counts;
    run_second_part(g, arguments, how);
    if (here) all.counts = std::move(counts);
    return all;
}

}  // namespace detail

/// Returns when all ranks have entered.
void barrier(const group& g, const collective_options& how = {});

/// Copies the root's items to all ranks.
template <class R>
void broadcast(const group& g, R&& items, rank root = rank{0}, const collective_options& how = {}) {
    using T = detail::item_type_t<R>;
    detail::run_collective(
        g, detail::arguments_for<T>(collective_kind::broadcast, {}, detail::bytes_to_write<R>(items), root), how);
}

/// Sets result[i] on the root to op(..op(op(r0, r1), r2).., r(p-1)), where r0, r1, ... are mine[i] of all ranks in rank
/// order. The association may differ. `op` must be associative, need not be commutative, and is called as
/// op(const T&, const T&) on a const object. `result` has the length of `mine` on the root and is not changed on other
/// ranks. `result` and `mine` are the same memory or do not overlap.
template <class R, class S, class Op>
void reduce(const group& g, R&& mine, S&& result, Op op, rank root = rank{0}, const collective_options& how = {}) {
    detail::expect_same_items<R, S>();
    detail::run_collective(
        g,
        detail::arguments_for_reduction<detail::item_type_t<R>>(collective_kind::reduce, detail::bytes_to_read<R>(mine),
                                                                detail::bytes_to_write<S>(result), op, root),
        how);
}

/// Combines items[i] of all ranks by `op`, as reduce does, and sets it on every rank. All ranks get the same result,
/// bit for bit, in every run (for an `op` whose result depends on its arguments only).
template <class R, class Op>
void allreduce(const group& g, R&& items, Op op, const collective_options& how = {}) {
    const std::span<std::byte> bytes = detail::bytes_to_write<R>(items);
    detail::run_collective(
        g, detail::arguments_for_reduction<detail::item_type_t<R>>(collective_kind::allreduce, bytes, bytes, op), how);
}

/// allreduce that leaves `mine` unchanged and sets `result`, of the same length.
template <class R, class S, class Op>
requires(!std::convertible_to<Op, collective_options>) void allreduce(const group& g, R&& mine, S&& result, Op op,
                                                                      const collective_options& how = {}) {
    detail::expect_same_items<R, S>();
    detail::run_collective(
        g,
        detail::arguments_for_reduction<detail::item_type_t<R>>(
            collective_kind::allreduce, detail::bytes_to_read<R>(mine), detail::bytes_to_write<S>(result), op),
        how);
}

/// allreduce of a single item: `double hottest = allreduce_value(world, mine, max)`.
template <transferable T, class Op>
[[nodiscard]] T allreduce_value(const group& g, T mine, Op op, const collective_options& how = {}) {
    allreduce(g, std::span<T>(&mine, 1), op, how);
    return mine;
}

/// The sum of items[i] of all ranks, on every rank: the nCUBE globalsum.
template <class R>
void globalsum(const group& g, R&& items, const collective_options& how = {}) {
    allreduce(g, items, std::plus<>(), how);
}

/// Sets result[i] on rank r to op(.. op(r0, r1) .., rr): the items of this rank and those before it, combined. `result`
/// has the length of `mine`; they are the same memory or do not overlap.
template <class R, class S, class Op>
void scan(const group& g, R&& mine, S&& result, Op op, const collective_options& how = {}) {
    detail::expect_same_items<R, S>();
    detail::run_collective(
        g,
        detail::arguments_for_reduction<detail::item_type_t<R>>(collective_kind::scan, detail::bytes_to_read<R>(mine),
                                                                detail::bytes_to_write<S>(result), op),
        how);
}

/// As scan, of the ranks before this one only. `result` of rank 0 is not changed. `result` and `mine` do not overlap.
template <class R, class S, class Op>
void exclusive_scan(const group& g, R&& mine, S&& result, Op op, const collective_options& how = {}) {
    detail::expect_same_items<R, S>();
    detail::run_collective(
        g,
        detail::arguments_for_reduction<detail::item_type_t<R>>(
            collective_kind::exclusive_scan, detail::bytes_to_read<R>(mine), detail::bytes_to_write<S>(result), op),
        how);
}

/// Collects the items of all ranks on the root, in rank order. `all` has p times the length of `mine` on the root and
/// is not changed on other ranks.
template <class R, class S>
void gather(const group& g, R&& mine, S&& all, rank root = rank{0}, const collective_options& how = {}) {
    detail::expect_same_items<R, S>();
    detail::run_collective(
        g,
        detail::arguments_for<detail::item_type_t<R>>(collective_kind::gather, detail::bytes_to_read<R>(mine),
                                                      detail::bytes_to_write<S>(all), root),
        how);
}

/// Copies the r-th part of the root's `all` into `mine` of rank r. `all` has p times the length of `mine` on the root
/// and is not read on other ranks.
template <class R, class S>
void scatter(const group& g, R&& all, S&& mine, rank root = rank{0}, const collective_options& how = {}) {
    detail::expect_same_items<R, S>();
    detail::run_collective(
        g,
        detail::arguments_for<detail::item_type_t<R>>(collective_kind::scatter, detail::bytes_to_read<R>(all),
                                                      detail::bytes_to_write<S>(mine), root),
        how);
}

/// Collects the items of all ranks on every rank, in rank order. `all` has p times the length of `mine`.
template <class R, class S>
void allgather(const group& g, R&& mine, S&& all, const collective_options& how = {}) {
    detail::expect_same_items<R, S>();
    detail::run_collective(
        g,
        detail::arguments_for<detail::item_type_t<R>>(collective_kind::allgather, detail::bytes_to_read<R>(mine),
                                                      detail::bytes_to_write<S>(all)),
        how);
}

/// Combines all[i] of all ranks by `op`, as reduce does, and gives rank r the r-th part of the result. `all` has p
/// times the length of `mine`, and they do not overlap.
template <class R, class S, class Op>
void reduce_scatter(const group& g, R&& all, S&& mine, Op op, const collective_options& how = {}) {
    detail::expect_same_items<R, S>();
    detail::run_collective(
        g,
        detail::arguments_for_reduction<detail::item_type_t<R>>(
            collective_kind::reduce_scatter, detail::bytes_to_read<R>(all), detail::bytes_to_write<S>(mine), op),
        how);
}

/// reduce_scatter with parts of different lengths: part r has counts[r] items (equal on all ranks). Returns this
/// rank's.
template <class R, class Op>
[[nodiscard]] auto reduce_scatter_varying(const group& g, R&& all, std::span<const std::size_t> counts, Op op,
                                          const collective_options& how = {}) {
    using T = detail::item_type_t<R>;
    const std::span<const std::byte> input = detail::bytes_to_read<R>(all);
    const bool right = counts.size() == static_cast<std::size_t>(g.size()) &&
                       detail::add_up_to(counts, input.size() / sizeof(T));  // otherwise run_collective refuses them
    std::vector<T> mine(right ? counts[static_cast<std::size_t>(g.rank().value)] : 0);
    auto arguments = detail::arguments_for_reduction<T>(collective_kind::reduce_scatter, input,
                                                        std::as_writable_bytes(std::span(mine)), op);
    arguments.counts = counts;
    detail::run_collective(g, arguments, how);
    return mine;
}

/// Sends the r-th part of `out` to rank r and sets the r-th part of `in` to the part that rank r has sent. Both have
/// the same length, a multiple of p, and do not overlap.
template <class R, class S>
void alltoall(const group& g, R&& out, S&& in, const collective_options& how = {}) {
    detail::expect_same_items<R, S>();
    detail::run_collective(g,
                           detail::arguments_for<detail::item_type_t<R>>(
                               collective_kind::alltoall, detail::bytes_to_read<R>(out), detail::bytes_to_write<S>(in)),
                           how);
}

/// As gather, with a different number of items from each rank. The result is empty on ranks other than the root. The
/// counts are collected first.
template <sendable R>
[[nodiscard]] auto gather_varying(const group& g, R&& mine, rank root = rank{0}, const collective_options& how = {}) {
    using T = detail::item_type_t<R>;
    const std::span<const T> items = detail::items_of(mine);
    auto arguments = detail::arguments_for<T>(collective_kind::gather_varying, std::as_bytes(items), {}, root);
    return detail::run_varying<T>(g, arguments, detail::collect_counts(g, arguments, items.size(), how),
                                  g.rank() == root, how);
}

/// As allgather, with a different number of items from each rank. The counts are collected first.
template <sendable R>
[[nodiscard]] auto allgather_varying(const group& g, R&& mine, const collective_options& how = {}) {
    using T = detail::item_type_t<R>;
    const std::span<const T> items = detail::items_of(mine);
    auto arguments = detail::arguments_for<T>(collective_kind::allgather_varying, std::as_bytes(items), {});
    return detail::run_varying<T>(g, arguments, detail::collect_counts(g, arguments, items.size(), how), true, how);
}

/// As scatter, with a different number of items for each rank: counts[r] items of the root go to rank r. `all` is not
/// read on other ranks. Throws errc::invalid_argument on the root, before anything is sent, unless there is one count
/// for each rank and the sum of the counts is the number of items.
template <transferable T>
[[nodiscard]] std::vector<T> scatter_varying(const group& g, const varying<T>& all, rank root = rank{0},
                                             const collective_options& how = {}) {
    auto arguments =
        detail::arguments_for<T>(collective_kind::scatter_varying, std::as_bytes(std::span(all.items)), {}, root);
    const std::vector<std::size_t> counts = detail::distribute_counts(g, arguments, all.counts, how);
    std::vector<T> mine;
    detail::between_parts(g, how.until, [&] { mine.resize(counts[static_cast<std::size_t>(g.rank().value)]); });
    arguments.output = std::as_writable_bytes(std::span(mine));
    arguments.counts = counts;
    detail::run_second_part(g, arguments, how);
    return mine;
}

/// As alltoall, with different numbers of items: out.counts[r] items go to rank r. The result has the items from each
/// rank and their counts. Throws errc::invalid_argument, before anything is sent, unless there is one count for each
/// rank and the sum of the counts is the number of items. The counts are exchanged first. The algorithm "balanced"
/// (Lin 1995, section 4.3) is for a few long blocks among short ones; all ranks then learn all counts, also in an
/// automatic choice when the lengths of the blocks are such that it could pay.
template <transferable T>
[[nodiscard]] varying<T> alltoall_varying(const group& g, const varying<T>& out, const collective_options& how = {}) {
    auto arguments =
        detail::arguments_for<T>(collective_kind::alltoall_varying, std::as_bytes(std::span(out.items)), {});
    detail::exchanged_counts counts = detail::exchange_counts(g, arguments, out.counts, how);
    varying<T> in;
    in.counts = std::move(counts.received);
    detail::between_parts(g, how.until, [&] { in.items.resize(detail::sum(in.counts)); });
    arguments.output = std::as_writable_bytes(std::span(in.items));
    arguments.counts = out.counts;
    arguments.receive_counts = in.counts;
    arguments.matrix = counts.all;
    detail::run_second_part(g, arguments, how);
    return in;
}

}  // namespace banyan::net

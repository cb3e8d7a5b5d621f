// Operations of a whole group: every rank calls the same function, in the same order, with the same root and with
// lengths that agree. The items are one variable or contiguous items (item_range.hpp).
//
// Each blocks until this rank's part is done. A collective other than barrier, allreduce, allgather and alltoall may
// return on one rank before the others have entered it. The last argument is a deadline or names an algorithm
// (collective_options.hpp). Errors:
//   invalid_argument     the root is not a rank of the group, the lengths on this rank do not fit, two ranges overlap
//                        that must not, or there is no such algorithm. Thrown before anything is sent; the group can
//                        still be used
//   collective_mismatch  ranks called different collectives, or with different roots, lengths, algorithms or order
//   collective_failed    another rank's operation threw an exception, or another rank had no memory for its partial
//                        results; that rank gets its own exception
//   peer_lost, host_lost a member has died: thrown on every rank that still waits 0.2 s after the report. Or a member
//                        has ended early, or two ranks have lost their connection
//   timeout              the deadline has passed
// A failure on one rank is also reported, with the same text, on all ranks that wait in a collective of the group, now
// or later; only a timeout is not reported to the others. After a failure the group's collectives throw at once on this
// rank, and cannot be used again: shrink() (shrink.hpp) makes a group of the survivors. A program can also use a spare
// group that it has split off before. mailbox_options::check_collectives also finds differences that make no rank wait.
//
// Blocks of different lengths: varying_collectives.hpp; non-blocking forms: async_collectives.hpp; forms that are
// prepared once and used many times: persistent_collectives.hpp. docs/collectives.md has algorithms and costs.
#pragma once

#include "banyan/net/collective_arguments.hpp"
#include "banyan/net/varying_collectives.hpp"

namespace banyan::net {

/// Blocks until all ranks have called it.
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
/// op(const T&, const T&) on a const object. T is the type of the elements of a vector, array or span. `result` has the
/// length of `mine` on the root and is not changed on other ranks. `result` and `mine` are the same memory or do not
/// overlap.
template <class R, class S, class Op>
void reduce(const group& g, R&& mine, S&& result, Op op, rank root = rank{0}, const collective_options& how = {}) {
    detail::expect_same_items<R, S>();
    detail::run_collective(
        g,
        detail::arguments_for_reduction<detail::item_type_t<R>>(collective_kind::reduce, detail::bytes_to_read<R>(mine),
                                                                detail::bytes_to_write<S>(result), op, root),
        how);
}

/// Combines items[i] of all ranks by `op`, as reduce does, and replaces items[i] by the result on every rank. All ranks
/// get the same result, bit for bit, in every run (for an `op` whose result depends on its arguments only).
template <class R, class Op>
void allreduce(const group& g, R&& items, Op op, const collective_options& how = {}) {
    const std::span<std::byte> bytes = detail::bytes_to_write<R>(items);
    detail::run_collective(
        g, detail::arguments_for_reduction<detail::item_type_t<R>>(collective_kind::allreduce, bytes, bytes, op), how);
}

/// allreduce that leaves `mine` unchanged and sets `result`, of the same length. They are the same memory or do not
/// overlap.
template <class R, class S, class Op>
requires(!std::convertible_to<Op, collective_options>) void allreduce(const group& g, R&& mine, S&& result, Op op,
                                                                      const collective_options& how = {}) {
    if constexpr (detail::expect_operation<Op>()) {
        detail::expect_same_items<R, S>();
        detail::run_collective(
            g,
            detail::arguments_for_reduction<detail::item_type_t<R>>(
                collective_kind::allreduce, detail::bytes_to_read<R>(mine), detail::bytes_to_write<S>(result), op),
            how);
    }
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

/// globalsum that leaves `mine` unchanged and sets `result`, of the same length.
template <class R, class S>
requires(!std::convertible_to<S, collective_options>) void globalsum(const group& g, R&& mine, S&& result,
                                                                     const collective_options& how = {}) {
    allreduce(g, mine, result, std::plus<>(), how);
}

/// Sets result[i] on rank r to mine[i] of the ranks 0 to r, combined by `op` in rank order, as reduce does. `result`
/// has the length of `mine`. `result` and `mine` are the same memory or do not overlap.
template <class R, class S, class Op>
void scan(const group& g, R&& mine, S&& result, Op op, const collective_options& how = {}) {
    detail::expect_same_items<R, S>();
    detail::run_collective(
        g,
        detail::arguments_for_reduction<detail::item_type_t<R>>(collective_kind::scan, detail::bytes_to_read<R>(mine),
                                                                detail::bytes_to_write<S>(result), op),
        how);
}

/// As scan, but combines only the items of the ranks before this one. `result` of rank 0 is not changed. `result` and
/// `mine` must not overlap.
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
/// is not changed on other ranks. They must not overlap on the root.
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
/// and is not read on other ranks. They must not overlap on the root.
template <class R, class S>
void scatter(const group& g, R&& all, S&& mine, rank root = rank{0}, const collective_options& how = {}) {
    detail::expect_same_items<R, S>();
    detail::run_collective(
        g,
        detail::arguments_for<detail::item_type_t<R>>(collective_kind::scatter, detail::bytes_to_read<R>(all),
                                                      detail::bytes_to_write<S>(mine), root),
        how);
}

/// Collects the items of all ranks on every rank, in rank order. `all` has p times the length of `mine`, and they must
/// not overlap.
template <class R, class S>
void allgather(const group& g, R&& mine, S&& all, const collective_options& how = {}) {
    detail::expect_same_items<R, S>();
    detail::run_collective(
        g,
        detail::arguments_for<detail::item_type_t<R>>(collective_kind::allgather, detail::bytes_to_read<R>(mine),
                                                      detail::bytes_to_write<S>(all)),
        how);
}

/// Combines all[i] of all ranks by `op`, as reduce does, and sets `mine` of rank r to the r-th part of the result.
/// `all` has p times the length of `mine`, and they must not overlap.
template <class R, class S, class Op>
void reduce_scatter(const group& g, R&& all, S&& mine, Op op, const collective_options& how = {}) {
    detail::expect_same_items<R, S>();
    detail::run_collective(
        g,
        detail::arguments_for_reduction<detail::item_type_t<R>>(
            collective_kind::reduce_scatter, detail::bytes_to_read<R>(all), detail::bytes_to_write<S>(mine), op),
        how);
}

/// Sends the r-th part of `out` to rank r and sets the r-th part of `in` to the part that rank r has sent. Both have
/// the same length, a multiple of p, and must not overlap.
template <class R, class S>
void alltoall(const group& g, R&& out, S&& in, const collective_options& how = {}) {
    detail::expect_same_items<R, S>();
    detail::run_collective(g,
                           detail::arguments_for<detail::item_type_t<R>>(
                               collective_kind::alltoall, detail::bytes_to_read<R>(out), detail::bytes_to_write<S>(in)),
                           how);
}

}  // namespace banyan::net

// Operations of a whole group: every rank calls the same function, in the same order, with the same root and with
// lengths that agree. The items are one variable or contiguous items (item_range.hpp).
//
// Each blocks until this rank's part is done. A collective other than barrier and allreduce may return on one rank
// before the others have entered it. Errors:
//   invalid_argument     the root is no rank of the group, or the root's lengths do not fit. Thrown before anything is
//                        sent; the group stays usable
//   collective_mismatch  ranks called different collectives, or with different roots, lengths or order
//   collective_failed    another rank's operation threw an exception (that rank gets its own exception)
//   peer_lost, host_lost a member has died: thrown on every rank that still waits 0.2 s after the report. Or a member
//                        has ended early, or two ranks have lost their connection
//   timeout              the deadline `until` has passed
// A failure on one rank is also reported, with the same text, on all ranks that wait in a collective of the group, now
// or later; only a timeout is not reported to the others. After a failure the group's collectives throw at once on this
// rank. Make a new group from another group. mailbox_options::check_collectives also finds differences that make no
// rank wait.
// docs/collectives.md has the details; costs (rounds, messages, bytes) are formulas in
// libnet/collectives/schedule_cost.hpp.
#pragma once

#include <functional>
#include <numeric>
#include <span>
#include <typeinfo>
#include <vector>

#include "banyan/net/group.hpp"

namespace banyan::net {

/// The items of several ranks, contiguous and in rank order. The first counts[0] are of rank 0, and so on.
template <transferable T>
struct varying {
    std::vector<T> items;
    std::vector<std::size_t> counts;
};

namespace detail {

/// An operation on arrays of items, with its type erased: out[i] = op(left[i], right[i]), i < items. `out` may be
/// `left` or `right`.
struct combiner {
    const void* op;
    void (*apply)(const void* op, const std::byte* left, const std::byte* right, std::byte* out, std::size_t items);
    std::size_t item_bytes;
    std::size_t alignment;
    const char* item_type;
    const char* operation;
};

/// For comparison between ranks and for error messages; "" where the program is compiled without type information.
template <class T>
const char* type_name() {
#ifdef __cpp_rtti
    return typeid(T).name();
#else
    return "";
#endif
}

template <class T, class Op>
void apply_to_items(const void* op, const std::byte* left, const std::byte* right, std::byte* out, std::size_t items) {
    const auto* a = reinterpret_cast<const T*>(left);
    const auto* b = reinterpret_cast<const T*>(right);
    auto* result = reinterpret_cast<T*>(out);
    for (std::size_t i = 0; i < items; ++i)
        result[i] = std::invoke(*static_cast<const Op*>(op), a[i], b[i]);
}

template <class T, class Op>
combiner make_combiner(const Op& op) {
    return {&op, &apply_to_items<T, Op>, sizeof(T), alignof(T), type_name<T>(), type_name<Op>()};
}

void broadcast(const group& g, std::span<std::byte> items, const char* item_type, rank root, deadline until);
void reduce(const group& g, std::span<const std::byte> mine, std::span<std::byte> result, const combiner& op, rank root,
            deadline until);
void allreduce(const group& g, std::span<std::byte> items, const combiner& op, deadline until);
void gather(const group& g, std::span<const std::byte> mine, std::span<std::byte> all, const char* item_type, rank root,
            deadline until);
void scatter(const group& g, std::span<const std::byte> all, std::span<std::byte> mine, const char* item_type,
             rank root, deadline until);

/// Bytes of the ranks' items where they differ.
struct varying_sizes {
    std::vector<std::size_t> of_ranks;  ///< in rank order; only on the root
    std::vector<std::size_t> subtree;   ///< of this rank and those below it in the tree, in the tree's order
};
varying_sizes gather_sizes(const group& g, std::size_t mine_bytes, const char* item_type, rank root, deadline until);
varying_sizes scatter_sizes(const group& g, std::span<const std::size_t> of_ranks, std::size_t total_bytes,
                            const char* item_type, rank root, deadline until);
void gather_varying(const group& g, std::span<const std::byte> mine, const varying_sizes& sizes,
                    std::span<std::byte> all, rank root, deadline until);
void scatter_varying(const group& g, std::span<const std::byte> all, const varying_sizes& sizes,
                     std::span<std::byte> mine, rank root, deadline until);

}  // namespace detail

/// Returns when all ranks have entered.
void barrier(const group& g, deadline until = {});

/// Copies the root's items to all ranks.
template <class R>
void broadcast(const group& g, R&& items, rank root = rank{0}, deadline until = {}) {
    detail::broadcast(g, detail::bytes_to_write<R>(items), detail::type_name<detail::item_type_t<R>>(), root, until);
}

/// Sets result[i] on the root to op(..op(op(r0, r1), r2).., r(p-1)), where r0, r1, ... are mine[i] of all ranks in rank
/// order. The association may differ. `op` must be associative, need not be commutative, and is called as
/// op(const T&, const T&) on a const object. `result` has the length of `mine` on the root and is not changed on other
/// ranks. `result` and `mine` are the same memory or do not overlap.
template <class R, class S, class Op>
void reduce(const group& g, R&& mine, S&& result, Op op, rank root = rank{0}, deadline until = {}) {
    using T = detail::item_type_t<R>;
    static_assert(std::is_same_v<T, detail::item_type_t<S>>, "reduce: both ranges hold the same type");
    detail::reduce(g, detail::bytes_to_read<R>(mine), detail::bytes_to_write<S>(result), detail::make_combiner<T>(op),
                   root, until);
}

/// Combines items[i] of all ranks by `op`, as reduce does, and sets it on every rank. All ranks get the same result,
/// bit for bit, in every run (for an `op` whose result depends on its arguments only).
template <class R, class Op>
void allreduce(const group& g, R&& items, Op op, deadline until = {}) {
    using T = detail::item_type_t<R>;
    detail::allreduce(g, detail::bytes_to_write<R>(items), detail::make_combiner<T>(op), until);
}

/// allreduce of a single item: `double hottest = allreduce_value(world, mine, max)`.
template <transferable T, class Op>
[[nodiscard]] T allreduce_value(const group& g, T mine, Op op, deadline until = {}) {
    allreduce(g, std::span<T>(&mine, 1), op, until);
    return mine;
}

/// Collects the items of all ranks on the root, in rank order. `all` has p times the length of `mine` on the root and
/// is not changed on other ranks.
template <class R, class S>
void gather(const group& g, R&& mine, S&& all, rank root = rank{0}, deadline until = {}) {
    static_assert(std::is_same_v<detail::item_type_t<R>, detail::item_type_t<S>>);
    detail::gather(g, detail::bytes_to_read<R>(mine), detail::bytes_to_write<S>(all),
                   detail::type_name<detail::item_type_t<R>>(), root, until);
}

/// Copies the r-th part of the root's `all` into `mine` of rank r. `all` has p times the length of `mine` on the root
/// and is not read on other ranks.
template <class R, class S>
void scatter(const group& g, R&& all, S&& mine, rank root = rank{0}, deadline until = {}) {
    static_assert(std::is_same_v<detail::item_type_t<R>, detail::item_type_t<S>>);
    detail::scatter(g, detail::bytes_to_read<R>(all), detail::bytes_to_write<S>(mine),
                    detail::type_name<detail::item_type_t<R>>(), root, until);
}

/// As gather, with a different number of items from each rank. The result is empty on ranks other than the root. Sends
/// twice as many messages as gather, because the counts are sent first.
template <sendable R>
[[nodiscard]] auto gather_varying(const group& g, R&& mine, rank root = rank{0}, deadline until = {}) {
    using T = detail::item_type_t<R>;
    const std::span<const T> items = detail::items_of(mine);
    const detail::varying_sizes sizes =
        detail::gather_sizes(g, items.size_bytes(), detail::type_name<T>(), root, until);
    varying<T> all;
    for (const std::size_t bytes : sizes.of_ranks)
        all.counts.push_back(bytes / sizeof(T));
    all.items.resize(std::accumulate(all.counts.begin(), all.counts.end(), std::size_t{0}));
    detail::gather_varying(g, std::as_bytes(items), sizes, std::as_writable_bytes(std::span(all.items)), root, until);
    return all;
}

/// As scatter, with a different number of items for each rank: counts[r] items of the root go to rank r. `all` is not
/// read on other ranks. Throws errc::invalid_argument on the root, before anything is sent, unless there is one count
/// for each rank and the sum of the counts is the number of items.
template <transferable T>
[[nodiscard]] std::vector<T> scatter_varying(const group& g, const varying<T>& all, rank root = rank{0},
                                             deadline until = {}) {
    std::vector<std::size_t> bytes;
    for (const std::size_t count : all.counts)
        bytes.push_back(count * sizeof(T));
    const detail::varying_sizes sizes =
        detail::scatter_sizes(g, bytes, std::span(all.items).size_bytes(), detail::type_name<T>(), root, until);
    std::vector<T> mine(sizes.subtree.front() / sizeof(T));
    detail::scatter_varying(g, std::as_bytes(std::span(all.items)), sizes, std::as_writable_bytes(std::span(mine)),
                            root, until);
    return mine;
}

}  // namespace banyan::net

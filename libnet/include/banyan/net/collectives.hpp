// Operations of a whole group: every rank calls the same function, in the same order, with lengths that agree.
//
// Each blocks until this rank's part is done; a collective other than barrier and allreduce may return on one rank
// before the others have entered it. All throw errc::timeout at `until`, peer_lost / host_lost when a member dies,
// invalid_argument or truncated when lengths do not agree or the root is no rank of the group. A death is named by the
// error on every rank whose part is not done 0.2 s after the news, whoever it waits for. After a throw the ranks may
// stand at different points: use the group's collectives no more (make the next group from another one). Costs (rounds,
// messages, bytes) are formulas in libnet/collectives/schedule_cost.hpp and docs/collectives.md.
#pragma once

#include <functional>
#include <numeric>
#include <ranges>
#include <span>
#include <vector>

#include "banyan/net/group.hpp"

namespace banyan::net {

/// Contiguous items that may travel as bytes: a vector, array or span of a trivially copyable type.
template <class R>
concept item_range =
    std::ranges::contiguous_range<R> && std::ranges::sized_range<R> && transferable<std::ranges::range_value_t<R>>;
template <class R>
concept writable_item_range =
    item_range<R> && !std::is_const_v<std::remove_reference_t<std::ranges::range_reference_t<R>>>;

/// Items of several ranks behind each other, in rank order; counts[r] of them are rank r's.
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
};

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
    return {&op, &apply_to_items<T, Op>, sizeof(T), alignof(T)};
}

void broadcast(const group& g, std::span<std::byte> items, rank root, deadline until);
void reduce(const group& g, std::span<const std::byte> mine, std::span<std::byte> result, const combiner& op, rank root,
            deadline until);
void allreduce(const group& g, std::span<std::byte> items, const combiner& op, deadline until);
void gather(const group& g, std::span<const std::byte> mine, std::span<std::byte> all, rank root, deadline until);
void scatter(const group& g, std::span<const std::byte> all, std::span<std::byte> mine, rank root, deadline until);

/// Bytes of the ranks' items where they differ.
struct varying_sizes {
    std::vector<std::size_t> of_ranks;  ///< in rank order; only on the root
    std::vector<std::size_t> subtree;   ///< of this rank and those below it in the tree, in the tree's order
};
varying_sizes gather_sizes(const group& g, std::size_t mine_bytes, rank root, deadline until);
varying_sizes scatter_sizes(const group& g, std::span<const std::size_t> of_ranks, rank root, deadline until);
void gather_varying(const group& g, std::span<const std::byte> mine, const varying_sizes& sizes,
                    std::span<std::byte> all, rank root, deadline until);
void scatter_varying(const group& g, std::span<const std::byte> all, const varying_sizes& sizes,
                     std::span<std::byte> mine, rank root, deadline until);

}  // namespace detail

/// Returns when all ranks have entered.
void barrier(const group& g, deadline until = {});

/// Copies the root's items to all ranks.
template <writable_item_range R>
void broadcast(const group& g, R&& items, rank root = rank{0}, deadline until = {}) {
    detail::broadcast(g, std::as_writable_bytes(std::span(items)), root, until);
}

/// result[i] on the root = op over all ranks' mine[i], in rank order: op(..op(op(r0, r1), r2).., r(p-1)) up to
/// association. `op` must be associative, need not be commutative, and is called as op(const T&, const T&) on a const
/// object. `result` has mine's length on the root and is left alone elsewhere; it must not overlap `mine` in part.
template <item_range R, writable_item_range S, class Op>
void reduce(const group& g, R&& mine, S&& result, Op op, rank root = rank{0}, deadline until = {}) {
    using T = std::ranges::range_value_t<R>;
    static_assert(std::is_same_v<T, std::ranges::range_value_t<S>>, "reduce: both ranges hold the same type");
    detail::reduce(g, std::as_bytes(std::span(mine)), std::as_writable_bytes(std::span(result)),
                   detail::make_combiner<T>(op), root, until);
}

/// items[i] = op over all ranks' items[i], in rank order, on every rank. All ranks get bitwise the same answer,
/// whatever the timing (for an `op` whose result depends on its arguments only).
template <writable_item_range R, class Op>
void allreduce(const group& g, R&& items, Op op, deadline until = {}) {
    using T = std::ranges::range_value_t<R>;
    detail::allreduce(g, std::as_writable_bytes(std::span(items)), detail::make_combiner<T>(op), until);
}

/// allreduce of a single item: `double hottest = allreduce_value(world, mine, max)`.
template <transferable T, class Op>
[[nodiscard]] T allreduce_value(const group& g, T mine, Op op, deadline until = {}) {
    allreduce(g, std::span<T>(&mine, 1), op, until);
    return mine;
}

/// All ranks' items on the root, in rank order: `all` has p times mine's length there and is left alone elsewhere.
template <item_range R, writable_item_range S>
void gather(const group& g, R&& mine, S&& all, rank root = rank{0}, deadline until = {}) {
    static_assert(std::is_same_v<std::ranges::range_value_t<R>, std::ranges::range_value_t<S>>);
    detail::gather(g, std::as_bytes(std::span(mine)), std::as_writable_bytes(std::span(all)), root, until);
}

/// Rank r's part of the root's `all` (p times mine's length on the root, ignored elsewhere) into `mine`.
template <item_range R, writable_item_range S>
void scatter(const group& g, R&& all, S&& mine, rank root = rank{0}, deadline until = {}) {
    static_assert(std::is_same_v<std::ranges::range_value_t<R>, std::ranges::range_value_t<S>>);
    detail::scatter(g, std::as_bytes(std::span(all)), std::as_writable_bytes(std::span(mine)), root, until);
}

/// gather of any number of items from each rank; the result is empty on the other ranks. Twice the messages of gather:
/// the numbers go first.
template <item_range R>
[[nodiscard]] auto gather_varying(const group& g, R&& mine, rank root = rank{0}, deadline until = {}) {
    using T = std::ranges::range_value_t<R>;
    const std::span<const T> items(mine);
    const detail::varying_sizes sizes = detail::gather_sizes(g, items.size_bytes(), root, until);
    varying<T> all;
    for (const std::size_t bytes : sizes.of_ranks)
        all.counts.push_back(bytes / sizeof(T));
    all.items.resize(std::accumulate(all.counts.begin(), all.counts.end(), std::size_t{0}));
    detail::gather_varying(g, std::as_bytes(items), sizes, std::as_writable_bytes(std::span(all.items)), root, until);
    return all;
}

/// scatter of any number of items to each rank: the root's counts[r] items go to rank r. `all` is ignored elsewhere.
/// Throws errc::invalid_argument on the root, before anything is sent, unless there is one count for each rank; the sum
/// of the counts is the number of items.
template <transferable T>
[[nodiscard]] std::vector<T> scatter_varying(const group& g, const varying<T>& all, rank root = rank{0},
                                             deadline until = {}) {
    std::vector<std::size_t> bytes;
    for (const std::size_t count : all.counts)
        bytes.push_back(count * sizeof(T));
    const detail::varying_sizes sizes = detail::scatter_sizes(g, bytes, root, until);
    std::vector<T> mine(sizes.subtree.front() / sizeof(T));
    detail::scatter_varying(g, std::as_bytes(std::span(all.items)), sizes, std::as_writable_bytes(std::span(mine)),
                            root, until);
    return mine;
}

}  // namespace banyan::net

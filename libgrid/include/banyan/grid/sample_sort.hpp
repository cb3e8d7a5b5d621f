// Sorts items that are distributed over a group: parallel sorting by regular sampling (Shi and Schaeffer, Journal of
// Parallel and Distributed Computing 14, 1992), made stable and independent of how the items are distributed at first.
//
//   std::vector<record> mine = ...;
//   mine = grid::sorted(world, mine, std::less<>(), &record::key);
//
// Each rank sorts its items and gives every s-th of them as a sample. All samples, sorted, give p - 1 splitters. One
// alltoall_varying brings the items between two splitters to one rank, which merges them. A second one makes the counts
// equal.
#pragma once

#include <algorithm>
#include <functional>
#include <iterator>
#include <numeric>
#include <ranges>
#include <span>
#include <vector>

#include "banyan/grid/item_layout.hpp"
#include "banyan/net/collectives.hpp"
#include "banyan/net/same_call.hpp"

namespace banyan::grid {

struct sort_options {
    /// True: the result is item_layout::blocked, so the counts of two ranks differ by 1 at most. False: the second
    /// exchange is left out. Then a rank has at most n / p + (p + 1) s - p items, with n items in total and
    /// s = sample_step(n, p): below 2 n / p + n / p^2 if n >= p^2. This holds for all keys, also if all are equal.
    bool balanced = true;
    net::collective_options how{};
};

/// The number of items that a sample stands for: n / p^2, at least 1.
std::int64_t sample_step(std::int64_t n, int processors);

namespace detail {

/// An item with its origin. The origin decides the order of equal keys, so no two samples are equal.
template <class T>
struct sample {
    T item;
    std::int32_t rank;
    std::int64_t position;
};

/// The indices of the p - 1 splitters among all samples, which are sorted. None without samples.
std::vector<std::size_t> splitter_indices(std::size_t samples, int processors);
/// The numbers of items that the processor sends to each processor in the second exchange. Its items are
/// counts[processor] consecutive items of the sorted result.
std::vector<std::size_t> balanced_counts(std::span<const std::int64_t> counts, int processor);

/// Merges sorted runs that follow each other. Of equal items, those of the earlier run come first.
template <class T, class Before>
void merge_runs(std::vector<T>& items, std::vector<std::size_t> ends, Before before) {
    std::vector<T> merged(items.size());
    while (ends.size() > 1) {
        std::vector<std::size_t> joined;
        std::size_t begin = 0;
        for (std::size_t r = 0; r < ends.size(); r += 2) {
            const std::size_t end = ends[std::min(r + 1, ends.size() - 1)];
            std::merge(items.begin() + static_cast<std::ptrdiff_t>(begin),
                       items.begin() + static_cast<std::ptrdiff_t>(ends[r]),
                       items.begin() + static_cast<std::ptrdiff_t>(ends[r]),
                       items.begin() + static_cast<std::ptrdiff_t>(end),
                       merged.begin() + static_cast<std::ptrdiff_t>(begin), before);
            joined.push_back(end);
            begin = end;
        }
        items.swap(merged);
        ends = std::move(joined);
    }
}

template <class T, class Before>
std::vector<sample<T>> splitters_of(const net::group& tasks, std::span<const T> mine, std::int64_t step, Before before,
                                    const net::collective_options& how) {
    std::vector<sample<T>> samples;
    for (auto at = step - 1; at < static_cast<std::int64_t>(mine.size()); at += step)
        samples.push_back({mine[static_cast<std::size_t>(at)], tasks.rank().value, at});
    std::vector<sample<T>> all = net::allgather_varying(tasks, samples, how).items;
    // The samples of a rank are sorted, and the ranks follow each other, so a stable sort orders equal keys by origin.
    std::ranges::stable_sort(all, [&](const sample<T>& a, const sample<T>& b) { return before(a.item, b.item); });
    std::vector<sample<T>> chosen;
    for (const std::size_t i : splitter_indices(all.size(), tasks.size()))
        chosen.push_back(all[i]);
    return chosen;
}

/// The number of own items before the splitter.
template <class T, class Before>
std::size_t items_before(std::span<const T> mine, const sample<T>& splitter, int rank, Before before) {
    if (splitter.rank == rank) return static_cast<std::size_t>(splitter.position);
    const auto found = rank < splitter.rank ? std::ranges::upper_bound(mine, splitter.item, before)
                                            : std::ranges::lower_bound(mine, splitter.item, before);
    return static_cast<std::size_t>(found - mine.begin());
}

/// The first exchange: the result is sorted, and all items of a rank go before those of the next.
template <class T, class Before>
std::vector<T> exchanged_by_splitters(const net::group& tasks, std::vector<T> mine,
                                      std::span<const sample<T>> splitters, Before before,
                                      const net::collective_options& how) {
    net::varying<T> out;
    std::size_t begin = 0;
    for (const sample<T>& s : splitters) {
        const std::size_t end = items_before(std::span<const T>(mine), s, tasks.rank().value, before);
        out.counts.push_back(end - begin);
        begin = end;
    }
    out.counts.resize(static_cast<std::size_t>(tasks.size()), 0);
    if (!splitters.empty()) out.counts.back() = mine.size() - begin;
    if (splitters.empty()) out.counts.front() = mine.size();
    out.items = std::move(mine);
    net::varying<T> in = net::alltoall_varying(tasks, out, how);
    std::vector<std::size_t> ends;
    for (const std::size_t count : in.counts)
        ends.push_back((ends.empty() ? 0 : ends.back()) + count);
    merge_runs(in.items, std::move(ends), before);
    return std::move(in.items);
}

/// The items of all ranks in the order of `before`: those of rank 0 first.
template <class T, class Before>
std::vector<T> sorted_by(const net::group& tasks, std::vector<T> items, Before before, const sort_options& options) {
    const auto counts_of_all = [&](std::size_t count) {
        std::vector<std::int64_t> counts(static_cast<std::size_t>(tasks.size()));
        net::allgather(tasks, static_cast<std::int64_t>(count), counts, options.how.until);
        return counts;
    };
    net::expect_same_call(tasks, "sorted", {{"balanced", options.balanced}}, options.how.until);
    std::ranges::stable_sort(items, before);
    const std::vector<std::int64_t> given = counts_of_all(items.size());
    const std::int64_t step = sample_step(std::accumulate(given.begin(), given.end(), std::int64_t{0}), tasks.size());
    const auto splitters = splitters_of(tasks, std::span<const T>(items), step, before, options.how.until);
    items = exchanged_by_splitters(tasks, std::move(items), std::span<const sample<T>>(splitters), before, options.how);
    if (!options.balanced) return items;
    net::varying<T> out;
    out.counts = balanced_counts(counts_of_all(items.size()), tasks.rank().value);
    out.items = std::move(items);
    return net::alltoall_varying(tasks, out, options.how).items;
}

}  // namespace detail

/// The items of all ranks in ascending order: those of rank 0 first, then those of rank 1, and so on. `mine` has the
/// items of this rank, any number. less(key(a), key(b)) is a strict weak ordering (a NaN among doubles is not allowed).
/// Stable: items with equal keys keep the order of their ranks, and of their positions on a rank. Collective and
/// blocking; throws net::error as net::alltoall_varying. Memory: about three times the items of the rank with the most
/// items. Each item is sent at most twice.
template <net::item_range R, class Less = std::less<>, class Key = std::identity>
[[nodiscard]] auto sorted(const net::group& tasks, const R& mine, Less less = {}, Key key = {},
                          const sort_options& options = {}) {
    using T = std::ranges::range_value_t<R>;
    constexpr bool right = requires {
        requires std::indirect_strict_weak_order<Less, std::projected<const T*, Key>>;
    };
    static_assert(right, "sorted: less(key(a), key(b)) is not valid for these items");
    std::vector<T> items(std::ranges::begin(mine), std::ranges::end(mine));
    if constexpr (right) {
        const auto before = [&](const T& a, const T& b) {
            return std::invoke(less, std::invoke(key, a), std::invoke(key, b));
        };
        items = detail::sorted_by(tasks, std::move(items), before, options);
    }
    return items;
}

}  // namespace banyan::grid

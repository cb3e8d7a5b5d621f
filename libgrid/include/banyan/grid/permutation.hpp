// Moves items to any places of a group, in the two stages of the nCUBE 2 programmer's guide (1992, "Random-Access
// Data"): each item is tagged with its destination, and then all are moved by one alltoall of uneven blocks.
//
//   permute    any destinations, known to the rank that has the item. Messages also have the position of each item
//   moved      destinations that every rank can compute (item_move.hpp). Messages have items only, and no counts are
//              exchanged first
//
// All ranks of the group call the same function. Each blocks until the part of this rank is done. The last argument is
// that of the collective (collective_options.hpp). Items are in a vector, array or span. Wrong arguments throw
// part::error before anything is sent; the other ranks then wait for this one, as in a collective. net::error as
// net::alltoall_varying; in debug mode also errc::collective_mismatch (docs/collectives.md). An item type needs a
// default constructor.
#pragma once

#include <ranges>
#include <span>
#include <vector>

#include "banyan/grid/item_move.hpp"
#include "banyan/net/alltoall_known.hpp"

namespace banyan::grid {

/// The place of an item: in the result of a rank, at a position from 0.
struct item_place {
    int processor;
    std::int64_t position;
    friend bool operator==(const item_place&, const item_place&) = default;
};

namespace detail {

/// Items in the order in which they are sent.
struct tagged_order {
    std::vector<std::size_t> order;   ///< indices of the items: those for processor 0 first, else as given
    std::vector<std::size_t> counts;  ///< for each processor
};
/// The first stage. Throws part::error unless there are `items` places, on the given processors.
tagged_order tag_items(std::span<const item_place> places, std::size_t items, int processors);

/// The places of items with these new indices. Throws part::error for an index out of range.
std::vector<item_place> places_of(std::span<const std::int64_t> indices, const item_layout& to);

/// Throws part::error unless the layout has `ranks` processors.
void check_layout(const item_layout& to, int ranks);
/// Throws part::error unless `position` is in 0 .. items - 1 and not taken yet; then it is taken.
void take_position(std::vector<bool>& taken, std::int64_t position);
/// Throws part::error unless as many items have arrived on this rank as the layout has there.
void check_arrived(std::size_t items, std::int64_t expected);
/// Throws part::error unless a group has as many ranks as processors, and a rank as many items as expected.
void check_moved(std::size_t items, std::size_t expected, int processors, int ranks);
/// In debug mode, throws errc::collective_mismatch unless all ranks have the same layout, or plan (same_call.hpp).
void compare_layouts(const net::group& tasks, const item_layout& to, net::deadline until);
void compare_plans(const net::group& tasks, const item_move& plan, net::deadline until);

template <class T>
struct tagged_item {
    std::int64_t position;
    T item;
};

}  // namespace detail

/// items[i] goes to places[i]. The result has the items that have arrived, each at its position. Together the places of
/// all ranks must name each position 0 .. m - 1 of each result once; if not, a rank with a wrong position throws
/// part::error after the exchange. A rank may give and get any number of items. Messages have 8 bytes more for each
/// item.
template <net::item_range R>
[[nodiscard]] auto permute(const net::group& tasks, const R& range, std::span<const item_place> places,
                           const net::collective_options& how = {}) {
    using T = std::ranges::range_value_t<R>;
    const std::span<const T> items(range);
    detail::tagged_order tagged = detail::tag_items(places, items.size(), tasks.size());
    net::varying<detail::tagged_item<T>> out;
    out.items.reserve(items.size());
    for (const std::size_t i : tagged.order)
        out.items.push_back({places[i].position, items[i]});
    out.counts = std::move(tagged.counts);
    const auto in = net::alltoall_varying(tasks, out, how);
    std::vector<T> result(in.items.size());
    std::vector<bool> taken(in.items.size(), false);
    for (const detail::tagged_item<T>& arrived : in.items) {
        detail::take_position(taken, arrived.position);
        result[static_cast<std::size_t>(arrived.position)] = arrived.item;
    }
    return result;
}

/// items[i] becomes the item with the index indices[i] of the layout `to`, which has one processor for each rank.
/// Together the indices of all ranks are 0 .. to.items() - 1, each once.
template <net::item_range R>
[[nodiscard]] auto permute(const net::group& tasks, const R& items, std::span<const std::int64_t> indices,
                           const item_layout& to, const net::collective_options& how = {}) {
    detail::check_layout(to, tasks.size());
    detail::compare_layouts(tasks, to, how.until);
    auto result = permute(tasks, items, std::span<const item_place>(detail::places_of(indices, to)), how);
    detail::check_arrived(result.size(), to.count(tasks.rank().value));
    return result;
}

/// The items of this rank in a new layout and order: `plan` is the item_move of processor tasks.rank(). A plan may be
/// used many times, for items of any type.
template <net::item_range R>
[[nodiscard]] auto moved(const net::group& tasks, const R& range, const item_move& plan,
                         const net::collective_options& how = {}) {
    using T = std::ranges::range_value_t<R>;
    const std::span<const T> items(range);
    detail::check_moved(items.size(), plan.send_order().size(), static_cast<int>(plan.send_counts().size()),
                        tasks.size());
    detail::compare_plans(tasks, plan, how.until);
    net::varying<T> out;
    out.items.reserve(items.size());
    for (const std::size_t i : plan.send_order())
        out.items.push_back(items[i]);
    out.counts = plan.send_counts();
    const net::varying<T> in = net::alltoall_known(tasks, out, plan.receive_counts(), how);
    detail::check_moved(in.items.size(), plan.receive_places().size(), tasks.size(), tasks.size());
    std::vector<T> result(in.items.size());
    for (std::size_t i = 0; i < in.items.size(); ++i)
        result[plan.receive_places()[i]] = in.items[i];
    return result;
}

}  // namespace banyan::grid

// The transpose of a distributed array, from any partition to any partition.
#pragma once

#include <algorithm>

#include "banyan/grid/distributed_array.hpp"

namespace banyan::grid {

/// The partition of the transposed grid: the owner of (row, col) is that of (col, row) in `parts`. Rectangles stay
/// rectangles; cell ranges become a list of owners, so the grid then has at most part::max_listed_cells.
part::partition transposed(const part::partition& parts);

namespace detail {

/// A layout of the cells alone. Its halo, of one column, is not used.
std::shared_ptr<const halo_layout> layout_without_exchange(const part::partition& parts, int processor);

/// to(col, row) = from(row, col), in squares that fit into the cache.
template <class T>
void copy_transposed(const distributed_array<T>& from, distributed_array<T>& to) {
    constexpr std::int64_t side = 32;
    for (const region& own : from.layout().owned())
        for (std::int64_t top = own.row; top < own.row + own.rows; top += side)
            for (std::int64_t left = own.col; left < own.col + own.cols; left += side)
                for (std::int64_t c = left; c < std::min(left + side, own.col + own.cols); ++c)
                    for (std::int64_t r = top; r < std::min(top + side, own.row + own.rows); ++r)
                        to(c, r) = from(r, c);
}

}  // namespace detail

/// A new array with result(col, row) = array(row, col), distributed as `to` describes: any partition of the transposed
/// grid over the ranks of `tasks`, which are those of the array. The halo of the result is filled with `fill`. Each
/// rank transposes its own cells in memory; then cells whose owner changes are sent, each once, in one message per pair
/// of ranks (redistribution.hpp). Collective and blocking; no exchange may be active. Throws part::error if `to` is for
/// another grid or number of processors, net::error as net::barrier.
template <net::transferable T>
[[nodiscard]] distributed_array<T> transposed(const net::group& tasks, const distributed_array<T>& array,
                                              std::shared_ptr<const halo_layout> to, T fill = {},
                                              net::deadline until = {}) {
    const part::partition turned = transposed(array.layout().parts());
    distributed_array<T> local(tasks, detail::layout_without_exchange(turned, tasks.rank().value), T{}, until);
    detail::copy_transposed(array, local);
    return local.redistributed(std::move(to), fill, until);
}

}  // namespace banyan::grid

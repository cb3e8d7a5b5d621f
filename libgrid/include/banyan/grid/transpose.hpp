// The transpose of a distributed array, from any partition to any partition.
#pragma once

#include <memory>
#include <utility>

#include "banyan/grid/distributed_array.hpp"

namespace banyan::grid {

/// The partition of the transposed grid: the owner of (row, col) is that of (col, row) in `parts`. Rectangles stay
/// rectangles; cell ranges become an owner list, so the grid then has at most part::max_listed_cells.
part::partition transposed(const part::partition& parts);

namespace detail {

/// A layout of the cells alone. Its halo, of one column, is not used.
std::shared_ptr<const halo_layout> layout_without_exchange(const part::partition& parts, int processor);

struct array_transposition {
    /// to(col, row) = from(row, col).
    template <class T>
    static void copy(const distributed_array<T>& from, distributed_array<T>& to, net::deadline until) {
        to.messages_.transpose_from(reinterpret_cast<std::byte*>(to.items_.data()), *from.layout_,
                                    reinterpret_cast<const std::byte*>(from.items_.data()), until);
    }
};

}  // namespace detail

/// A new array with result(col, row) = array(row, col), distributed as `to` describes: any partition of the transposed
/// grid over the ranks of `tasks`, which are those of the array. The halo of the result is filled with `fill`. Each
/// cell is transposed once: while a message is packed, or directly into the result if its owner keeps it. Cells whose
/// owner changes are sent once, in one message per pair of ranks (redistribution.hpp). Collective and blocking; no
/// exchange may be active. Throws part::error if `to` is for another grid or number of processors, net::error as
/// net::barrier.
template <net::transferable T>
[[nodiscard]] distributed_array<T> transposed(const net::group& tasks, const distributed_array<T>& array,
                                              std::shared_ptr<const halo_layout> to, T fill = {},
                                              net::deadline until = {}) {
    distributed_array<T> result(tasks, std::move(to), fill, until);
    detail::array_transposition::copy(array, result, until);
    return result;
}

}  // namespace banyan::grid

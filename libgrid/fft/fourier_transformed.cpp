// The two-dimensional transform: rows, transpose, rows, transpose.
#include "banyan/grid/fft.hpp"
#include "banyan/grid/item_layout.hpp"
#include "banyan/grid/transpose.hpp"
#include "banyan/net/same_call.hpp"
#include "libgrid/fft/local_fft.hpp"

namespace banyan::grid {
namespace {

using points_array = distributed_array<std::complex<double>>;

// Whole rows, as equal as possible. If there are fewer rows than processors, some have none.
part::partition whole_rows(const part::grid& domain, int processors) {
    const auto rows = item_layout::blocked(domain.rows(), processors);
    std::vector<part::block> blocks;
    for (int r = 0; r < processors; ++r)
        if (rows.count(r) > 0) blocks.push_back({r, rows.index(r, 0), 0, rows.count(r), domain.cols()});
    return part::partition::from_rectangles(domain, processors, std::move(blocks));
}

void transform_rows(points_array& array, int sign) {
    for (const region& own : array.layout().owned()) {
        const fft_shape shape{static_cast<int>(own.cols), static_cast<int>(own.rows), 1,
                              static_cast<int>(array.layout().stride())};
        std::complex<double>* const first = &array(own.row, own.col);
        local_fft(shape, sign, true, false).run(first, first);
    }
}

void divide_by_cells(points_array& array) {
    const auto cells = static_cast<double>(array.layout().parts().domain().cells());
    for (std::complex<double>& x : array.items())
        x /= cells;
}

}  // namespace

points_array fourier_transformed(const net::group& tasks, const points_array& array, fft_direction direction,
                                 net::deadline until) {
    net::expect_same_call(tasks, "fourier_transformed",
                          {{"direction", direction == fft_direction::forward ? "forward" : "inverse"}}, until);
    const int sign = direction == fft_direction::forward ? -1 : 1;
    const int me = tasks.rank().value;
    const auto rows = detail::layout_without_exchange(whole_rows(array.layout().parts().domain(), tasks.size()), me);
    points_array by_rows = array.redistributed(rows, {}, until);
    transform_rows(by_rows, sign);
    const part::grid turned(rows->parts().domain().cols(), rows->parts().domain().rows());
    const auto cols = detail::layout_without_exchange(whole_rows(turned, tasks.size()), me);
    points_array by_cols = transposed(tasks, by_rows, cols, {}, until);
    transform_rows(by_cols, sign);
    if (direction == fft_direction::inverse) divide_by_cells(by_cols);
    return transposed(tasks, by_cols, std::make_shared<const halo_layout>(array.layout()), {}, until);
}

}  // namespace banyan::grid

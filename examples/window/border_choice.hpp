// Which way to exchange the border of an image is predicted to be the fastest for the whole group.
#pragma once

#include "banyan/grid/window_border.hpp"
#include "banyan/net/group.hpp"

namespace window {

/// The way whose slowest rank takes the least time by the model (grid::border_seconds); of equal ones the later one in
/// grid::border_ways(). An exchange ends when its slowest rank ends. `layout` is that of this rank; all ranks give
/// equal `times` and get the same way. Collective; blocks. Throws net::error.
banyan::grid::border_way cheapest_way(const banyan::net::group& world, const banyan::grid::halo_layout& layout,
                                      const banyan::grid::border_times& times);

}  // namespace window
